import type { Person } from '../domain/entry.ts'
import type { FeedInfo, RefreshHints } from '../domain/feed-document.ts'
import { isWebAddress } from './absolute.ts'
import type { FeedDraft } from './drafts.ts'
import { absoluteId, allLinks, alternateOf, distinct } from './finish-entry.ts'

/** A draft made into what we say of the feed; `served` is the language the server gave, for when the feed gives none. */
export function finishFeed(draft: FeedDraft, served: string | null): FeedInfo {
  return {
    title: draft.title ?? draft.titleFallback,
    description: draft.description ?? draft.descriptionFallback ?? podcastDescription(draft),
    link: pageOf(draft.pageLinks) ?? alternateOf(draft.links),
    selfLink: draft.links.find((link) => link.rel === 'self')?.href ?? null,
    links: allLinks(draft),
    hubs: draft.links.filter((link) => link.rel === 'hub').map((link) => link.href),
    id: draft.id === null ? null : absoluteId(draft.id, draft.base),
    language: languageOf(draft) ?? served,
    authors: authorsOf(draft),
    contributors: draft.contributors,
    published: draft.pubDate ?? draft.published ?? draft.issued ?? draft.created,
    updated: draft.updated,
    dcDate: draft.dcDate,
    rights: draft.rights,
    generator: draft.generator,
    generatorUrl: draft.generatorUrl,
    image: draft.image ?? draft.itunes?.image ?? draft.imageFallback,
    icon: draft.icon,
    logo: draft.logo,
    categories: draft.categories,
    itunes: draft.itunes,
    newLocation: draft.newLocation,
  }
}

/** The channel's own page is the first address given; a later one is that of a part which some extension put there. */
const pageOf = (links: readonly string[]): string | null => links.find(isWebAddress) ?? links.find(Boolean) ?? null

/** What the feed says of its language: an element of its own before `xml:lang`. */
export function languageOf(draft: FeedDraft): string | null {
  return draft.language ?? draft.channelLanguage ?? draft.outerLanguage
}

/** When to come back, as the publisher puts it. */
export function refreshHints(draft: FeedDraft): RefreshHints {
  return {
    ttlMinutes: draft.ttlMinutes,
    skipHours: [...draft.skipHours],
    skipDays: [...draft.skipDays],
    updatePeriod: draft.updatePeriod,
    updateFrequency: draft.updateFrequency,
    updateBase: draft.updateBase,
  }
}

function podcastDescription(draft: FeedDraft): FeedInfo['description'] {
  const value = draft.itunes?.summary ?? draft.itunes?.subtitle ?? null
  return value === null ? null : { value, type: 'html', base: draft.base, language: languageOf(draft) }
}

function authorsOf(draft: FeedDraft): readonly Person[] {
  const podcast = draft.itunes?.author ?? null
  const named = [...draft.creators, ...draft.authors]
  if (named.length === 0 && podcast !== null) named.push({ name: podcast, email: null, url: null })
  return distinct([...named, ...draft.editors])
}

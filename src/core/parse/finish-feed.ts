import type { Person } from '../domain/entry.ts'
import type { FeedInfo, RefreshHints } from '../domain/feed-document.ts'
import { isWebAddress } from './absolute.ts'
import type { FeedBuilder } from './builders.ts'
import { absoluteId, allLinks, alternateOf, distinct } from './finish-entry.ts'

/** Converts a parsed feed to `FeedInfo`; `served` is the server's Content-Language, used when the feed has none. */
export function finishFeed(builder: FeedBuilder, served: string | null): FeedInfo {
  return {
    title: builder.title ?? builder.titleFallback,
    description: builder.description ?? builder.descriptionFallback ?? podcastDescription(builder),
    link: pageOf(builder.pageLinks) ?? alternateOf(builder.links),
    selfLink: builder.links.find((link) => link.rel === 'self')?.href ?? null,
    links: allLinks(builder),
    hubs: builder.links.filter((link) => link.rel === 'hub').map((link) => link.href),
    id: builder.id === null ? null : absoluteId(builder.id, builder.base),
    language: languageOf(builder) ?? served,
    authors: authorsOf(builder),
    bylines: bylinesOf(builder),
    contributors: builder.contributors,
    published: builder.pubDate ?? builder.published ?? builder.issued ?? builder.created,
    updated: builder.updated,
    dcDate: builder.dcDate,
    rights: builder.rights,
    generator: builder.generator,
    generatorUrl: builder.generatorUrl,
    image: builder.image ?? builder.itunes?.image ?? builder.imageFallback,
    icon: builder.icon,
    logo: builder.logo,
    categories: builder.categories,
    itunes: builder.itunes,
    newLocation: builder.newLocation,
  }
}

/** The channel's page is its first web address; a later one comes from an extension element. */
const pageOf = (links: readonly string[]): string | null => links.find(isWebAddress) ?? links.find(Boolean) ?? null

/** The language the feed declares: a language element before `xml:lang`. */
export function languageOf(builder: FeedBuilder): string | null {
  return builder.language ?? builder.channelLanguage ?? builder.outerLanguage
}

/** The publisher's hints about update intervals. */
export function refreshHints(builder: FeedBuilder): RefreshHints {
  return {
    ttlMinutes: builder.ttlMinutes,
    skipHours: [...builder.skipHours],
    skipDays: [...builder.skipDays],
    updatePeriod: builder.updatePeriod,
    updateFrequency: builder.updateFrequency,
    updateBase: builder.updateBase,
  }
}

function podcastDescription(builder: FeedBuilder): FeedInfo['description'] {
  const value = builder.itunes?.summary ?? builder.itunes?.subtitle ?? null
  return value === null ? null : { value, type: 'html', base: builder.base, language: languageOf(builder) }
}

/** The first kind that exists; who runs the server or owns the house wrote nothing. */
function bylinesOf({ creators, authors, itunes, editors }: FeedBuilder): readonly Person[] {
  const podcast = itunes?.author == null ? [] : [{ name: itunes.author, email: null, url: null }]
  return distinct([creators, authors, podcast, editors].find((kind) => kind.length > 0) ?? [])
}

function authorsOf(builder: FeedBuilder): readonly Person[] {
  const podcast = builder.itunes?.author ?? null
  const named = [...builder.creators, ...builder.authors]
  if (named.length === 0 && podcast !== null) named.push({ name: podcast, email: null, url: null })
  return distinct([...named, ...builder.editors, ...builder.staff])
}

import type { Enclosure, Entry, EntryGuid, Itunes, Link, Person, Text } from '../domain/entry.ts'
import { absolute, isWebAddress } from './absolute.ts'
import type { EntryDraft, ItunesDraft } from './drafts.ts'

/** What is known of an entry only when its end has been seen. */
export interface EntryEnd {
  readonly raw: string
  readonly complete: boolean
  readonly feedLanguage: string | null
}

/** A draft made into an entry: one link chosen, fallbacks put where the real thing is missing. */
export function finishEntry(draft: EntryDraft, end: EntryEnd): Entry {
  const guid = guidOf(draft)
  return {
    raw: end.raw,
    offset: draft.start,
    complete: end.complete,
    guid,
    title: draft.title ?? draft.titleFallback ?? draft.mediaTitle ?? itunesText(draft, 'title'),
    link: linkOf(draft, guid),
    links: draft.links,
    authors: authorsOf(draft),
    contributors: draft.contributors,
    dates: { published: draft.published, updated: draft.updated, dcDate: draft.dcDate, pubDate: draft.pubDate },
    texts: {
      encoded: draft.encoded,
      content: draft.content,
      description: draft.description,
      summary: draft.summary ?? (draft.description === null ? summaryFallback(draft) : null),
    },
    contentSrc: draft.contentSrc,
    categories: draft.categories,
    enclosures: enclosuresOf(draft),
    media: {
      title: draft.mediaTitle,
      description: draft.mediaDescription,
      contents: draft.mediaContents,
      thumbnails: draft.mediaThumbnails,
    },
    itunes: draft.itunes,
    image: draft.itunes?.image ?? draft.image ?? draft.imageFallback,
    comments: draft.comments ?? repliesOf(draft, isPage),
    commentsFeed: draft.commentsFeed ?? repliesOf(draft, (link) => !isPage(link)),
    commentCount: draft.commentCount,
    rights: draft.rights,
    source: draft.source,
    point:
      draft.latitude === null || draft.longitude === null
        ? null
        : { latitude: draft.latitude, longitude: draft.longitude },
    language: draft.language ?? draft.outerLanguage ?? end.feedLanguage,
    base: draft.base,
  }
}

function guidOf(draft: EntryDraft): EntryGuid | null {
  const value = draft.id ?? draft.about
  if (value === null) return null
  return { value, isPermalink: draft.guidIsPermalink === true && isAddress(value) }
}

/** A permalink is an address or a path; a bare number or name is not, whatever the attribute's default says. */
function isAddress(value: string): boolean {
  return isWebAddress(value) || /^[./?][^\s]+$/.test(value)
}

function linkOf(draft: EntryDraft, guid: EntryGuid | null): string | null {
  if (draft.originalLink !== null) return draft.originalLink
  const page = draft.pageLinks.find((link) => link !== '') ?? alternateOf(draft.links)
  if (page !== null) return page
  if (guid?.isPermalink) return absolute(guid.value, draft.base)
  return null
}

/** The link to the web page: alternate, HTML rather than another type, the first of its kind. */
export function alternateOf(links: readonly Link[]): string | null {
  const alternates = links.filter((link) => link.rel === 'alternate' && link.href !== '')
  return (alternates.find(isPage) ?? alternates[0])?.href ?? null
}

function isPage(link: Link): boolean {
  return link.type === null || /^(?:text\/html|application\/xhtml\+xml|html)\b/i.test(link.type)
}

function repliesOf(draft: EntryDraft, wanted: (link: Link) => boolean): string | null {
  return draft.links.find((link) => link.rel === 'replies' && wanted(link))?.href ?? null
}

function authorsOf(draft: EntryDraft): readonly Person[] {
  const named = distinct([...draft.creators, ...draft.authors])
  if (named.length > 0) return named
  const podcast = draft.itunes?.author ?? null
  return podcast === null ? draft.mediaCredits : [{ name: podcast, email: null, url: null }]
}

/** The same person named twice is one person. */
export function distinct(persons: readonly Person[]): readonly Person[] {
  if (persons.length < 2) return persons
  const seen = new Set<string>()
  return persons.filter(({ name, email }) => {
    const key = `${name ?? email}`.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}

function enclosuresOf(draft: EntryDraft): readonly Enclosure[] {
  const linked = draft.links
    .filter((link) => link.rel === 'enclosure')
    .map(({ href, type, length }): Enclosure => ({ url: href, type, length }))
  return linked.length === 0 ? draft.enclosures : [...draft.enclosures, ...linked]
}

function summaryFallback(draft: EntryDraft): Text | null {
  return (
    draft.summaryFallback ?? itunesText(draft, 'summary') ?? itunesText(draft, 'subtitle') ?? draft.mediaDescription
  )
}

function itunesText(
  draft: EntryDraft,
  name: keyof Pick<ItunesDraft & Itunes, 'title' | 'summary' | 'subtitle'>,
): Text | null {
  const value = draft.itunes?.[name] ?? null
  return value === null
    ? null
    : { value, type: name === 'title' ? 'text' : 'html', base: draft.base, language: draft.language }
}

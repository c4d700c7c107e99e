import type { Enclosure, Entry, EntryGuid, EntrySource, Itunes, Link, Media, Person, Text } from '../domain/entry.ts'
import { absolute, isWebAddress } from './absolute.ts'
import type { Draft, EntryDraft, ItunesDraft } from './drafts.ts'

/** What is known of an entry only when its end has been seen. */
export interface EntryEnd {
  readonly raw: string
  readonly complete: boolean
  readonly feedLanguage: string | null
}

/** A draft made into an entry: one link chosen, fallbacks put where the real thing is missing. */
export function finishEntry(draft: EntryDraft, end: EntryEnd): Entry {
  const link = linkOf(draft)
  const guid = guidOf(draft, link)
  return {
    raw: end.raw,
    offset: draft.start,
    complete: end.complete,
    guid,
    title: draft.title ?? draft.titleFallback ?? draft.mediaTitle ?? itunesText(draft, 'title'),
    link,
    originalLink: draft.originalLink,
    links: kept(allLinks(draft)),
    authors: kept(authorsOf(draft)),
    contributors: kept(draft.contributors),
    dates: {
      published: draft.published ?? draft.issued ?? draft.created,
      updated: draft.updated,
      dcDate: draft.dcDate,
      pubDate: draft.pubDate,
    },
    texts: {
      encoded: draft.encoded,
      content: draft.content,
      description: draft.description,
      summary: draft.summary ?? (draft.description === null ? summaryFallback(draft) : null),
    },
    contentSrc: draft.contentSrc,
    categories: kept(draft.categories),
    enclosures: kept(enclosuresOf(draft)),
    media: mediaOf(draft),
    itunes: draft.itunes,
    image: draft.itunes?.image ?? draft.image ?? draft.imageFallback,
    comments: draft.comments ?? repliesOf(draft, isPage),
    commentsFeed: draft.commentsFeed ?? repliesOf(draft, (link) => !isPage(link)),
    commentCount: draft.commentCount ?? draft.replies,
    rights: draft.rights,
    source: sourceOf(draft),
    point:
      draft.latitude === null || draft.longitude === null
        ? null
        : { latitude: draft.latitude, longitude: draft.longitude },
    language: draft.language ?? draft.outerLanguage ?? end.feedLanguage,
    base: draft.base,
  }
}

const none: readonly never[] = []

/** Empty lists are one and the same: held by ten thousand entries, the collector would move each of them twice. */
const kept = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? none : list)

const noMedia: Media = { title: null, description: null, contents: none, thumbnails: none }

/** Nothing is one and the same too. */
function mediaOf(draft: EntryDraft): Media {
  const { mediaTitle: title, mediaDescription: description } = draft
  const [contents, thumbnails] = [kept(draft.mediaContents), kept(draft.mediaThumbnails)]
  const nothing = title === null && description === null && contents === none && thumbnails === none
  return nothing ? noMedia : { title, description, contents, thumbnails }
}

function guidOf(draft: EntryDraft, link: string | null): EntryGuid | null {
  const value = draft.id ?? draft.about
  if (value === null) return null
  const written = draft.guidIsPermalink === true ? value : absoluteId(value, draft.base)
  return { value: written, isPermalink: isPermalink(draft) && absolute(value, draft.base) === link }
}

/** An Atom id is an address, so a path is resolved; anything else is an opaque name and stays as it is. */
export function absoluteId(value: string, base: string | null): string {
  return base !== null && /^\.{0,2}\/[^/\s]/.test(value) ? absolute(value, base) : value
}

/** A permalink is an address or a path; a bare number or name is not, whatever the attribute's default says. */
function isPermalink(draft: EntryDraft): boolean {
  return draft.guidIsPermalink === true && draft.id !== null && /^(?:https?:\/\/[^/]|[./?])\S+$/i.test(draft.id)
}

function linkOf(draft: EntryDraft): string | null {
  const page = draft.pageLinks.find((link) => link !== '') ?? alternateOf(draft.links)
  if (page !== null) return page
  if (draft.originalLink !== null) return draft.originalLink
  if (isPermalink(draft)) return absolute(draft.id!, draft.base)
  if (draft.guidIsPermalink === null && isWebAddress(draft.id ?? '')) return draft.id
  return draft.playerLink ?? (isWebAddress(draft.about ?? '') ? draft.about : null)
}

/** RSS's `link` elements are links too. */
export function allLinks(draft: Draft): readonly Link[] {
  if (draft.pageLinks.length === 0) return draft.links
  const pages = draft.pageLinks.map(
    (href): Link => ({ href, rel: 'alternate', type: null, title: null, hreflang: null, length: null }),
  )
  return [...pages, ...draft.links]
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
  return draft.links.find((link) => link.rel === 'replies' && !/\s|%20/.test(link.href) && wanted(link))?.href ?? null
}

function authorsOf(draft: EntryDraft): readonly Person[] {
  const named = distinct(draft.creators.concat(draft.authors))
  if (named.length > 0) return named
  if (draft.source !== null && draft.source.authors.length > 0) return draft.source.authors
  const podcast = draft.itunes?.author ?? null
  return podcast === null ? draft.mediaCredits : [{ name: podcast, email: null, url: null }]
}

/** The same person named twice is one person. */
export function distinct(persons: readonly Person[]): readonly Person[] {
  if (persons.length < 2) return persons
  const seen = new Set<string>()
  return persons.filter(({ name, email, url }) => {
    const key = `${name ?? email ?? url}`.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}

function enclosuresOf(draft: EntryDraft): readonly Enclosure[] {
  const all = draft.enclosures
  for (const { rel, href, type, length } of draft.links) if (rel === 'enclosure') all.push({ url: href, type, length })
  const [first, ...rest] = draft.originalEnclosure === null ? [] : all
  return first === undefined ? all : [{ ...first, url: draft.originalEnclosure! }, ...rest]
}

function sourceOf({ source }: EntryDraft): EntrySource | null {
  return source === null ? null : { title: source.title, link: source.link, id: source.id, updated: source.updated }
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

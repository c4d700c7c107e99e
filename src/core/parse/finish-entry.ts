import type { Enclosure, Entry, EntryGuid, EntrySource, Itunes, Link, Media, Person, Text } from '../domain/entry.ts'
import { absolute, isWebAddress } from './absolute.ts'
import type { CommonBuilder, EntryBuilder, ItunesBuilder } from './builders.ts'

/** What is known of an entry only at its end tag. */
export interface EntryEnd {
  readonly raw: string
  readonly complete: boolean
  readonly feedLanguage: string | null
}

/** Converts a parsed entry to an `Entry`: chooses one link and fills missing fields from fallbacks. */
export function finishEntry(builder: EntryBuilder, end: EntryEnd): Entry {
  const link = linkOf(builder)
  const guid = guidOf(builder, link)
  return {
    raw: end.raw,
    offset: builder.start,
    complete: end.complete,
    guid,
    title: builder.title ?? builder.titleFallback ?? builder.mediaTitle ?? itunesText(builder, 'title'),
    link,
    originalLink: builder.originalLink,
    links: kept(allLinks(builder)),
    authors: kept(authorsOf(builder)),
    contributors: kept(builder.contributors),
    dates: {
      published: builder.published ?? builder.issued ?? builder.created,
      updated: builder.updated,
      dcDate: builder.dcDate,
      pubDate: builder.pubDate,
    },
    texts: {
      encoded: builder.encoded,
      content: builder.content,
      description: builder.description,
      summary: builder.summary ?? (builder.description === null ? summaryFallback(builder) : null),
    },
    contentSrc: builder.contentSrc,
    categories: kept(builder.categories),
    enclosures: kept(enclosuresOf(builder)),
    media: mediaOf(builder),
    itunes: builder.itunes,
    image: builder.itunes?.image ?? builder.image ?? builder.imageFallback,
    comments: builder.comments ?? repliesOf(builder, isPage),
    commentsFeed: builder.commentsFeed ?? repliesOf(builder, (link) => !isPage(link)),
    commentCount: builder.commentCount ?? builder.replies,
    rights: builder.rights,
    source: sourceOf(builder),
    point:
      builder.latitude === null || builder.longitude === null
        ? null
        : { latitude: builder.latitude, longitude: builder.longitude },
    language: builder.language ?? builder.outerLanguage ?? end.feedLanguage,
    base: builder.base,
  }
}

const none: readonly never[] = []

/**
 * Returns one shared empty list for every empty list: with ten thousand entries the garbage collector would otherwise
 * copy tens of thousands of them.
 */
const kept = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? none : list)

const noMedia: Media = { title: null, description: null, contents: none, thumbnails: none }

/** The media of an entry. All entries without media share one record, for the same reason as `kept`. */
function mediaOf(builder: EntryBuilder): Media {
  const { mediaTitle: title, mediaDescription: description } = builder
  const [contents, thumbnails] = [kept(builder.mediaContents), kept(builder.mediaThumbnails)]
  const nothing = title === null && description === null && contents === none && thumbnails === none
  return nothing ? noMedia : { title, description, contents, thumbnails }
}

function guidOf(builder: EntryBuilder, link: string | null): EntryGuid | null {
  const value = builder.id ?? builder.about
  if (value === null) return null
  const written = builder.guidIsPermalink === true ? value : absoluteId(value, builder.base)
  return { value: written, isPermalink: isPermalink(builder) && absolute(value, builder.base) === link }
}

/** An Atom id is an address, so a path in it is resolved; any other id is opaque and unchanged. */
export function absoluteId(value: string, base: string | null): string {
  return base !== null && /^\.{0,2}\/[^/\s]/.test(value) ? absolute(value, base) : value
}

/** A permalink is an address or a path; a bare number or name is not one, even where `isPermaLink` defaults to true. */
function isPermalink(builder: EntryBuilder): boolean {
  return builder.guidIsPermalink === true && builder.id !== null && /^(?:https?:\/\/[^/]|[./?])\S+$/i.test(builder.id)
}

function linkOf(builder: EntryBuilder): string | null {
  const page = builder.pageLinks.find((link) => link !== '') ?? alternateOf(builder.links)
  if (page !== null) return page
  if (builder.originalLink !== null) return builder.originalLink
  if (isPermalink(builder)) return absolute(builder.id!, builder.base)
  if (builder.guidIsPermalink === null && isWebAddress(builder.id ?? '')) return builder.id
  return builder.playerLink ?? (isWebAddress(builder.about ?? '') ? builder.about : null)
}

/** All links, RSS's `link` elements included. */
export function allLinks(builder: CommonBuilder): readonly Link[] {
  if (builder.pageLinks.length === 0) return builder.links
  const pages = builder.pageLinks.map(
    (href): Link => ({ href, rel: 'alternate', type: null, title: null, hreflang: null, length: null }),
  )
  return [...pages, ...builder.links]
}

/** The link to the web page: `alternate`, HTML before other types, the first of its kind. */
export function alternateOf(links: readonly Link[]): string | null {
  const alternates = links.filter((link) => link.rel === 'alternate' && link.href !== '')
  return (alternates.find(isPage) ?? alternates[0])?.href ?? null
}

function isPage(link: Link): boolean {
  return link.type === null || /^(?:text\/html|application\/xhtml\+xml|html)\b/i.test(link.type)
}

function repliesOf(builder: EntryBuilder, wanted: (link: Link) => boolean): string | null {
  return builder.links.find((link) => link.rel === 'replies' && !/\s|%20/.test(link.href) && wanted(link))?.href ?? null
}

function authorsOf(builder: EntryBuilder): readonly Person[] {
  // The first kind that exists: a creator and an author are often one person in two spellings.
  const named = builder.creators.length > 0 ? builder.creators : builder.authors
  if (named.length > 0) return distinct(named)
  if (builder.source !== null && builder.source.authors.length > 0) return builder.source.authors
  const podcast = builder.itunes?.author ?? null
  return podcast === null ? builder.mediaCredits : [{ name: podcast, email: null, url: null }]
}

/** Removes repeated persons. */
export function distinct(persons: readonly Person[]): readonly Person[] {
  if (persons.length < 2) return persons
  const seen = new Set<string>()
  return persons.filter(({ name, email, url }) => {
    const key = `${name ?? email ?? url}`.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}

function enclosuresOf(builder: EntryBuilder): readonly Enclosure[] {
  const all = builder.enclosures
  for (const { rel, href, type, length } of builder.links)
    if (rel === 'enclosure') all.push({ url: href, type, length })
  const [first, ...rest] = builder.originalEnclosure === null ? [] : all
  return first === undefined ? all : [{ ...first, url: builder.originalEnclosure! }, ...rest]
}

function sourceOf({ source }: EntryBuilder): EntrySource | null {
  return source === null ? null : { title: source.title, link: source.link, id: source.id, updated: source.updated }
}

function summaryFallback(builder: EntryBuilder): Text | null {
  return (
    builder.summaryFallback ??
    itunesText(builder, 'summary') ??
    itunesText(builder, 'subtitle') ??
    builder.mediaDescription
  )
}

function itunesText(
  builder: EntryBuilder,
  name: keyof Pick<ItunesBuilder & Itunes, 'title' | 'summary' | 'subtitle'>,
): Text | null {
  const value = builder.itunes?.[name] ?? null
  return value === null
    ? null
    : { value, type: name === 'title' ? 'text' : 'html', base: builder.base, language: builder.language }
}

import type { Category, Enclosure, Entry, Link, Person, Text } from '../domain/entry.ts'
import { type FeedInfo, type FeedVersion, noRefreshHints, type RefreshHints } from '../domain/feed-document.ts'
import { absolute, isWebAddress } from './absolute.ts'
import { distinct } from './finish-entry.ts'

/** A parsed JSON Feed. https://www.jsonfeed.org/version/1.1/ */
export interface ParsedJsonFeed {
  readonly version: FeedVersion
  readonly feed: FeedInfo
  readonly refresh: RefreshHints
  readonly entries: readonly Entry[]
}

/** As for XML: the longest archives have some ten thousand entries. */
const maxEntries = 50_000

type Fields = ReadonlyMap<string, unknown>

/** Reads the feed from a parsed JSON value; null when the value is some other JSON. */
export function readJson(value: unknown, documentBase: string | null): ParsedJsonFeed | null {
  const top = fieldsOf(value)
  const version = textIn(top, 'version') ?? ''
  if (!/jsonfeed\.org/i.test(version) && !hasItems(top)) return null
  const feedUrl = textIn(top, 'feed_url')
  const base = documentBase ?? (feedUrl !== null && isWebAddress(feedUrl) ? feedUrl : textIn(top, 'home_page_url'))
  const language = textIn(top, 'language')
  const context: Context = { base, language, authors: authorsIn(top, base) }
  const items = listIn(top, 'items').slice(0, maxEntries)
  return {
    version: /version\/1\.1/.test(version) ? 'json-1.1' : 'json-1',
    feed: feedInfo(top, context),
    refresh: noRefreshHints,
    entries: items.map((item) => entryOf(item, context)).filter((entry) => entry !== null),
  }
}

/** Without a valid version, the items must at least look like entries. */
function hasItems(top: Fields): boolean {
  const signs = ['content_text', 'content_html', 'url', 'external_url', 'title', 'date_published']
  return listIn(top, 'items').some((item) => signs.some((sign) => fieldsOf(item).has(sign)))
}

interface Context {
  readonly base: string | null
  readonly language: string | null
  readonly authors: readonly Person[]
}

/** The fields as a Map, so that a field called `__proto__` has no effect. */
function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map(Object.entries(value))
}

function textIn(fields: Fields, name: string): string | null {
  const value = fields.get(name)
  const written = typeof value === 'number' ? String(value) : value
  return typeof written === 'string' && written.trim() !== '' ? written.trim() : null
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields.get(name)
  return Array.isArray(value) ? value : []
}

function numberIn(fields: Fields, name: string): number | null {
  const value = Number(fields.get(name) ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : null
}

function addressIn(fields: Fields, name: string, base: string | null): string | null {
  const written = textIn(fields, name)
  return written === null ? null : absolute(written, base)
}

function personOf(value: unknown, base: string | null): Person | null {
  const fields = typeof value === 'string' ? new Map([['name', value]]) : fieldsOf(value)
  const person: Person = {
    name: textIn(fields, 'name'),
    email: textIn(fields, 'email'),
    url: addressIn(fields, 'url', base),
  }
  return person.name === null && person.email === null && person.url === null ? null : person
}

/** All authors: version 1.0 has one, version 1.1 a list, and some publishers write an object instead of the list. */
function authorsIn(fields: Fields, base: string | null): readonly Person[] {
  const list = fields.get('authors')
  const values = [fields.get('author'), ...(Array.isArray(list) ? list : [list])]
  return distinct(values.map((value) => personOf(value, base)).filter((person) => person !== null))
}

function plain(fields: Fields, name: string, context: Context, type: 'text' | 'html' = 'text'): Text | null {
  const value = textIn(fields, name)
  return value === null ? null : { value, type, base: context.base, language: context.language }
}

function link(href: string, rel: string): Link {
  return { href, rel, type: null, title: null, hreflang: null, length: null }
}

function feedInfo(top: Fields, context: Context): FeedInfo {
  const { base } = context
  // The format has no date for the feed; items are listed newest first.
  const newest = fieldsOf(listIn(top, 'items')[0])
  const home = addressIn(top, 'home_page_url', base)
  const self = addressIn(top, 'feed_url', base)
  const hubs = listIn(top, 'hubs')
    .map((hub) => addressIn(fieldsOf(hub), 'url', base))
    .filter((url) => url !== null)
  return {
    title: plain(top, 'title', context),
    description: plain(top, 'description', context),
    link: home,
    selfLink: self,
    links: [...(home === null ? [] : [link(home, 'alternate')]), ...(self === null ? [] : [link(self, 'self')])],
    hubs,
    id: self,
    language: context.language,
    authors: context.authors,
    bylines: context.authors,
    contributors: [],
    published: textIn(newest, 'date_published'),
    updated: textIn(newest, 'date_modified'),
    dcDate: null,
    rights: null,
    generator: null,
    generatorUrl: null,
    image: addressIn(top, 'icon', base),
    icon: addressIn(top, 'favicon', base),
    logo: null,
    categories: [],
    itunes: null,
    newLocation: null,
  }
}

function entryOf(item: unknown, context: Context): Entry | null {
  const fields = fieldsOf(item)
  if (fields.size === 0) return null
  const { base } = context
  const language = textIn(fields, 'language') ?? context.language
  const own: Context = { ...context, language }
  const id = textIn(fields, 'id')
  const url = addressIn(fields, 'url', base)
  const external = addressIn(fields, 'external_url', base)
  const authors = authorsIn(fields, base)
  return {
    raw: JSON.stringify(item),
    offset: null,
    complete: true,
    guid: id === null ? null : { value: id, isPermalink: false },
    title: plain(fields, 'title', own),
    // The standard wants the id to be the item's address.
    link: url ?? external ?? (isWebAddress(id ?? '') ? id : null),
    originalLink: null,
    links: [
      ...(url === null ? [] : [link(url, 'alternate')]),
      ...(external === null ? [] : [link(external, 'related')]),
    ],
    authors: authors.length > 0 ? authors : context.authors,
    contributors: [],
    dates: {
      published: textIn(fields, 'date_published'),
      updated: textIn(fields, 'date_modified'),
      dcDate: null,
      pubDate: null,
    },
    texts: {
      encoded: null,
      content: plain(fields, 'content_html', own, 'html') ?? plain(fields, 'content_text', own),
      description: null,
      summary: plain(fields, 'summary', own),
    },
    contentSrc: null,
    categories: categoriesIn(fields),
    enclosures: enclosuresIn(fields, base),
    media: { title: null, description: null, contents: [], thumbnails: [] },
    itunes: null,
    image: addressIn(fields, 'image', base) ?? addressIn(fields, 'banner_image', base),
    comments: null,
    commentsFeed: null,
    commentCount: null,
    rights: null,
    source: null,
    point: null,
    language,
    base,
  }
}

function categoriesIn(fields: Fields): readonly Category[] {
  const terms = listIn(fields, 'tags').map((tag) => (typeof tag === 'string' ? tag.trim() : ''))
  return [...new Set(terms)].filter((term) => term !== '').map((term) => ({ term, scheme: null, label: null }))
}

function enclosuresIn(fields: Fields, base: string | null): readonly Enclosure[] {
  const enclosures: Enclosure[] = []
  for (const value of listIn(fields, 'attachments')) {
    const attachment = fieldsOf(value)
    const url = addressIn(attachment, 'url', base)
    if (url !== null)
      enclosures.push({ url, type: textIn(attachment, 'mime_type'), length: numberIn(attachment, 'size_in_bytes') })
  }
  return enclosures
}

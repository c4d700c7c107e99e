import type { Category, Enclosure, Link, MediaContent, MediaThumbnail, Person, Text } from '../domain/entry.ts'

type Open<T> = { -readonly [K in keyof T]: T[K] }

/** A person, filled while its element is parsed. */
export type PersonBuilder = Open<Person>

/** The podcast fields as written, filled while they are parsed. */
export interface ItunesBuilder {
  title: string | null
  author: string | null
  subtitle: string | null
  summary: string | null
  duration: string | null
  explicit: boolean | null
  episode: number | null
  season: number | null
  order: number | null
  episodeType: string | null
  image: string | null
  keywords: string[]
}

/** What feeds and entries have in common, filled while they are parsed. */
export interface CommonBuilder {
  readonly kind: 'entry' | 'feed'
  title: Text | null
  titleFallback: Text | null
  links: Link[]
  /** RSS `link` elements: always the address of the web page. */
  pageLinks: string[]
  id: string | null
  creators: Person[]
  authors: Person[]
  contributors: Person[]
  categories: Category[]
  rights: Text | null
  published: string | null
  issued: string | null
  created: string | null
  updated: string | null
  dcDate: string | null
  pubDate: string | null
  /** The number of replies that a `replies` link gives. */
  replies: number | null
  language: string | null
  image: string | null
  imageFallback: string | null
  itunes: ItunesBuilder | null
  readonly base: string | null
  readonly outerLanguage: string | null
}

/** An entry, filled while it is parsed. */
export interface EntryBuilder extends CommonBuilder {
  readonly kind: 'entry'
  readonly start: number
  guidIsPermalink: boolean | null
  about: string | null
  originalLink: string | null
  originalEnclosure: string | null
  playerLink: string | null
  encoded: Text | null
  content: Text | null
  contentSrc: string | null
  description: Text | null
  summary: Text | null
  summaryFallback: Text | null
  enclosures: Enclosure[]
  mediaTitle: Text | null
  mediaDescription: Text | null
  mediaContents: MediaContent[]
  mediaThumbnails: MediaThumbnail[]
  mediaCredits: Person[]
  comments: string | null
  commentsFeed: string | null
  commentCount: number | null
  source: SourceBuilder | null
  latitude: number | null
  longitude: number | null
}

/** The feed an entry was taken from, filled while it is parsed. */
export interface SourceBuilder {
  title: string | null
  link: string | null
  id: string | null
  updated: string | null
  authors: Person[]
}

/** A feed, filled while it is parsed. */
export interface FeedBuilder extends CommonBuilder {
  readonly kind: 'feed'
  channelLanguage: string | null
  description: Text | null
  descriptionFallback: Text | null
  editors: Person[]
  /** Web master and publishing house. */
  staff: Person[]
  generator: string | null
  generatorUrl: string | null
  icon: string | null
  logo: string | null
  newLocation: string | null
  ttlMinutes: number | null
  readonly skipHours: Set<number>
  readonly skipDays: Set<string>
  updatePeriod: string | null
  updateFrequency: number | null
  updateBase: string | null
}

/** The base address and the language that hold for an element. */
export interface ElementContext {
  readonly base: string | null
  readonly language: string | null
}

/**
 * An entry with all fields empty. Every field is written out: building the record by spreading was the slowest line of
 * the parser.
 */
export function emptyEntry(around: ElementContext, start: number): EntryBuilder {
  return {
    title: null,
    titleFallback: null,
    links: [],
    pageLinks: [],
    id: null,
    creators: [],
    authors: [],
    contributors: [],
    categories: [],
    rights: null,
    published: null,
    issued: null,
    created: null,
    updated: null,
    dcDate: null,
    pubDate: null,
    replies: null,
    language: null,
    image: null,
    imageFallback: null,
    itunes: null,
    base: around.base,
    outerLanguage: around.language,
    kind: 'entry',
    start,
    guidIsPermalink: null,
    about: null,
    originalLink: null,
    originalEnclosure: null,
    playerLink: null,
    encoded: null,
    content: null,
    contentSrc: null,
    description: null,
    summary: null,
    summaryFallback: null,
    enclosures: [],
    mediaTitle: null,
    mediaDescription: null,
    mediaContents: [],
    mediaThumbnails: [],
    mediaCredits: [],
    comments: null,
    commentsFeed: null,
    commentCount: null,
    source: null,
    latitude: null,
    longitude: null,
  }
}

/**
 * A feed with all fields empty. Written out too: a record built by spreading gets another hidden class and slows every
 * rule.
 */
export function emptyFeed(around: ElementContext): FeedBuilder {
  return {
    title: null,
    titleFallback: null,
    links: [],
    pageLinks: [],
    id: null,
    creators: [],
    authors: [],
    contributors: [],
    categories: [],
    rights: null,
    published: null,
    issued: null,
    created: null,
    updated: null,
    dcDate: null,
    pubDate: null,
    replies: null,
    language: null,
    image: null,
    imageFallback: null,
    itunes: null,
    base: around.base,
    outerLanguage: around.language,
    kind: 'feed',
    channelLanguage: null,
    description: null,
    descriptionFallback: null,
    editors: [],
    staff: [],
    generator: null,
    generatorUrl: null,
    icon: null,
    logo: null,
    newLocation: null,
    ttlMinutes: null,
    skipHours: new Set(),
    skipDays: new Set(),
    updatePeriod: null,
    updateFrequency: null,
    updateBase: null,
  }
}

/** The podcast fields of an entry or feed, created on first use. */
export function itunesOf(owner: CommonBuilder): ItunesBuilder {
  owner.itunes ??= {
    title: null,
    author: null,
    subtitle: null,
    summary: null,
    duration: null,
    explicit: null,
    episode: null,
    season: null,
    order: null,
    episodeType: null,
    image: null,
    keywords: [],
  }
  return owner.itunes
}

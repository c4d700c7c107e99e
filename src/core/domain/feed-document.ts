import type { Category, Entry, Itunes, Link, Person, Text } from './entry.ts'
import type { Warning } from './warning.ts'

/** Formats we read; an RSS without a version we know is `rss`, an Atom of neither namespace `atom`. */
export type FeedVersion =
  | 'rss'
  | 'rss-0.90'
  | 'rss-0.91'
  | 'rss-0.92'
  | 'rss-0.93'
  | 'rss-0.94'
  | 'rss-1.0'
  | 'rss-2.0'
  | 'atom'
  | 'atom-0.3'
  | 'atom-1.0'
  | 'json-1'
  | 'json-1.1'

/** What made us choose an encoding. */
export type EncodingReason = 'bom' | 'http' | 'declaration' | 'meta' | 'utf-8' | 'detected'

/** The WHATWG name of the encoding used, and why. */
export interface EncodingChoice {
  readonly name: string
  readonly reason: EncodingReason
}

/** What the publisher says about how often to come back; numbers as given, not yet clamped. */
export interface RefreshHints {
  readonly ttlMinutes: number | null
  /** Hours of the day in GMT, 0 to 23. */
  readonly skipHours: readonly number[]
  /** Lower-case English weekdays. */
  readonly skipDays: readonly string[]
  readonly updatePeriod: string | null
  readonly updateFrequency: number | null
  readonly updateBase: string | null
}

/** A publisher who says nothing of when to come back. */
export const noRefreshHints: RefreshHints = {
  ttlMinutes: null,
  skipHours: [],
  skipDays: [],
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
}

/** What a document says about its feed as a whole. */
export interface FeedInfo {
  readonly title: Text | null
  readonly description: Text | null
  readonly link: string | null
  /** Where the publisher says the feed lives (`rel="self"`, JSON Feed `feed_url`). */
  readonly selfLink: string | null
  readonly links: readonly Link[]
  readonly hubs: readonly string[]
  readonly id: string | null
  readonly language: string | null
  /** `dc:creator` and authors first, then `managingEditor`. */
  readonly authors: readonly Person[]
  readonly contributors: readonly Person[]
  readonly published: string | null
  readonly updated: string | null
  readonly dcDate: string | null
  readonly rights: Text | null
  readonly generator: string | null
  readonly generatorUrl: string | null
  readonly image: string | null
  readonly icon: string | null
  readonly logo: string | null
  readonly categories: readonly Category[]
  readonly itunes: Itunes | null
  /** Where the publisher says the feed has moved to (`itunes:new-feed-url`, `redirect:newLocation`). */
  readonly newLocation: string | null
}

/** How much help a document needed: none, small mends, or a reading that guessed at its structure. */
export type Recovery = 'strict' | 'mended' | 'tolerant'

/** A feed, read. */
export interface ParsedFeed {
  readonly kind: 'feed'
  readonly version: FeedVersion
  readonly encoding: EncodingChoice
  readonly feed: FeedInfo
  readonly refresh: RefreshHints
  readonly entries: readonly Entry[]
  readonly warnings: readonly Warning[]
  readonly recovered: Recovery
  /** False when the document broke off before its end. */
  readonly complete: boolean
}

/** Bytes that are no feed, and what they look like instead. */
export interface NotAFeed {
  readonly kind: 'notAFeed'
  readonly looksLike: 'html' | 'empty' | 'json' | 'xml' | 'unknown'
  readonly encoding: EncodingChoice
  readonly warnings: readonly Warning[]
}

/** What one reply's bytes turned out to be. */
export type FeedDocument = ParsedFeed | NotAFeed

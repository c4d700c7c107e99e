import type { Category, Entry, Itunes, Link, Person, Text } from './entry.ts'
import type { Warning } from './warning.ts'

/** Supported formats; an RSS of unknown version is `rss`, an Atom of neither namespace `atom`. */
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

/** Why an encoding was chosen. */
export type EncodingReason = 'bom' | 'http' | 'declaration' | 'meta' | 'utf-8' | 'detected'

/** The WHATWG name of the encoding used, and why. */
export interface EncodingChoice {
  readonly name: string
  readonly reason: EncodingReason
}

/** The publisher's hints about the update interval, as given and not yet bounded. */
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

/** No hints. */
export const noRefreshHints: RefreshHints = {
  ttlMinutes: null,
  skipHours: [],
  skipDays: [],
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
}

/** What a document says about its feed. */
export interface FeedInfo {
  readonly title: Text | null
  readonly description: Text | null
  readonly link: string | null
  /** The feed's own address by the publisher (`rel="self"`, JSON Feed `feed_url`). */
  readonly selfLink: string | null
  readonly links: readonly Link[]
  readonly hubs: readonly string[]
  readonly id: string | null
  readonly language: string | null
  /** `dc:creator` and authors first, then `managingEditor`, then web master and publisher. */
  readonly authors: readonly Person[]
  /** Who is named as the author of an entry that names nobody: the first kind of creators, authors and editors there is. */
  readonly bylines: readonly Person[]
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
  /** The feed's new address by the publisher (`itunes:new-feed-url`, `redirect:newLocation`). */
  readonly newLocation: string | null
}

/** How much recovery a document needed: none, small repairs, or a guess at its structure. */
export type Recovery = 'strict' | 'mended' | 'tolerant'

/** A parsed feed. */
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

/** Bytes that are not a feed, and what they look like. */
export interface NotAFeed {
  readonly kind: 'notAFeed'
  readonly looksLike: 'html' | 'empty' | 'json' | 'xml' | 'unknown'
  readonly encoding: EncodingChoice
  readonly warnings: readonly Warning[]
}

/** The result of parsing a reply's bytes. */
export type FeedDocument = ParsedFeed | NotAFeed

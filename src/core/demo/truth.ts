import type { TrendTag } from '../domain/topic.ts'
import type { Fault, FeedEnd, WorldLanguage } from './world.ts'

/** What an entry says from a moment on, as plain text. */
export interface VersionTruth {
  readonly at: number
  readonly title: string
  readonly text: string
}

/** One entry of one feed, and what it is to the others. */
export interface EntryTruth {
  /** `event/source`, with `-2`, `-3` for a newsroom's later articles and `>source` for reprints and copies. */
  readonly id: string
  /** The source whose feed lists it. */
  readonly feed: string
  /** The story it must end in. */
  readonly story: string
  /** `copy`: the same page by another name, one article; `reprint`: the same text on another page, one story. */
  readonly relation: 'original' | 'reprint' | 'copy'
  /** The entry it was taken from; null for originals. */
  readonly of: string | null
  /** As the feed first lists it; null when it has none. */
  readonly url: string | null
  readonly guid: string | null
  /** Null when the feed gives it no date. */
  readonly publishedAt: number | null
  /** Every version after the first is a revision; the hour some feeds print into a text is none. */
  readonly versions: readonly VersionTruth[]
  /** When a client that asks every half hour can have it; null when no client that came at the opening ever can. */
  readonly reachable: { readonly from: number; readonly until: number } | null
}

/**
 * The entries that tell one event in one language: they must end as one story, and no entry of another event with them.
 * Whether the same event in another language joins them is left open.
 */
export interface StoryTruth {
  /** `event:language`. */
  readonly id: string
  readonly event: string
  readonly language: WorldLanguage
  readonly about: string
  readonly entries: readonly string[]
  /** Independent newsrooms: owners of the originals. */
  readonly newsrooms: number
  readonly reprints: number
}

/** Two stories that look alike, and why they are two. */
export interface ApartTruth {
  readonly stories: readonly [string, string]
  readonly because: string
}

/** Two entries of different feeds with the same bare guid that are different articles. */
export interface GuidCollision {
  readonly guid: string
  readonly entries: readonly [string, string]
}

/** How a feed must stand at the end, and what was wrong with it on the way. */
export interface FeedTruth extends FeedEnd {
  readonly id: string
  readonly url: string
  /** Where it is polled in the end. */
  readonly finalUrl: string
  readonly faults: readonly { readonly kind: Fault['kind']; readonly from: number; readonly until: number | null }[]
  /** Entries it published that nobody who came at the opening can have had. */
  readonly lost: readonly string[]
}

/** Articles of a story by day of publication; `all` counts reprints and copies too. */
export interface TrendTruth {
  readonly story: string
  readonly tag: TrendTag
  readonly now: { readonly originals: number; readonly all: number }
  readonly before: { readonly originals: number; readonly all: number }
}

/** What the picture of one day must show. */
export interface DayTruth {
  readonly day: number
  readonly from: number
  readonly to: number
  /** Best first; the order that importance must give at the day's end. */
  readonly top: readonly string[]
  /** T1, three newsrooms, within two hours. */
  readonly breaking: readonly string[]
  /** All of them and no others; empty on the first day, which has none before it. */
  readonly trends: readonly TrendTruth[]
  /** Stories of the day before with nothing more on this one. */
  readonly vanished: readonly string[]
}

/** All that is known to be true of the world: plain data, fit for JSON. Instants are milliseconds since 1970. */
export interface WorldTruth {
  readonly zone: string
  readonly opensAt: number
  readonly closesAt: number
  readonly entries: readonly EntryTruth[]
  readonly stories: readonly StoryTruth[]
  readonly apart: readonly ApartTruth[]
  readonly guidCollisions: readonly GuidCollision[]
  readonly feeds: readonly FeedTruth[]
  readonly days: readonly DayTruth[]
}

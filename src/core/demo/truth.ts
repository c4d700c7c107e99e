import type { TrendTag } from '../domain/topic.ts'
import type { Fault, FeedEnd, WorldLanguage } from './world.ts'

/** The text of an entry from a moment on. */
export interface VersionTruth {
  readonly at: number
  readonly title: string
  readonly text: string
}

/** One entry of one feed, and its relation to others. */
export interface EntryTruth {
  /** `event/source`, with `-2`, `-3` for a newsroom's later articles and `>source` for reprints and copies. */
  readonly id: string
  /** The source whose feed lists it. */
  readonly feed: string
  /** The story it must end in. */
  readonly story: string
  /** `copy`: the same page at another address, one article; `reprint`: the same text on another page, one story. */
  readonly relation: 'original' | 'reprint' | 'copy'
  /** The entry it was taken from; null for originals. */
  readonly of: string | null
  /** As the feed first lists it; null when it has none. */
  readonly url: string | null
  readonly guid: string | null
  /** Null when the feed gives it no date. */
  readonly publishedAt: number | null
  /** Every version after the first is a revision; the hour that some feeds print into a text does not count. */
  readonly versions: readonly VersionTruth[]
  /** When a client that polls every half hour can get it; null when no client that began at the start ever can. */
  readonly reachable: { readonly from: number; readonly until: number } | null
}

/**
 * The entries about one event in one language: they must form one story, without entries of other events. Whether the
 * same event in another language joins them is left open.
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

/** Two similar stories, and why they are two. */
export interface ApartTruth {
  readonly stories: readonly [string, string]
  readonly because: string
}

/** Two entries of different feeds with the same short guid that are different articles. */
export interface GuidCollision {
  readonly guid: string
  readonly entries: readonly [string, string]
}

/** The expected final state of a feed, and its faults. */
export interface FeedTruth extends FeedEnd {
  readonly id: string
  readonly url: string
  /** Where it is polled at the end. */
  readonly finalUrl: string
  readonly faults: readonly { readonly kind: Fault['kind']; readonly from: number; readonly until: number | null }[]
  /** Entries that no client that began at the start can have seen. */
  readonly lost: readonly string[]
}

/** Articles of a story by day of publication; `all` includes reprints and copies. */
export interface TrendTruth {
  readonly story: string
  readonly tag: TrendTag
  readonly now: { readonly originals: number; readonly all: number }
  readonly before: { readonly originals: number; readonly all: number }
}

/** The expected results of one day. */
export interface DayTruth {
  readonly day: number
  readonly from: number
  readonly to: number
  /** Best first: the order by importance at the end of the day. */
  readonly top: readonly string[]
  /** T1, three newsrooms, within two hours. */
  readonly breaking: readonly string[]
  /** All of them and no others; empty on the first day, which has no day before. */
  readonly trends: readonly TrendTruth[]
  /** Stories of the day before without articles on this one. */
  readonly vanished: readonly string[]
}

/** The ground truth of the world: plain data for JSON. Instants are milliseconds since 1970. */
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

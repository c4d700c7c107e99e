import type { HealthState } from '../domain/health.ts'
import type { SourceKind, Tier } from '../domain/source.ts'

/** A language of the world. */
export type WorldLanguage = 'zh' | 'en' | 'ja'

/** The feed formats the world's publishers use. */
export type WorldFormat = 'rss-0.91' | 'rss-1.0' | 'rss-2.0' | 'atom-0.3' | 'atom-1.0' | 'json-1.1'

/** Encodings the world's documents are written in. */
export type WorldEncodingName = 'utf-8' | 'utf-16le' | 'big5' | 'shift_jis' | 'euc-jp' | 'windows-1252'

export interface WorldTab {
  readonly id: string
  readonly name: string
  readonly language: WorldLanguage
  readonly shows: number
  readonly reads: number
}

/** The encoding of a document, and what its declaration and its header say; null for nothing. */
export interface WorldEncoding {
  readonly bytes: WorldEncodingName
  readonly declares: string | null
  readonly serves: string | null
}

/** The publisher's hints about the update interval. */
export interface WorldHints {
  readonly ttl: number | null
  readonly skipHours: readonly number[]
  readonly maxAge: number | null
  readonly syndication: string | null
}

export type BreakingWay = 'ampersand' | 'control' | 'entity' | 'truncated'

/** A fault of a publisher for some time; `until` is null when it never ends. */
export type Fault = { readonly from: number; readonly until: number | null } & (
  | { readonly kind: 'moved'; readonly status: 301 | 308; readonly via: readonly string[]; readonly to: string }
  | { readonly kind: 'detour'; readonly status: 302 | 307; readonly to: string }
  | { readonly kind: 'status'; readonly code: number; readonly retry: 'seconds' | 'date' | 'none' }
  | { readonly kind: 'stall'; readonly minutes: number; readonly every: number }
  | { readonly kind: 'page'; readonly names: string }
  | { readonly kind: 'broken'; readonly how: BreakingWay }
  | { readonly kind: 'renamed'; readonly page: string }
  | { readonly kind: 'emptied' | 'frozen' | 'reissued' | 'backfill' }
)

/** The expected final state of a feed, and the events that must have been reported, in order. */
export interface FeedEnd {
  readonly state: HealthState
  /** A health state, or `urlChanged`, `emptied`, `stillWanted`. */
  readonly events: readonly string[]
}

export interface WorldSource {
  readonly id: string
  readonly tab: string
  readonly language: WorldLanguage
  readonly category: string
  readonly name: string
  readonly tier: Tier
  readonly kind: SourceKind
  readonly owner: string
  readonly url: string
  /** The feed's own title. */
  readonly title: string
  readonly format: WorldFormat
  /** Address of an article, with `{slug}` and `{date}`. */
  readonly page: string
  readonly guid: 'url' | 'number' | 'tag' | 'uuid' | 'none'
  /** How many entries its document lists. */
  readonly size: number
  readonly tells: 'full' | 'plain' | 'excerpt'
  /** A line with the hour in it, printed anew into every text. */
  readonly stamp: string | null
  readonly encoding: WorldEncoding
  readonly hints: WorldHints
  readonly faults: readonly Fault[]
  readonly ends: FeedEnd
}

export type Lack = 'title' | 'date' | 'link'

/** The text of an article from a moment on. */
export interface Version {
  readonly at: number
  readonly title: string
  /** Paragraphs, lists and links as `bodyHtml` reads them. */
  readonly body: string
}

export type CopyAddress = 'utm' | 'amp' | 'mobile' | 'https' | 'fragment'

/** The same text under another headline at another publisher. */
export interface Reprint {
  readonly in: string
  readonly at: number
  readonly title: string
  readonly credit: 'element' | 'byline'
  /** Whether the last paragraph was left out. */
  readonly cut: 'last' | 'nothing'
}

/** The same page, listed by another publisher with a few words of its own. */
export interface Copy {
  readonly in: string
  readonly at: number
  readonly title: string
  readonly body: string
  readonly address: CopyAddress
  readonly lacks: readonly Lack[]
}

/** One newsroom's article about an event. */
export interface Telling {
  readonly in: string
  readonly by: string | null
  readonly tags: readonly string[]
  readonly lacks: readonly Lack[]
  /** The first as published, then its revisions. */
  readonly versions: readonly Version[]
  readonly reprints: readonly Reprint[]
  readonly copies: readonly Copy[]
}

export interface WorldEvent {
  readonly id: string
  readonly about: string
  readonly tellings: readonly Telling[]
}

/** A long list of old notes, assembled from parts, that one publisher lists all at once. */
export interface Archive {
  readonly source: string
  readonly count: number
  readonly newestAt: number
  readonly title: string
  readonly places: readonly string[]
  readonly makers: readonly string[]
  readonly flaws: readonly string[]
  readonly fates: readonly string[]
}

/** Two similar events that must never become one story. */
export interface Apart {
  readonly pair: readonly [string, string]
  readonly because: string
}

/** The expected results of one day; stories are given as `event:language`. */
export interface PlantedDay {
  readonly day: number
  /** The day's best stories, best first. */
  readonly top: readonly string[]
  readonly breaking: readonly string[]
  readonly emerging: readonly string[]
  readonly trending: readonly string[]
  readonly fading: readonly string[]
}

/** The demonstration's world: three days of invented news, validated. Instants are milliseconds since 1970. */
export interface World {
  readonly zone: string
  /** Minutes the reader's clock is ahead of UTC. */
  readonly offsetMinutes: number
  readonly opensAt: number
  readonly closesAt: number
  readonly tabs: readonly WorldTab[]
  readonly sources: readonly WorldSource[]
  readonly events: readonly WorldEvent[]
  readonly archive: Archive
  readonly apart: readonly Apart[]
  readonly days: readonly PlantedDay[]
}

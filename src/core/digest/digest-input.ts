import type { Correction, DigestType, HealthReport, ReportedFeed, ShownStory, Span } from '../domain/digest.ts'
import type { Disposition } from '../domain/disposition.ts'
import type { Tier } from '../domain/source.ts'
import type { Topic, VanishedTopic } from '../domain/topic.ts'
import type { Warning } from '../domain/warning.ts'
import type { DigestPolicy } from './digest-policy.ts'

/** The fields of an article that a digest uses. */
export interface WindowArticle {
  readonly key: string
  readonly feed: number
  readonly title: string
  /** An article without an address is shown in no digest. */
  readonly url: string | null
  readonly sourceName: string
  readonly tier: Tier
  readonly published: number
  readonly firstSeen: number
  readonly dateUncertain: boolean
  readonly language: string | null
  /** Loaded only for the articles that `articlesToRead` returns; null for the rest. */
  readonly text: string | null
  readonly description: string | null
  readonly wordCount: number
  readonly tab: string | null
  readonly rssCategory: string | null
  readonly finalCategory: string | null
  /** Null for copies, which are not scored. */
  readonly score: number | null
  /** Key of its story, aliases resolved. */
  readonly story: string
  readonly disposition: Disposition
  /** Position of its source in `feeds.yaml`. */
  readonly position: number
}

/** The fields of a story that a digest uses. */
export interface WindowStory {
  readonly key: string
  readonly newsrooms: number
  readonly reprints: number
  /** Keys of its articles in the window that copy another: counted and listed as related, never shown alone. */
  readonly duplicates: readonly string[]
}

/** A tab as `feeds.yaml` has it, or a saved search that is shown as one. */
export interface TabPlan {
  readonly id: string
  readonly name: string
  readonly language: string | null
  readonly limit: number
  /** The categories of its sources in the order of the file, each once. */
  readonly categories: readonly string[]
  /** The keys of what a saved search found; absent for a tab that holds the articles of its sources. */
  readonly found?: ReadonlySet<string> | undefined
}

/** What the reader was shown before. */
export interface PreviousDigest {
  /** The instant of the digest right before this one. */
  readonly at: number
  readonly stories: readonly ShownStory[]
}

/** The health report without what the topics contribute. */
export type HealthNumbers = Omit<HealthReport, 'emerging' | 'declining'>

/** Everything a digest is computed from. */
export interface DigestInput {
  readonly type: DigestType
  readonly zone: string
  /** The scheduled instant. */
  readonly at: number
  readonly window: Span
  readonly topics: readonly Topic[]
  readonly vanished: readonly VanishedTopic[]
  /** The window's articles, copies too. */
  readonly articles: readonly WindowArticle[]
  /** Articles from before the window, up to seven days, for tabs that would be short. */
  readonly older: readonly WindowArticle[]
  readonly stories: readonly WindowStory[]
  /** The event of stories that are told in several languages, by the key of the story. */
  readonly events: ReadonlyMap<string, string>
  /** How many newsrooms tell an event, in all languages. */
  readonly newsroomsOfEvents: ReadonlyMap<string, number>
  readonly health: HealthNumbers
  readonly notRead: readonly ReportedFeed[]
  /** Null for the first digest, and for one that is not kept. */
  readonly previous: PreviousDigest | null
  /** In how many stories of each digest of this type of the last fourteen days three newsrooms agreed. */
  readonly pastCorroborated: readonly number[]
  /** What earlier digests carried and was corrected since the last. */
  readonly corrections: readonly Correction[]
  /** The languages of the sections, the reader's own first; empty for all. Others have their tabs. */
  readonly languages: readonly string[]
  /** Keys of stories that the reader follows. */
  readonly followed: ReadonlySet<string>
  readonly tabs: readonly TabPlan[]
  /** From how many of its newest articles a tab selects, by feed; from all of a feed that is not in it. */
  readonly mostOfFeed: ReadonlyMap<number, number>
  /** The warnings about a leader of tier T5. */
  readonly leaderWarnings: readonly Warning[]
  /** What a user should know about the number of topics; null for nothing. */
  readonly methodNote: string | null
  readonly policy: DigestPolicy
}

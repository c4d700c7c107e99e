/** What a rule does with the articles that its query finds. */
export type RuleKind = 'mute' | 'highlight'

/** A reader's rule about articles. */
export interface Rule {
  readonly id: number
  readonly reader: number
  readonly kind: RuleKind
  /** As the reader wrote it, in the language of search. */
  readonly query: string
  readonly createdAt: number
}

/** The ways by which a digest can be delivered. */
export type DigestChannel = 'file' | 'email' | 'webhook' | 'ntfy'

/** When a saved search has a digest of its own, in the reader's zone. */
export interface SearchSchedule {
  /** HH:MM. */
  readonly at: string
  /** Days of the week, 1 is Monday. */
  readonly days: readonly number[]
  /** Null for all that the reader has. */
  readonly channels: readonly DigestChannel[] | null
}

/** A search that a reader keeps. */
export interface SavedSearch {
  readonly id: number
  readonly name: string
  readonly query: string
  /** Whether it is shown among the tabs. */
  readonly asTab: boolean
  readonly createdAt: number
  /** Null without a digest of its own. */
  readonly digest: SearchSchedule | null
  /** Since when that schedule holds. */
  readonly digestSince: number | null
}

/** What a reader did with an article that tells what they care about. */
export type EngagementKind = 'read' | 'saved' | 'more' | 'less'

/** Why a weight is what it is. `faded` is what weeks without engagement took; `earlier` adds up moves too old to list. */
export type MoveCause = EngagementKind | 'configured' | 'category' | 'faded' | 'earlier'

/** One change of a weight. */
export interface Move {
  readonly cause: MoveCause
  readonly amount: number
  /** Null for what stands in the configuration: it has no moment. */
  readonly at: number | null
  /** Key of the article, or the configured words; null where nothing is to be named. */
  readonly by: string | null
}

/** One term a reader's engagement has weighed. */
export interface Interest {
  /** A stem or a character bigram, as vectors count it. */
  readonly term: string
  /** A word the reader saw it as. */
  readonly written: string
  /** Negative for what the reader wants less of. */
  readonly weight: number
  readonly engagedAt: number
  /** From when the next week without engagement is counted. */
  readonly fadesFrom: number
  /** Oldest first; they add up to the weight. */
  readonly moves: readonly Move[]
}

/** What the configuration says of a reader: it stands until the file changes. */
export interface StandingInterests {
  /** Words and their weight. */
  readonly interests: Readonly<Record<string, number>>
  /** Categories of the sources; they add weight once there is a profile. */
  readonly categories: readonly string[]
  /** Languages of the tabs, which tell how the words are stemmed. */
  readonly languages: readonly string[]
}

/** What a reader cares about: plain data, fit for JSON. */
export interface Profile {
  /** Grows with every change, so that a score knows whether its likeness still holds. */
  readonly version: number
  readonly standing: StandingInterests
  /** By term. */
  readonly learned: readonly Interest[]
}

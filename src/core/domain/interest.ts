/** An action of a reader on an article that shows interest. */
export type EngagementKind = 'read' | 'saved' | 'skipped' | 'more' | 'less'

/** The cause of a change. `faded` is the decay of weeks without engagement; `earlier` sums changes too old to list. */
export type MoveCause = EngagementKind | 'configured' | 'category' | 'faded' | 'earlier'

/** One change of a weight. */
export interface Move {
  readonly cause: MoveCause
  readonly amount: number
  /** Null for configured weights, which have no time. */
  readonly at: number | null
  /** Key of the article, or the configured words; null without either. */
  readonly by: string | null
}

/** A term with a weight learned from engagement. */
export interface Interest {
  /** A stem or a character bigram, as in the vectors. */
  readonly term: string
  /** The word it was made from. */
  readonly written: string
  /** Negative for what the reader wants less of. */
  readonly weight: number
  readonly engagedAt: number
  /** When the next week without engagement begins. */
  readonly fadesFrom: number
  /** Oldest first; they add up to the weight. */
  readonly moves: readonly Move[]
}

/** The configured interests of a reader; they change only with the file. */
export interface StandingInterests {
  /** Words and their weight. */
  readonly interests: Readonly<Record<string, number>>
  /** Categories of the sources; they add weight once there is a profile. */
  readonly categories: readonly string[]
  /** Languages of the tabs, which tell how the words are stemmed. */
  readonly languages: readonly string[]
}

/** A reader's interests: plain data that can be stored as JSON. */
export interface Profile {
  /** Increases with every change, so that a stored score can be checked for validity. */
  readonly version: number
  readonly standing: StandingInterests
  /** By term. */
  readonly learned: readonly Interest[]
  /** Of how many articles, and on which days (since 1970, only as many as are needed), it was learned. */
  readonly engaged: { readonly articles: number; readonly days: readonly number[] }
  /** When it was last reset; what was done with articles before does not count. */
  readonly since: number
}

/** How a topic moved since the window before. */
export type TrendTag = 'EMERGING' | 'TRENDING' | 'FADING'

/** Articles in the window before and in this one, and the tag the two earn. */
export interface Trend {
  readonly tag: TrendTag | null
  readonly before: number
  readonly now: number
  /** Articles per window, oldest first, this one last: what a sparkline draws. */
  readonly history: readonly number[]
}

/** What a digest groups by. Articles and stories are named by their keys. */
export interface Topic {
  /** Key of its lead's story: lasting as long as the story is. */
  readonly key: string
  readonly label: string
  readonly lead: string
  /** Best first, the lead among them. */
  readonly members: readonly string[]
  readonly stories: readonly string[]
  /** The highest score of a member. */
  readonly score: number
  /** Null when there is no earlier window to compare with. */
  readonly trend: Trend | null
}

/** A topic of the window before that is gone from this one. */
export interface VanishedTopic {
  readonly key: string
  readonly label: string
  readonly before: number
}

/** The heaviest terms of a vector by their lasting numbers, ascending, with weights of four digits: fit for JSON. */
export interface CompactVector {
  readonly ids: readonly number[]
  readonly weights: readonly number[]
}

/** What the next window needs of a topic to know it again. */
export interface TopicSnapshot {
  readonly key: string
  readonly label: string
  readonly stories: readonly string[]
  readonly centroid: CompactVector
  /** Articles in this window. */
  readonly count: number
  /** Articles per window, oldest first, this one last. */
  readonly history: readonly number[]
}

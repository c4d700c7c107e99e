/** How a topic changed since the window before. */
export type TrendTag = 'EMERGING' | 'TRENDING' | 'FADING'

/** Articles in the window before and in this one, and the resulting tag. */
export interface Trend {
  readonly tag: TrendTag | null
  readonly before: number
  readonly now: number
  /** Articles per window, oldest first, this one last: the values of a sparkline. */
  readonly history: readonly number[]
}

/** A group of a digest. Articles and stories are referred to by key. */
export interface Topic {
  /** Key of its lead's story. */
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

/** A topic of the window before without a continuation in this one. */
export interface VanishedTopic {
  readonly key: string
  readonly label: string
  readonly before: number
}

/** The heaviest terms of a vector by their hash, ascending, with weights of four digits, for JSON. */
export interface CompactVector {
  readonly ids: readonly number[]
  readonly weights: readonly number[]
}

/** What the next window needs to recognise a topic. */
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

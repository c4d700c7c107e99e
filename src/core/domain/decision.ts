import type { Disposition } from './disposition.ts'
import type { LayerName, Match } from './match.ts'

/** Which of two versions is kept; `standing` is the stored one. */
export type Keeps = 'both' | 'standing' | 'newcomer'

/** The result for a new article, with the reasons. */
export interface Decision {
  readonly disposition: Disposition
  readonly keeps: Keeps
  /** Key of the article that it is a version, a copy or a story member of; null when there is none. */
  readonly of: string | null
  /** Keys of stored articles that the new one, or the article that beat it, replaces. */
  readonly replaces: readonly string[]
  /** The best few matches of each layer, including those overturned by a veto. */
  readonly matches: readonly Match[]
  /** How many matches each layer found in all. */
  readonly found: Readonly<Partial<Record<LayerName, number>>>
}

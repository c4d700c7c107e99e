import type { Disposition } from './disposition.ts'
import type { LayerName, Match } from './match.ts'

/** Which of two versions is kept; `both` where every article is kept. */
export type Keeps = 'both' | 'existing' | 'newcomer'

/** The outcome for a newcomer, with the matches that led to it. */
export interface Decision {
  readonly disposition: Disposition
  readonly keeps: Keeps
  /** Key of the article that it is a version, a copy or a story member of; null when there is none. */
  readonly of: string | null
  /** Keys of existing articles that are replaced by the newcomer, or by the article kept instead. */
  readonly replaces: readonly string[]
  /** The best few matches of each layer, including those overturned by a veto. */
  readonly matches: readonly Match[]
  /** How many matches each layer found in all. */
  readonly found: Readonly<Partial<Record<LayerName, number>>>
}

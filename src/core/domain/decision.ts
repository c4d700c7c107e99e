import type { Disposition } from './disposition.ts'
import type { LayerName, Match } from './match.ts'

/** Which of two versions stands; `both` where nothing is thrown away. */
export type Keeps = 'both' | 'standing' | 'newcomer'

/** What became of a newcomer, and why. */
export interface Decision {
  readonly disposition: Disposition
  readonly keeps: Keeps
  /** Key of the article it is a version, a copy or a companion of; null when there is none. */
  readonly of: string | null
  /** Keys of standing articles the newcomer, or what beat it, takes the place of. */
  readonly replaces: readonly string[]
  /** The best few of each layer, those a veto overturned included. */
  readonly matches: readonly Match[]
  /** How many each layer found in all. */
  readonly found: Readonly<Partial<Record<LayerName, number>>>
}

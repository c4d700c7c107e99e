import type { PairVeto } from './pair-evidence.ts'

/** The layer that found two articles related, cheapest first. */
export type LayerName = 'guid' | 'url' | 'title' | 'content' | 'event'

/** The measure that a layer uses. */
export type Measure =
  | 'equal'
  | 'soft-idf'
  | 'letters'
  | 'jaccard'
  | 'jaro-winkler'
  | 'levenshtein'
  | 'shingles'
  | 'simhash'
  | 'minhash'
  | 'sentences'
  | 'pair'
  | 'entities'

/** The rule that overturned a sufficient value. */
export type Veto = 'numbers' | 'decisive-word' | 'same-source' | 'content' | PairVeto

/** One layer's finding about two articles; with a veto it does not count. */
export interface Match {
  readonly layer: LayerName
  /** Key of the other article. */
  readonly with: string
  readonly measure: Measure
  readonly value: number
  readonly threshold: number
  /** `same`: one is a copy or a version of the other; `linked`: they tell one event. */
  readonly relation: 'same' | 'linked'
  readonly veto: Veto | null
  /** Version of the rules. */
  readonly rule: number
}

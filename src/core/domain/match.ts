import type { PairVeto } from './pair-evidence.ts'

/** The layer that found two articles related, cheapest first. */
export type LayerName = 'guid' | 'url' | 'title' | 'content' | 'event'

/** How a layer measures. */
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

/** What overturned a value that would have sufficed. */
export type Veto = 'numbers' | 'decisive-word' | 'same-source' | 'content' | PairVeto

/** One layer's finding about two articles; with a veto it is the finding that did not count. */
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
  /** Version of the rules it was found by. */
  readonly rule: number
}

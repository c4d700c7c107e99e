import { pairValue } from '../../../src/core/dedup/pair-rule.ts'
import type { LabelledPair } from './corpus.ts'
import { pairSetOf } from './labelled-sets.ts'
import { type PairScores, scoresOf } from './measures.ts'
import { bestF1, SHIPPED } from './score-policy.ts'

/** What the pair rule makes of labelled pairs: the best F1 any threshold gives, and the scores at the product's own. */
export type PairValueScores = { readonly best: number; readonly own: PairScores }

/** Runs the product's pair rule over pairs that have neither times nor sources, whatever a veto says. */
export function scorePairValues(pairs: readonly LabelledPair[]): PairValueScores {
  const set = pairSetOf('pairs', pairs)
  const isLinked = ({ evidence, setting }: (typeof set.pairs)[number]) =>
    pairValue(evidence, setting) >= SHIPPED.threshold
  const wanted = pairs.filter(({ same }) => same).length
  const linked = set.pairs.filter(isLinked)
  const hits = linked.filter(({ same }) => same).length
  return { best: bestF1(set, SHIPPED), own: scoresOf(hits, linked.length - hits, wanted - hits) }
}

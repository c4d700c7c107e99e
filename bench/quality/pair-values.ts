import { epochZero } from '../../src/core/dedup/epoch.ts'
import { pairValue } from '../../src/core/dedup/pair-rule.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { printOf } from '../../src/core/dedup/print.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'
import { pairOf } from '../fit/labelled-window.ts'
import type { LabelledPair, PairSide } from './corpus.ts'
import { type PairScores, scoresOf } from './measures.ts'

/** What the pair rule makes of labelled pairs: the best F1 any threshold gives, and the scores at the product's own. */
export type PairValueScores = { readonly best: number; readonly bestAt: number; readonly own: PairScores }

/** Runs the product's pair rule over pairs that have neither times nor sources. */
export function scorePairValues(pairs: readonly LabelledPair[]): PairValueScores {
  const { threshold } = policyOf('calibrated').pairs
  const valued = pairs.map((pair) => ({ same: pair.same, value: certaintyOf(pair) })).sort((a, b) => b.value - a.value)
  const wanted = valued.filter(({ same }) => same).length
  let [best, bestAt, hits] = [0, 1, 0]
  valued.forEach(({ same, value }, at) => {
    if (same) hits++
    const isLast = at + 1 === valued.length || valued[at + 1]!.value < value
    const f1 = (2 * hits) / (at + 1 + wanted)
    if (isLast && value > 0 && f1 > best) [best, bestAt] = [f1, value]
  })
  const linked = valued.filter(({ value }) => value >= threshold)
  const found = linked.filter(({ same }) => same).length
  return { best, bestAt, own: scoresOf(found, linked.length - found, wanted - found) }
}

/** Certainty of one event, whatever a veto says. */
function certaintyOf({ id, a, b, language }: LabelledPair): number {
  const print = (side: PairSide, name: string) =>
    printOf({
      key: keyHash(`${id} ${name}`),
      feed: 0,
      guid: `${id} ${name}`,
      url: null,
      urlKey: null,
      sourceName: null,
      publisher: null,
      language,
      title: side.title,
      text: side.body,
      published: null,
      firstSeen: 0,
      contentHash: keyHash(side.title),
      wordCount: 0,
    })
  const { evidence, setting } = pairOf(print(a, 'a'), print(b, 'b'), epochZero())
  return pairValue(evidence, setting)
}

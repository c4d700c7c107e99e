import { type Epoch, epochZero, withWindow } from '../../../src/core/dedup/epoch/epoch.ts'
import { comparePair, hoursBetween, weighedIn } from '../../../src/core/dedup/judge-pair.ts'
import { PAIR_POLICY, type PairSetting } from '../../../src/core/dedup/pair-rule.ts'
import { settingOf } from '../../../src/core/dedup/pair-setting.ts'
import { policyOf } from '../../../src/core/dedup/policies.ts'
import { inOrder } from '../../../src/core/dedup/rules.ts'
import { createNeighbourIndex } from '../../../src/core/dedup/stories/neighbour-index.ts'
import { isCopy } from '../../../src/core/dedup/stories/story-edge.ts'
import { undatedMass } from '../../../src/core/dedup/stories/story-policy.ts'
import type { PairEvidence } from '../../../src/core/domain/pair-evidence.ts'
import type { Print } from '../../../src/core/domain/print.ts'

/** An article of a labelled set. */
export interface LabelledArticle {
  readonly print: Print
  /** The event it tells. */
  readonly gold: string
  readonly feed: string | null
}

/** A pair that heavy terms bring together. */
export interface LabelledPairEvidence {
  readonly a: number
  readonly b: number
  readonly evidence: PairEvidence
  readonly setting: PairSetting
  readonly isCopy: boolean
}

/** Articles that are compared with each other, and everything about their pairs that no weight changes. */
export interface LabelledWindow {
  readonly articles: readonly LabelledArticle[]
  readonly pairs: readonly LabelledPairEvidence[]
  /** What is expected of each besides what its text says: more of those without a time. */
  readonly undatedMasses: readonly number[]
  /** The number of terms of each body, its feed's boilerplate left out. */
  readonly bodyTerms: readonly number[]
}

/** Compares all articles of a window that could share a story. */
export function labelledWindow(articles: readonly LabelledArticle[]): LabelledWindow {
  const epoch = withWindow(
    epochZero(),
    articles.map(({ print }) => print),
  )
  const index = createNeighbourIndex()
  const pairs: LabelledPairEvidence[] = []
  articles.forEach(({ print }, place) => {
    const own = weighedIn(print, epoch)
    for (const near of index.find(own.heavy)) {
      const other = articles[near]!.print
      if (weighedIn(other, epoch).language !== own.language) continue
      const hours = hoursBetween(print.published, other.published)
      if (hours === null || hours <= PAIR_POLICY.reachHours)
        pairs.push({ a: near, b: place, ...pairOf(other, print, epoch) })
    }
    index.add(place, own.heavy)
  })
  const undatedMasses = articles.map(({ print }) =>
    print.published === null ? undatedMass(epoch.window!.undatedIn(weighedIn(print, epoch).language)) : 1,
  )
  const bodyTerms = articles.map(({ print }) => weighedIn(print, epoch).bodyTerms)
  return { articles, pairs, undatedMasses, bodyTerms }
}

/** What the pair rule goes by. */
export function pairOf(a: Print, b: Print, epoch: Epoch): Omit<LabelledPairEvidence, 'a' | 'b'> {
  const [first, second] = inOrder(a, b)
  const evidence = comparePair(first, second, epoch)
  const setting = settingOf(first.title, second.title, weighedIn(first, epoch).language)
  return { evidence, setting, isCopy: isCopy(evidence, second, first, { policy: policyOf('calibrated'), epoch }) }
}

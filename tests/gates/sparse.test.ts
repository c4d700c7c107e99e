import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { epochZero, withWindow } from '../../src/core/dedup/epoch/epoch.ts'
import { policyOf } from '../../src/core/dedup/policies.ts'
import { refine } from '../../src/core/dedup/stories/refine.ts'
import { gate } from '../support/gate.ts'
import { readItems, readPairs } from '../support/quality/corpus.ts'
import { articlesOf } from '../support/quality/labelled-sets.ts'
import { labelledWindow } from '../support/quality/labelled-window.ts'
import { scorePairValues } from '../support/quality/pair-values.ts'
import { SHIPPED, storiesOf } from '../support/quality/score-policy.ts'
import { type SparseScores, scoreSparseSet } from '../support/quality/sparse-sets.ts'

/* Sets in which most articles stand alone, as in a reader's feeds, and an invented weekend with running events. */

const known = new Map<string, SparseScores>()

function scoresOf(shared: string, corpus: string, set: string): SparseScores {
  const scores = known.get(set) ?? scoreSparseSet(join(shared, 'corpora', corpus), set)
  known.set(set, scores)
  const { acrossFeeds, withinOne, unconnected, pairwise } = scores
  const pairs = `P ${pairwise.p.toFixed(3)} R ${pairwise.r.toFixed(3)} F1 ${pairwise.f1.toFixed(3)}`
  process.stderr.write(
    `${set}: false stories ${acrossFeeds.toFixed(1)} across feeds, ${withinOne.toFixed(1)} within one; ${unconnected} unconnected; ${pairs}\n`,
  )
  return scores
}

describe('articles that mostly stand alone', () => {
  gate('in background at most 2 false stories per 1,000 across feeds and 3 within one', (shared) => {
    const { acrossFeeds, withinOne } = scoresOf(shared, 'dedup-sparse', 'background')
    expect(acrossFeeds).toBeLessThanOrEqual(2)
    expect(withinOne).toBeLessThanOrEqual(3)
  })
  gate('in singles at most 8 false stories per 1,000', (shared) => {
    expect(scoresOf(shared, 'dedup-sparse', 'singles').acrossFeeds).toBeLessThanOrEqual(8)
  })
  gate('in mixed precision is at least .90 and F1 .80', (shared) => {
    const { pairwise } = scoresOf(shared, 'dedup-sparse', 'mixed')
    expect(pairwise.p).toBeGreaterThanOrEqual(0.9)
    expect(pairwise.f1).toBeGreaterThanOrEqual(0.8)
  })
  gate('on the weekend precision is at least .99 and F1 .70', (shared) => {
    const { pairwise } = scoresOf(shared, 'weekend', 'weekend')
    expect(pairwise.p).toBeGreaterThanOrEqual(0.99)
    expect(pairwise.f1).toBeGreaterThanOrEqual(0.7)
  })
  for (const [corpus, set] of [
    ['dedup-sparse', 'background'],
    ['dedup-sparse', 'mixed'],
    ['dedup-sparse', 'singles'],
    ['weekend', 'weekend'],
  ] as const)
    gate(`every story of ${set} is connected by links that hold`, (shared) => {
      expect(scoresOf(shared, corpus, set).unconnected).toBe(0)
    })
})

describe('the certainty of a pair tells labelled pairs apart', () => {
  for (const [set, floor] of [
    ['sts-headlines', 0.85],
    ['zh-titles', 0.78],
    ['tg-pairs', 0.84],
  ] as const)
    gate(`best F1 on ${set} is at least ${floor}`, (shared) => {
      const { best } = scorePairValues(readPairs(join(shared, 'corpora', 'dedup'), set))
      process.stderr.write(`${set}: ${best.toFixed(4)}\n`)
      expect(best).toBeGreaterThanOrEqual(floor)
    })
})

gate('stories are those that judging every pair at once would choose', (shared) => {
  const articles = articlesOf(readItems(join(shared, 'corpora', 'weekend'), 'weekend')).toSorted(
    ({ print: a }, { print: b }) => a.published! - b.published! || (a.key < b.key ? -1 : 1),
  )
  const plain = storiesOf(labelledWindow(articles), SHIPPED)
  const prints = articles.map(({ print }) => print)
  const { memberships } = refine(prints, { policy: policyOf('calibrated'), epoch: withWindow(epochZero(), prints) })
  const storyOf = new Map(memberships.map(({ article, story }) => [article, story]))
  const groups = (names: readonly unknown[]) => names.map((name) => names.indexOf(name))
  expect(groups(prints.map(({ key }) => storyOf.get(key)))).toEqual(groups([...plain]))
})

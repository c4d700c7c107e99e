import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type SparseScores, scoreSparseSet } from '../../bench/quality/sparse-sets.ts'
import { gate } from '../support/shared-material.ts'

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
  gate('in background at most 3 false stories per 1,000 across feeds and 5 within one', (shared) => {
    const { acrossFeeds, withinOne } = scoresOf(shared, 'dedup-sparse', 'background')
    expect(acrossFeeds).toBeLessThanOrEqual(3)
    expect(withinOne).toBeLessThanOrEqual(5)
  })
  gate('in singles at most 8 false stories per 1,000', (shared) => {
    expect(scoresOf(shared, 'dedup-sparse', 'singles').acrossFeeds).toBeLessThanOrEqual(8)
  })
  gate('in mixed precision and F1 do not fall below what was reached', (shared) => {
    const { pairwise } = scoresOf(shared, 'dedup-sparse', 'mixed')
    expect(pairwise.p).toBeGreaterThanOrEqual(0.9)
    expect(pairwise.f1).toBeGreaterThanOrEqual(0.77)
  })
  gate('on the weekend precision and F1 do not fall below what was reached', (shared) => {
    const { pairwise } = scoresOf(shared, 'weekend', 'weekend')
    expect(pairwise.p).toBeGreaterThanOrEqual(0.92)
    expect(pairwise.f1).toBeGreaterThanOrEqual(0.57)
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

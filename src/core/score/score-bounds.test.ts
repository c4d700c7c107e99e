import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoreInputs } from '../domain/score.ts'
import { scoreArticle } from './score-article.ts'
import { scoreBounds } from './score-bounds.ts'
import { SCORE_POLICY, scorePolicy } from './score-policy.ts'

const share = () => fc.double({ min: 0, max: 1, noNaN: true })

const inputs = (): fc.Arbitrary<ScoreInputs> =>
  fc.record({
    tier: fc.constantFrom('T1', 'T2', 'T3', 'T4', 'T5'),
    tierFrom: fc.constant('default'),
    successShare: share(),
    hoursOld: fc.double({ min: 0, max: 300, noNaN: true }),
    lambda: fc.constantFrom(0, 0.01, 0.03, 1),
    dateUncertain: fc.boolean(),
    sources: fc.nat(6),
    tiers: fc.integer({ min: 1, max: 5 }),
    likeness: fc.option(share()),
    words: fc.nat(1200),
    hasData: fc.boolean(),
    hasList: fc.boolean(),
    hasReference: fc.boolean(),
    partialContent: fc.boolean(),
  })

const policy = () =>
  fc.tuple(share(), share()).map(([a, b]) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    const weights = {
      authority: low,
      recency: high - low,
      corroboration: 0,
      relevance: (1 - high) / 2,
      depth: (1 - high) / 2,
    }
    return scorePolicy({ weights })
  })

test('no text makes a score less or more than its bounds', () => {
  fc.assert(
    fc.property(inputs(), fc.oneof(fc.constant(SCORE_POLICY), policy()), (all, policy) => {
      const { likeness, hasData, hasList, hasReference, ...known } = all
      const { least, most } = scoreBounds(known, likeness !== null, policy)
      const { value } = scoreArticle(all, policy, { now: 0, profileVersion: 0 })
      expect(value).toBeGreaterThanOrEqual(least)
      expect(value).toBeLessThanOrEqual(most)
    }),
  )
})

test('the bounds are scores that a text can have', () => {
  fc.assert(
    fc.property(inputs(), (all) => {
      const { likeness: _, hasData: __, hasList: ___, hasReference: ____, ...known } = all
      const [poor, rich] = [false, true].map((says) => {
        const text = { likeness: Number(says), hasData: says, hasList: says, hasReference: says }
        return scoreArticle({ ...known, ...text }, SCORE_POLICY, { now: 0, profileVersion: 0 }).value
      })
      expect(scoreBounds(known, true, SCORE_POLICY)).toEqual({ least: poor, most: rich })
    }),
  )
})

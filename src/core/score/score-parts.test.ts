import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScoreInputs } from '../domain/score.ts'
import { authority, successShare } from './authority.ts'
import { corroboration, countSources } from './corroboration.ts'
import { depth } from './depth.ts'
import { hoursOld, recency } from './recency.ts'
import { likenessTo, relevance } from './relevance.ts'
import { scoreArticle, scoreParts } from './score-article.ts'
import { SCORE_POLICY, scorePolicy } from './score-policy.ts'

const HOUR = 3_600_000
const policy = SCORE_POLICY

describe('authority', () => {
  test.each([
    ['T1', 95],
    ['T2', 80],
    ['T3', 65],
    ['T4', 50],
    ['T5', 30],
  ] as const)('%s is worth %d', (tier, expected) => expect(authority({ tier, successShare: 1 }, policy)).toBe(expected))

  test('falls with the share of failed polls', () =>
    expect(authority({ tier: 'T2', successShare: 27 / 30 }, policy)).toBeCloseTo(72))

  test.each([
    ['is one before the first poll', 0, 0, 1],
    ['is successes over polls', 40, 30, 0.75],
  ])('success share %s', (_fact, polls, successes, expected) =>
    expect(successShare({ polls, successes })).toBe(expected),
  )
})

describe('recency', () => {
  test.each([
    [0, 100],
    [6, 84],
    [12, 70],
    [24, 49],
    [48, 24],
    [72, 12],
  ])('%d hours leave %d', (hours, expected) =>
    expect(Math.round(recency({ hoursOld: hours, lambda: 0.03, dateUncertain: false }, policy))).toBe(expected),
  )

  test('half is left after 23 hours', () =>
    expect(Math.round(recency({ hoursOld: 23, lambda: 0.03, dateUncertain: false }, policy))).toBe(50))

  test('an uncertain date takes a fifth', () =>
    expect(recency({ hoursOld: 0, lambda: 0.03, dateUncertain: true }, policy)).toBeCloseTo(80))

  test('what is dated ahead is as new as can be', () => expect(hoursOld(5 * HOUR, 2 * HOUR)).toBe(0))
  test('hours are counted in parts', () => expect(hoursOld(0, 1.5 * HOUR)).toBe(1.5))
  test('a week is judged by a lambda of 0.01', () => expect(scorePolicy({}, 'weekly').lambda).toBe(0.01))
  test('unless a lambda is set', () => expect(scorePolicy({ lambda: 0.05 }, 'weekly').lambda).toBe(0.05))
})

describe('corroboration', () => {
  test.each([
    ['one source', 1, 1, 25],
    ['two sources', 2, 1, 50],
    ['three sources of two tiers', 3, 2, 75],
    ['three sources of three tiers', 3, 3, 85],
    ['four sources', 4, 1, 100],
    ['four sources of three tiers, capped', 4, 3, 100],
    ['nine sources, capped', 9, 1, 100],
  ])('%s', (_fact, sources, tiers, expected) => expect(corroboration({ sources, tiers }, policy)).toBe(expected))

  const witnesses = [
    { feed: 1, tier: 'T1' },
    { feed: 2, tier: 'T3' },
    { feed: 2, tier: 'T3' },
    { feed: 3, tier: 'T3' },
  ] as const

  test.each([
    ['newsrooms are the story’s', { newsrooms: 2 }, 'newsrooms', { sources: 2, tiers: 2 }],
    ['feeds are counted one by one', { newsrooms: 2 }, 'feeds', { sources: 3, tiers: 2 }],
    ['without a story an article stands for itself', null, 'newsrooms', { sources: 1, tiers: 2 }],
  ] as const)('%s', (_fact, story, counted, expected) =>
    expect(countSources(story, witnesses, { corroboration: counted })).toEqual(expected),
  )
})

describe('relevance', () => {
  test.each([
    ['is neutral without a profile', null, 50],
    ['is the cosine times a hundred', 0.37, 37],
    ['does not fall below nothing', -0.2, 0],
  ])('%s', (_fact, likeness, expected) => expect(relevance({ likeness }, policy)).toBeCloseTo(expected))

  test('likeness is never negative', () => {
    const profile = { ids: Uint32Array.of(1), weights: Float64Array.of(-1) }
    expect(likenessTo(profile, { ids: Uint32Array.of(1), weights: Float64Array.of(1) })).toBe(0)
  })
})

describe('depth', () => {
  const plain = { hasData: false, hasList: false, hasReference: false, partialContent: false }
  test.each([
    [0, 20],
    [199, 20],
    [200, 50],
    [499, 50],
    [500, 75],
    [999, 75],
    [1000, 100],
    [5000, 100],
  ])('%d words are worth %d', (words, expected) => expect(depth({ ...plain, words }, policy)).toBe(expected))

  test.each([
    ['data adds 15', { hasData: true }, 65],
    ['a list adds 10', { hasList: true }, 60],
    ['a reference adds 10', { hasReference: true }, 60],
    ['all together add 35', { hasData: true, hasList: true, hasReference: true }, 85],
    ['a truncated text is capped at 40', { hasData: true, partialContent: true }, 40],
  ])('%s', (_fact, given, expected) => expect(depth({ ...plain, words: 300, ...given }, policy)).toBe(expected))

  test('is capped at 100', () => expect(depth({ ...plain, words: 1000, hasData: true }, policy)).toBe(100))
  test('a short truncated text keeps its 20', () =>
    expect(depth({ ...plain, words: 60, partialContent: true }, policy)).toBe(20))
})

const inputs: fc.Arbitrary<ScoreInputs> = fc.record({
  tier: fc.constantFrom('T1', 'T2', 'T3', 'T4', 'T5'),
  tierFrom: fc.constant('source'),
  successShare: fc.double({ min: 0, max: 1, noNaN: true }),
  hoursOld: fc.double({ min: 0, max: 10_000, noNaN: true }),
  lambda: fc.constantFrom(0.01, 0.03, 0.05),
  dateUncertain: fc.boolean(),
  sources: fc.nat({ max: 40 }),
  tiers: fc.integer({ min: 1, max: 5 }),
  likeness: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  words: fc.nat({ max: 20_000 }),
  hasData: fc.boolean(),
  hasList: fc.boolean(),
  hasReference: fc.boolean(),
  partialContent: fc.boolean(),
})

describe('every score', () => {
  const taking = { now: 7, profileVersion: 3 }

  test('stays from 0 to 100, each part too', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { value, parts } = scoreArticle(given, policy, taking)
        for (const part of [value, ...Object.values(parts)]) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 300, seed: 8 },
    )
  })

  test.each([
    ['a better tier', 'authority', { tier: 'T4' }, { tier: 'T3' }],
    ['polls that succeed', 'authority', { successShare: 0.5 }, { successShare: 0.6 }],
    ['being newer', 'recency', { hoursOld: 9 }, { hoursOld: 8 }],
    ['a sure date', 'recency', { dateUncertain: true }, { dateUncertain: false }],
    ['one more source', 'corroboration', { sources: 2 }, { sources: 3 }],
    ['one more tier', 'corroboration', { tiers: 2 }, { tiers: 3 }],
    ['being nearer to the reader', 'relevance', { likeness: 0.2 }, { likeness: 0.3 }],
    ['more words', 'depth', { words: 400 }, { words: 800 }],
    ['data', 'depth', { hasData: false }, { hasData: true }],
    ['a list', 'depth', { hasList: false }, { hasList: true }],
    ['a reference', 'depth', { hasReference: false }, { hasReference: true }],
    ['a whole text', 'depth', { partialContent: true }, { partialContent: false }],
  ] as const)('is never lowered by %s', (_fact, part, less, more) => {
    fc.assert(
      fc.property(inputs, (given) => {
        const low = scoreArticle({ ...given, ...less }, policy, taking)
        const high = scoreArticle({ ...given, ...more }, policy, taking)
        expect(high.parts[part]).toBeGreaterThanOrEqual(low.parts[part])
        expect(high.value).toBeGreaterThanOrEqual(low.value)
      }),
      { numRuns: 60, seed: 8 },
    )
  })

  test.each([
    ['recency falls with age', 'recency', 'hoursOld', -1],
    ['corroboration grows with sources', 'corroboration', 'sources', 1],
    ['depth grows with words', 'depth', 'words', 1],
  ] as const)('%s', (_fact, part, input, direction) => {
    fc.assert(
      fc.property(inputs, fc.nat({ max: 500 }), (given, more) => {
        const [a, b] = [given, { ...given, [input]: given[input] + more }].map((one) => scoreParts(one, policy)[part])
        expect(direction * (b! - a!)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 100, seed: 8 },
    )
  })

  test('is the weighted sum of its parts and keeps all it came from', () => {
    const given: ScoreInputs = {
      tier: 'T1',
      tierFrom: 'registry',
      successShare: 1,
      hoursOld: 0,
      lambda: 0.03,
      dateUncertain: false,
      sources: 3,
      tiers: 3,
      likeness: null,
      words: 600,
      hasData: true,
      hasList: false,
      hasReference: true,
      partialContent: false,
    }
    const score = scoreArticle(given, policy, taking)
    expect(score.parts).toEqual({ authority: 95, recency: 100, corroboration: 85, relevance: 50, depth: 100 })
    expect(score.value).toBeCloseTo(0.25 * 95 + 0.2 * 100 + 0.2 * 85 + 0.2 * 50 + 0.15 * 100)
    expect(score).toMatchObject({ inputs: given, takenAt: 7, profileVersion: 3 })
  })
})

describe('scorePolicy', () => {
  test.each([
    ['weights that do not add up', { weights: { authority: 0.3 } }, /score\.weights must add up to 1, got 1\.05/],
    ['a weight out of range', { weights: { depth: -0.1 } }, /score\.weights\.depth must be from 0 to 1, got -0\.1/],
    ['a lambda out of range', { lambda: -1 }, /score\.lambda must be from 0 to 1, got -1/],
  ])('refuses %s', (_fact, settings, message) => expect(() => scorePolicy(settings)).toThrow(message))

  test('takes weights that add up', () =>
    expect(scorePolicy({ weights: { authority: 0.3, recency: 0.15 } }).weights.authority).toBe(0.3))
})

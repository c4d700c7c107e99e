import fc from 'fast-check'
import { expect, test } from 'vitest'
import { learnRhythm } from './learn-rhythm.ts'
import { defaultPollPolicy as policy } from './poll-policy.ts'

const hour = 3_600_000
const none = { gapMs: null, gapSpreadMs: null, lastNewAt: null }

test.each([
  ['one arrival: no gap yet', [5], { gapMs: null, gapSpreadMs: null, lastNewAt: 5 * hour }],
  ['two: a gap, no spread yet', [5, 8], { gapMs: 3 * hour, gapSpreadMs: null, lastNewAt: 8 * hour }],
  ['three at the same distance: no spread', [5, 8, 11], { gapMs: 3 * hour, gapSpreadMs: 0, lastNewAt: 11 * hour }],
  ['three at different distances: their difference', [0, 2, 6], { gapMs: 2.5 * hour, gapSpreadMs: 2 * hour }],
  ['arrivals in any order', [11, 5, 8], { gapMs: 3 * hour, gapSpreadMs: 0, lastNewAt: 11 * hour }],
  ['several together: one arrival', [5, 5.1, 8.1, 8.2, 11.2], { gapMs: 3 * hour }],
])('learnRhythm of %s', (_fact, hours, expected) =>
  expect(
    learnRhythm(
      none,
      hours.map((at) => at * hour),
      policy,
    ),
  ).toMatchObject(expected),
)

test('learnRhythm in one go is learnRhythm step by step', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000 * hour), { minLength: 1, maxLength: 30 }), (arrivals) => {
      const sorted = [...arrivals].sort((a, b) => a - b)
      const stepwise = sorted.reduce(
        (rhythm, at) => learnRhythm(rhythm, [at], policy),
        none as ReturnType<typeof learnRhythm>,
      )
      expect(learnRhythm(none, arrivals, policy)).toEqual(stepwise)
    }),
    { seed: 9, numRuns: 200 },
  )
})

test('learnRhythm of any beat finds the beat', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 3, max: 40 }), (hours, count) => {
      const arrivals = Array.from({ length: count }, (_, n) => n * hours * hour)
      expect(learnRhythm(none, arrivals, policy)).toMatchObject({ gapMs: hours * hour, gapSpreadMs: 0 })
    }),
    { seed: 10, numRuns: 50 },
  )
})

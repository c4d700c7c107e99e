import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEASURED } from './scale-costs.ts'
import { type Costs, firstLimit, HOURS, type Load, type Machines, mostFeeds, needsOf } from './scale-model.ts'

const FREE: Costs = {
  ...{ pollUs: 0, prepareUs: 0, decideUs: 0, storeUs: 0, serverStoreUs: 0, serverPollUs: 0, indexUs: 0 },
  ...{ serverIndexUs: 0, serverPruneUs: 0, printBytes: 0, diskBytes: 0 },
}
const LOAD: Load = { feeds: 1_000, articlesADay: 24_000, pollsAFeed: 24, days: 14 }
const ONE: Machines = { pollers: 1, admitter: 1, indexer: 1, server: 1, admitterMemoryGb: 16, diskGb: 1_000 }

test('the hours are a whole day', () => {
  expect(HOURS).toHaveLength(24)
  expect(HOURS.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
})

/* Runs of `npm run bench -- poll`, which were measured as a whole: docs/benchmarks.md, 10,000 feeds of 20 items on SQLite. */
describe('a measured pass', () => {
  test.each([
    ['over 10,000 feeds, all new', 10_000, 200_000, 178.97],
    ['over 10,000 feeds, nothing new', 10_000, 0, 6.87],
    ['over 1,000 feeds, all new', 1_000, 20_000, 14.44],
  ])('%s takes what is computed from its parts, within a third', (_name, feeds, articles, seconds) => {
    const { pollUs, prepareUs, decideUs } = MEASURED
    const needs = needsOf(
      { feeds, articlesADay: articles, pollsAFeed: 1, days: 1 },
      // Deciding and storing were measured as one there.
      { ...FREE, pollUs, prepareUs, decideUs },
    )
    const busiest = Math.max(...HOURS)
    const computed = ((needs.pollers + needs.admitter) * 3_600) / busiest
    expect(computed / seconds).toBeGreaterThan(0.66)
    expect(computed / seconds).toBeLessThan(1.34)
  })
})

test('what the admitting process cannot do at once waits, and no longer than the day lasts', () => {
  const few = needsOf(LOAD, { ...FREE, decideUs: 1_000 })
  expect(few.longestWaitMinutes).toBe(0)
  // Twice as much as the busiest hour bears.
  const most = 2 * (3_600_000_000 / (LOAD.articlesADay * Math.max(...HOURS)))
  const many = needsOf(LOAD, { ...FREE, decideUs: most })
  expect(many.admitter).toBeCloseTo(2, 6)
  expect(many.longestWaitMinutes).toBeGreaterThan(60)
})

test('the first limit is the part that is used most', () => {
  expect(firstLimit(LOAD, { ...FREE, printBytes: 1e6, diskBytes: 1 }, ONE)[0]).toBe('admitterMemoryGb')
  expect(firstLimit(LOAD, { ...FREE, serverPollUs: 1e6 }, ONE)[0]).toBe('server')
})

test('twice the load needs twice of everything', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 50 }), (feeds, perFeed) => {
      const load = { feeds, articlesADay: feeds * perFeed, pollsAFeed: 13, days: 14 }
      const twice = { ...load, feeds: feeds * 2, articlesADay: feeds * perFeed * 2 }
      const [once, more] = [needsOf(load, MEASURED), needsOf(twice, MEASURED)]
      for (const part of ['pollers', 'admitter', 'indexer', 'server', 'admitterMemoryGb', 'diskGb'] as const)
        expect(more[part] / once[part]).toBeCloseTo(2, 6)
    }),
  )
})

test('the most feeds that machines bear fit, and one more does not', () => {
  const perFeed = { articlesADay: 10, pollsAFeed: 13, days: 14 }
  const most = mostFeeds(perFeed, MEASURED, ONE)
  const at = (feeds: number) => firstLimit({ ...perFeed, feeds, articlesADay: 10 * feeds }, MEASURED, ONE)[1]
  expect(at(most)).toBeLessThanOrEqual(1)
  expect(at(most + 1)).toBeGreaterThan(1)
})

import { expect, test } from 'vitest'
import type { RefreshHints } from '../domain/feed-document.ts'
import type { Freshness } from '../domain/outcome.ts'
import { publisherMinimum } from './publisher-minimum.ts'

const hour = 3_600_000
const none: RefreshHints = {
  ttlMinutes: null,
  skipHours: [],
  skipDays: [],
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
}

test.each<[string, Partial<RefreshHints>, Freshness | null, number, string | null]>([
  ['nothing when nothing is said', {}, null, 0, null],
  ['the ttl', { ttlMinutes: 90 }, null, 1.5 * hour, 'ttl'],
  ['nothing for a ttl of 0', { ttlMinutes: 0 }, null, 0, null],
  ['nothing for a negative ttl', { ttlMinutes: -5 }, null, 0, null],
  ['a day at most', { ttlMinutes: 525_600 }, null, 24 * hour, 'ttl'],
  ['the period', { updatePeriod: 'hourly' }, null, hour, 'syndication'],
  ['the period, however written', { updatePeriod: ' Daily ', updateFrequency: 2 }, null, 12 * hour, 'syndication'],
  ['a share of a day for a frequency alone', { updateFrequency: 6 }, null, 4 * hour, 'syndication'],
  ['the whole period for a frequency of 0', { updatePeriod: 'hourly', updateFrequency: 0 }, null, hour, 'syndication'],
  ['nothing for an unknown period', { updatePeriod: 'often' }, null, 0, null],
  ['the freshness', {}, { ms: 2 * hour, by: 'expires' }, 2 * hour, 'expires'],
  [
    'the longest of all',
    { ttlMinutes: 30, updatePeriod: 'hourly' },
    { ms: 2 * hour, by: 'cache_control' },
    2 * hour,
    'cache_control',
  ],
])('publisherMinimum is %s', (_fact, hints, freshness, ms, by) =>
  expect(publisherMinimum({ ...none, ...hints }, freshness, 24 * hour)).toMatchObject({ ms, by }),
)

test('publisherMinimum says when it believes less than was asked', () => {
  expect(publisherMinimum({ ...none, ttlMinutes: 1441 }, null, 24 * hour).clamped).toBe(true)
  expect(publisherMinimum({ ...none, ttlMinutes: 1440 }, null, 24 * hour).clamped).toBe(false)
})

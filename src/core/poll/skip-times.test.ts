import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RefreshHints } from '../domain/feed-document.ts'
import { firstAllowed, skippedBy } from './skip-times.ts'

const hour = 3_600_000
const monday = Date.UTC(2026, 2, 2)
const hints = (skipHours: number[], skipDays: string[] = []): RefreshHints => ({
  ttlMinutes: null,
  skipHours,
  skipDays,
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
})

test.each([
  ['an hour that is not listed', monday + 5 * hour, hints([6]), monday + 5 * hour],
  ['the end of a listed hour', monday + 6.5 * hour, hints([6]), monday + 7 * hour],
  ['the end of a run of hours', monday + 6.5 * hour, hints([6, 7, 8]), monday + 9 * hour],
  ['a run over midnight', monday + 23.5 * hour, hints([23, 0, 1]), monday + 26 * hour],
  ['the end of a listed day', monday + 3 * hour, hints([], ['monday']), monday + 24 * hour],
  ['the end of day and hours together', monday + 3 * hour, hints([0, 1], ['monday']), monday + 26 * hour],
])('firstAllowed is %s', (_fact, at, given, expected) => expect(firstAllowed(at, given, at + 48 * hour)).toBe(expected))

test('firstAllowed gives up at the latest moment, even if every hour is listed', () => {
  const all = hints(Array.from({ length: 24 }, (_, n) => n))
  expect(firstAllowed(monday + 1, all, monday + 24 * hour)).toBe(monday + 24 * hour)
})

test('firstAllowed is the first minute a slow search would find', () => {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
  fc.assert(
    fc.property(
      fc.nat(7 * 24 * 60),
      fc.uniqueArray(fc.nat(23), { maxLength: 20 }),
      fc.uniqueArray(fc.constantFrom(...days), { maxLength: 5 }),
      (minutes, hours, skipDays) => {
        const at = monday + minutes * 60_000
        const latest = at + 24 * hour
        const given = hints(hours, skipDays)
        let slow = at
        while (slow < latest && skippedBy(slow, given)) slow += 60_000
        expect(firstAllowed(at, given, latest)).toBe(Math.min(slow, latest))
      },
    ),
    { seed: 5, numRuns: 200 },
  )
})

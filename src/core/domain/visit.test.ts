import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IDLE_MS, type Visits, visitAt } from './visit.ts'

const MINUTE = 60_000
const NONE: Visits = { activeAt: null, since: null }
const at = (activeAt: number, since: number | null): Visits => ({
  activeAt: activeAt * MINUTE,
  since: since && since * MINUTE,
})

test.each<[string, Visits, number, Visits]>([
  ['the first visit knows no earlier one', NONE, 5, at(5, null)],
  ['a visit goes on while it is used', at(100, 20), 129, at(129, 20)],
  ['after thirty idle minutes another one begins', at(100, 20), 130, at(130, 100)],
  ['the second visit begins where the first ended', at(100, null), 500, at(500, 100)],
  ['a clock set back a little changes nothing', at(100, 20), 90, at(90, 20)],
  ['a clock set back far keeps what was new', at(100_000, 20), 90, at(90, 20)],
  ['an end in the future is unknown', at(100_000, 90_000), 90, at(90, null)],
  ['a clock set far ahead begins a visit', at(100, 20), 100_000, at(100_000, 100)],
])('%s', (_fact, visits, now, expected) => expect(visitAt(visits, now * MINUTE)).toEqual(expected))

test('devices that are active together see the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e12 }),
      fc.nat(IDLE_MS - 1),
      (last, now, later) => {
        const one = visitAt({ activeAt: last, since: null }, now)
        expect(visitAt(one, now + later).since).toBe(one.since)
      },
    ),
  )
})

test('whatever the clock does, the end of the visit before is never in the future', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (instants) => {
      let visits = NONE
      for (const now of instants) {
        visits = visitAt(visits, now)
        expect(visits.activeAt).toBe(now)
        expect(visits.since ?? 0).toBeLessThanOrEqual(now)
      }
    }),
  )
})

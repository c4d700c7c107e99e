import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, isoInZone, isZone, sourceZone } from './source-zone.ts'

const local = (text: string): number => Date.parse(`${text}Z`)
const shownAt = (zone: string, text: string): string => {
  const clocks = sourceZone(zone)
  return isoInZone(instantAt(local(text), clocks), clocks)
}

describe('source-zone', () => {
  test.each([
    ['Asia/Hong_Kong', true],
    ['UTC', true],
    ['+08:00', true],
    ['-0330', true],
    ['+15:00', false],
    ['Mars/Base', false],
    ['', false],
  ])('%s is a zone: %s', (zone, expected) => expect(isZone(zone)).toBe(expected))

  test.each([
    ['Asia/Hong_Kong', '2026-02-13T22:15:00', '2026-02-13T22:15:00+08:00'],
    ['America/New_York', '2026-07-13T22:15:00', '2026-07-13T22:15:00-04:00'],
    ['Asia/Kolkata', '2026-02-13T22:15:00', '2026-02-13T22:15:00+05:30'],
    ['+05:45', '2026-02-13T22:15:00', '2026-02-13T22:15:00+05:45'],
    ['UTC', '2026-02-13T22:15:00', '2026-02-13T22:15:00+00:00'],
    ['Europe/Oslo', '2026-10-25T02:30:00', '2026-10-25T02:30:00+02:00'],
    ['Europe/Oslo', '2026-03-29T02:30:00', '2026-03-29T03:30:00+02:00'],
  ])('in %s, %s is %s', (zone, text, expected) => expect(shownAt(zone, text)).toBe(expected))

  test('an instant is the same after it was shown and read again', () => {
    const at = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000)
    const zone = fc.constantFrom('Asia/Hong_Kong', 'America/New_York', 'Australia/Lord_Howe', 'UTC', '-03:30')
    fc.assert(
      fc.property(at, zone, (instant, name) => {
        expect(Date.parse(isoInZone(instant, sourceZone(name)))).toBe(instant)
      }),
      { numRuns: 100, seed: 20 },
    )
  })
})

import { expect, test } from 'vitest'
import { longTime, shortTime, timeOn, timeSpan } from './times.ts'

const view = { locale: 'en-GB', zone: 'Asia/Taipei', now: Date.parse('2026-11-16T10:00:00Z') }

test.each([
  ['of today is an hour', '2026-11-16T01:30:00Z', '09:30'],
  ['just after midnight of the reader is of today', '2026-11-15T16:05:00Z', '00:05'],
  ['of yesterday has its day', '2026-11-15T01:30:00Z', 'Sun 09:30'],
  ['of an earlier week is a date', '2026-10-01T01:30:00Z', '1 Oct'],
  ['of another year has its year', '2025-10-01T01:30:00Z', '1 Oct 2025'],
  ['ahead of now is a date', '2026-11-20T01:30:00Z', '20 Nov'],
])('a time %s', (_fact, at, expected) => {
  expect(shortTime(Date.parse(at), view)).toBe(expected)
})

test('a whole time names the day in the language of the page', () => {
  expect(longTime(Date.parse('2026-11-16T01:30:00Z'), { ...view, locale: 'de' })).toMatch(
    /^Montag, 16\. November 2026 um 09:30/,
  )
})

test.each([
  ['within one day names it once', '2026-11-16T01:30:00Z', '2026-11-16T04:00:00Z', 'Mon 16 Nov, 09:30 – 12:00'],
  [
    'over several days names both',
    '2026-11-14T01:30:00Z',
    '2026-11-16T04:00:00Z',
    'Sat 14 Nov, 09:30 – Mon 16 Nov, 12:00',
  ],
  ['of no length is one time', '2026-11-16T01:30:00Z', '2026-11-16T01:30:00Z', 'Mon 16 Nov, 09:30'],
])('a span %s', (_fact, from, to, expected) => {
  expect(timeSpan(Date.parse(from), Date.parse(to), view)).toBe(expected)
})

test('an hour under the heading of a date has its day only where the reader is on another', () => {
  expect(timeOn('2026-11-16', Date.parse('2026-11-16T01:30:00Z'), view)).toBe('09:30')
  expect(timeOn('2026-11-16', Date.parse('2026-11-16T20:30:00Z'), view)).toContain('17 Nov')
})

import { expect, test } from 'vitest'
import { longTime, shortTime } from './times.ts'

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

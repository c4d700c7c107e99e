import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(1994, 10, 6, 8, 0, 0)

test.each([
  ['seconds', { 'retry-after': '120' }, 120_000],
  ['seconds with space around', { 'retry-after': ' 120 ' }, 120_000],
  ['an RFC 1123 date', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 2_977_000],
  ['an RFC 850 date', { 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 2_977_000],
  ['an asctime date', { 'retry-after': 'Sun Nov  6 08:49:37 1994' }, 2_977_000],
  [
    "a date by the server's own clock",
    { 'retry-after': 'Sun, 06 Nov 1994 13:00:00 GMT', date: 'Sun, 06 Nov 1994 12:00:00 GMT' },
    3_600_000,
  ],
  ['nothing for zero', { 'retry-after': '0' }, null],
  ['nothing for a date that has passed', { 'retry-after': 'Sun, 06 Nov 1994 07:00:00 GMT' }, null],
  ['nothing for a negative number', { 'retry-after': '-5' }, null],
  ['nothing for words', { 'retry-after': 'soon' }, null],
  ['nothing for a date in no HTTP form', { 'retry-after': '1994-11-06' }, null],
  ['nothing without the header', {}, null],
])('retryAfterMs is %s', (_fact, headers, expected) =>
  expect(retryAfterMs(headers as Record<string, string>, now)).toBe(expected),
)

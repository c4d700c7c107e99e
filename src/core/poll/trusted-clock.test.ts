import { expect, test } from 'vitest'
import { isClockTrusted, timeByPublishers } from './trusted-clock.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY

test.each([
  ['no poll at all', [], true],
  ['a first day', [0], true],
  ['polls every day', [0, 1, 2], true],
  ['polls once a week', [6, 13, 20], true],
  ['a jump, and no poll since', [400, 401, 402], false],
  ['a jump, and polls on two days since', [0, 1, 401], false],
  ['three days of polls, whatever was before', [0, 1, 2], true],
  ['a machine that was off for two weeks', [14, 15, 16], false],
])('with %s a clock is trusted: %s', (_fact, daysAgo, isTrusted) => {
  const polledAt = daysAgo.map((days) => NOW - days * DAY)
  expect(isClockTrusted(NOW, polledAt)).toBe(isTrusted)
})

test.each([
  [
    'is the third feed’s date',
    [
      [1, 90],
      [1, 80],
      [2, 70],
      [3, 60],
      [4, 50],
    ],
    true,
    60,
  ],
  [
    'is the newest date of two feeds',
    [
      [1, 90],
      [2, 70],
      [2, 60],
    ],
    true,
    90,
  ],
  [
    'is the oldest of many dates of one feed',
    [
      [1, 90],
      [1, 80],
      [1, 70],
    ],
    false,
    70,
  ],
  ['is unknown without dates', [], true, null],
] as [string, [number, number][], boolean, number | null][])(
  'the time by publishers %s',
  (_fact, rows, areAll, time) => {
    const dates = rows.map(([feed, published]) => ({ feed, published }))
    expect(timeByPublishers(dates, areAll)).toBe(time)
  },
)

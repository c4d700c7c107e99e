import { expect, test } from 'vitest'
import { failedDays } from './daily-chart.tsx'

test('days with a failed visit are counted back from today', () => {
  const day = (date: string, polls: number, successes: number) => ({ date, polls, successes, newArticles: 0 })
  const days = [day('2026-10-20', 3, 3), day('2026-11-15', 4, 1), day('2026-11-17', 1, 0)]
  expect(failedDays(days, Date.UTC(2026, 10, 17, 23, 59))).toEqual([2, 0])
})

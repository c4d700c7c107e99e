import { expect, test } from 'vitest'
import { tableLines } from './table.ts'
import { textWidth } from './text-width.ts'

const columns = [
  { heading: 'FEED', shrinks: true },
  { heading: 'NEW', right: true },
]
const rows = [
  ['中央通訊社 即時新聞', '12'],
  ['A very long name of a feed that goes on and on', '3'],
]

test('columns line up though Chinese characters are twice as wide', () => {
  expect(tableLines(columns, [rows[0]!, ['AP', '3']], 80)).toEqual([
    'FEED                 NEW',
    '中央通訊社 即時新聞   12',
    'AP                     3',
  ])
})

test('a narrow terminal cuts the columns that may shrink and no other', () => {
  const lines = tableLines(columns, rows, 30)
  expect(lines.every((line) => textWidth(line) <= 30)).toBe(true)
  expect(lines[2]).toMatch(/…\s+3$/)
})

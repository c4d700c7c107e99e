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

const news = [
  { heading: 'NO', right: true },
  { heading: 'NEWEST' },
  { heading: 'NEWSROOMS', right: true, drops: true },
  { heading: 'REPRINTS', right: true, drops: true },
  { heading: 'SOURCE', shrinks: true },
  { heading: 'TITLE', main: true },
]
const title = 'Harbour bridge closed after inspectors find a cracked hanger'
const story = ['12', '2026-11-15 07:00', '3', '17', 'The Harbour Post and Evening Courier', title]

test.each([
  [60, ['NO', 'NEWEST', 'SOURCE', 'TITLE'], 24],
  [80, ['NO', 'NEWEST', 'NEWSROOMS', 'REPRINTS', 'SOURCE', 'TITLE'], 24],
  [200, ['NO', 'NEWEST', 'NEWSROOMS', 'REPRINTS', 'SOURCE', 'TITLE'], title.length],
])('in %i columns a headline can be read', (width, headings, least) => {
  const [head, line] = tableLines(news, [story], width)
  expect(head!.split(/\s+/)).toEqual(headings)
  expect(textWidth(line!)).toBeLessThanOrEqual(width)
  const start = textWidth(head!.slice(0, head!.indexOf('TITLE')))
  expect(textWidth(line!) - start).toBeGreaterThanOrEqual(least)
})

test('in a pipe nothing is cut, so that it can be searched', () => {
  const [, line] = tableLines(news, [story], Number.POSITIVE_INFINITY)
  expect(line).toContain(title)
  expect(line).toContain('The Harbour Post and Evening Courier')
})

import { expect, test } from 'vitest'
import { readStarred } from './read-starred.ts'
import { type SavedItem, writeStarred } from './write-starred.ts'

const whole = {
  url: 'https://a.example/1',
  title: 'A "title" <with> signs',
  html: '<p>Text</p>',
  author: 'Ann',
  publishedAt: 1_700_000_000_000,
  origin: 'The Paper',
}
const bare = { url: 'https://a.example/2', title: null, html: null, author: null, publishedAt: null, origin: null }

const readBack = (items: readonly SavedItem[]) => readStarred(JSON.stringify(writeStarred(items)))

test('what is written is read back as it was', () => {
  expect(readBack([whole, bare].map((item, id) => ({ ...item, id })))).toEqual({ items: [whole, bare], skipped: 0 })
})

test('an article without an address is written, and only its reader skips it', () => {
  const items = [{ ...whole, id: 1, url: null }]
  expect(writeStarred(items).items).toHaveLength(1)
  expect(readBack(items)).toEqual({ items: [], skipped: 1 })
})

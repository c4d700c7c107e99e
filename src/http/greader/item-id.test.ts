import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longItemId, parseItemId, STORIES_FROM } from './item-id.ts'

const articles = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const ids = fc.oneof(
  articles,
  articles.map((id) => STORIES_FROM + id),
)

test('every spelling of an id is understood', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const hex = id.toString(16).padStart(16, '0')
      const spellings = [
        String(id),
        hex,
        hex.toUpperCase(),
        longItemId(id),
        `tag:google.com,2005:reader/item/${id.toString(16)}`,
      ]
      expect(spellings.map(parseItemId)).toEqual(spellings.map(() => id))
    }),
  )
})

test.each([
  '',
  '0',
  '-1',
  '1.5',
  'ffffffffffffffff',
  '1000000000000000',
  'tag:google.com,2005:reader/item/',
  'tag:google.com,2005:reader/item/-1',
  'tag:google.com,2005:reader/item/00000000000000010',
  '99999999999999999999',
  'feed/1',
  // More than a database holds.
  '2147483648',
  '999999999999999',
])('%j is no id of ours', (text) => {
  expect(parseItemId(text)).toBeNull()
})

import { expect, test } from 'vitest'
import type { PreparedEntry } from '../domain/prepared.ts'
import { newestEntries } from './newest-entries.ts'

const entry = (guidKey: string, published: number) => ({ guidKey, article: { published } }) as PreparedEntry

test.each([
  ['in any order of the document', [entry('a', 1), entry('b', 9), entry('c', 5)], ['b', 'c']],
  ['the first of one instant', [entry('a', 4), entry('b', 4), entry('c', 4)], ['a', 'b']],
  ['all of a short document', [entry('a', 4)], ['a']],
])('the newest entries: %s', (_fact, entries, expected) =>
  expect(newestEntries(entries, 2).map(({ guidKey }) => guidKey)).toEqual(expected),
)

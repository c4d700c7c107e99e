import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { fnv1a32 } from '../../similar/hash.ts'
import { terms } from '../../similar/terms.ts'
import { isUnspaced, words } from '../../text/words.ts'
import { ownTerm } from './word-cache.ts'
import { createWordList } from './word-list.ts'

const word = fc.oneof(
  fc.constantFrom(
    'US',
    "don't",
    'two',
    'twenty',
    'five',
    'dozen',
    'million',
    '万人',
    '3',
    '1,200.5',
    '5bn',
    '๕ปี',
    '한국',
  ),
  fc.string({ unit: fc.constantFrom(...'abesท한漢のж𠮷'), minLength: 1, maxLength: 5 }),
)
const text = fc.array(word, { maxLength: 20 }).map((list) => list.join(' '))
const language = fc.constantFrom(null, 'en', 'de', 'ru', 'zh')

const list = createWordList()

test('the units of a list are the words of its text, hashed, and the letters of runs without spaces', () => {
  fc.assert(
    fc.property(text, language, (one, tag) => {
      list.clear(tag)
      list.read(one)
      const units = words(one).flatMap((found) => (isUnspaced(found) ? [...found] : [found]))
      expect(Array.from(list.units(), (unit) => unit >>> 0)).toEqual(units.map(fnv1a32))
    }),
    { numRuns: volume(80, 5_000), seed: 6 },
  )
})

test('the terms of a list are those of its text, hashed', () => {
  fc.assert(
    fc.property(text, language, (one, tag) => {
      const found: number[] = []
      list.clear(tag)
      list.read(one)
      list.eachTerm((term) => found.push(term >>> 0))
      expect(found).toEqual(terms(one, tag).map(fnv1a32))
    }),
    { numRuns: volume(120, 5_000), seed: 6 },
  )
})

test('a word is still known by its language when more have come than are kept', () => {
  const stems = () => [ownTerm('running', 'en'), ownTerm('running', 'de')]
  const before = stems()
  for (let at = 0; at < 90_000; at++) ownTerm(`w${at}`, 'en')
  expect(stems()).toEqual(before)
  expect(before[0]).not.toBe(before[1])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fnv1a32 } from '../similar/hash.ts'
import { terms } from '../similar/terms.ts'
import { words } from '../text/words.ts'
import { eachTerm } from './each-term.ts'
import { readWords, wordOf } from './known-words.ts'

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

test('the words are those of the text, whatever was read before', () => {
  fc.assert(
    fc.property(text, language, (one, tag) => {
      expect(readWords(one, tag).map((found) => found.text)).toEqual(words(one))
    }),
    { numRuns: 300, seed: 6 },
  )
})

test('their terms are those of the text, hashed', () => {
  fc.assert(
    fc.property(text, language, (one, tag) => {
      const found: number[] = []
      eachTerm(readWords(one, tag), tag, (term) => found.push(term >>> 0))
      expect(found).toEqual(terms(one, tag).map(fnv1a32))
    }),
    { numRuns: 500, seed: 6 },
  )
})

test('a word is still known by its language when more have come than are kept', () => {
  const stems = () =>
    [wordOf('running', 'en'), wordOf('running', 'de')].map((found) => found.kind === 'word' && found.term)
  const before = stems()
  for (let at = 0; at < 60_000; at++) wordOf(`w${at}`, 'en')
  expect(stems()).toEqual(before)
  expect(before[0]).not.toBe(before[1])
})

import { expect, test } from 'vitest'
import { cutAtClause } from './cut-at-clause.ts'
import { summaryWords } from './summary-words.ts'

test.each([
  [
    'at the last clause that fits',
    'The port reopened on Monday, the mayor said, after three weeks of repairs.',
    9,
    'The port reopened on Monday, the mayor said…',
  ],
  [
    'not inside a quotation',
    'The mayor told reporters that “the port, the heart of the town, is open again for all”.',
    10,
    'The mayor told reporters that…',
  ],
  [
    'not inside a number',
    'Some 1,000 ships waited outside the port for days on end',
    5,
    'Some 1,000 ships waited outside…',
  ],
  [
    'at a dash',
    'The man who opened fire had a history of illness -- some of it after his service in the army.',
    14,
    'The man who opened fire had a history of illness…',
  ],
  ['at a word when no clause fits', 'The port reopened on Monday after three weeks', 4, 'The port reopened…'],
])('cuts %s', (_fact, sentence, words, expected) => expect(cutAtClause(sentence, words, false)).toBe(expected))

test('cuts Chinese at a clause, two characters a word', () => {
  const sentence = '港口週一重新開放，市長表示，經過三週的維修，所有航線都已恢復正常。'
  const cut = cutAtClause(sentence, 8, true)
  expect(cut).toBe('港口週一重新開放，市長表示…')
  expect(summaryWords(cut, true)).toBeLessThanOrEqual(8)
})

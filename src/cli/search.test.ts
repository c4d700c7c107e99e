import { expect, test } from 'vitest'
import { lineOf } from './search.ts'

test.each([
  ['words as they are', ['rate', '-bank'], 'rate -bank'],
  ['an argument with blanks as the phrase it was', ['interest rate', 'bank'], '"interest rate" bank'],
  ['a field whose quotes the shell took', ['source:BBC News', '-author:A B'], 'source:"BBC News" -author:"A B"'],
  ['a whole line as a line', ['interest rate source:bbc'], 'interest rate source:bbc'],
  ['a line with an exclusion as a line', ['rate -bank'], 'rate -bank'],
  ['a line with alternatives as a line', ['quake OR flood'], 'quake OR flood'],
  ['alternatives that are phrases', ['tidal wave', 'OR', 'flood'], '"tidal wave" OR flood'],
  ['a line with quotes of its own as a line', ['"interest rate" bank'], '"interest rate" bank'],
])('lineOf takes %s', (_fact, words, expected) => expect(lineOf(words)).toBe(expected))

test('lineOf refuses an option it does not know', () => {
  expect(() => lineOf(['--jsno', 'rate'])).toThrow("error: unknown option '--jsno'")
})

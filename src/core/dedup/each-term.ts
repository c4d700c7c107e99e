import { eachPairTerm } from '../similar/terms.ts'
import { continuesNumber, readNumber } from '../text/numbers.ts'
import { type Clause, type Word, wordOf } from './known-words.ts'

/** Calls with each term of words, hashed, in order; numbers are read in one form. */
export function eachTerm(
  words: readonly (Word | Clause)[],
  language: string | null,
  visit: (term: number) => void,
): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word.figures === null) eachOwnTerm(word, visit)
    else if (at + 1 === words.length || !continuesNumber(words[at + 1]!.text))
      for (const term of word.figures) visit(term)
    else {
      const near = words.slice(at, at + 3).map(({ text }) => text)
      const { values, extra } = readNumber(near, 0, language)
      for (const value of values) eachOwnTerm(wordOf(value, language), visit)
      at += extra
    }
  }
}

/** The same of one word, which is taken for what it is, not for a number. */
export function eachOwnTerm(word: Word | Clause, visit: (term: number) => void): void {
  if (word.kind === 'clause' || word.hasPairs) eachPairTerm(word.text, visit)
  else if (word.term !== null) visit(word.term)
}

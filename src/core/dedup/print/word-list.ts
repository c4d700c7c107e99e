import { fnv1a32Between } from '../../similar/hash.ts'
import { characterClass, WIDE } from '../../text/character-classes.ts'
import { continuesNumber, isNumber, readNumber, startsNumber } from '../../text/numbers.ts'
import { isUnspaced } from '../../text/words.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { scanWords } from './scan-words.ts'
import {
  bitsAt,
  eachOwnTerm,
  HAS_TERM,
  hashAt,
  IS_NUMBER,
  IS_RUN,
  NEEDS_TEXT,
  slotOf,
  termAt,
  visitRun,
} from './word-cache.ts'
import { createWordColumns } from './word-columns.ts'

/** The words of a text as a print needs them. */
export interface WordList {
  /** Appends the words of a text. */
  readonly read: (text: string) => void
  readonly clear: (language: string | null) => void
  /** Visits the hashed terms of the words, in order; numbers in canonical form. */
  readonly eachTerm: (visit: (term: number) => void) => void
  /** Visits the numbers in canonical form. */
  readonly eachNumber: (visit: (number: string) => void) => void
  /** Hashes of the words, or of single characters where there are no spaces; valid until the next `read`. */
  readonly units: () => Int32Array
  /** The number of words; where there are no spaces two characters count as one. */
  readonly length: () => number
}

/** An empty list, reused for one text after another. */
export function createWordList(): WordList {
  const list = createWordColumns()
  /** The number of runs in a script without spaces, and of their characters. */
  let runs = 0
  let runLetters = 0
  let letters = new Int32Array(4096)
  let language: string | null = null

  const addWord = (word: string): void => {
    if (isUnspaced(word)) {
      list.push(0, 0, IS_RUN | (startsNumber(word) ? IS_NUMBER : 0), word)
      runs++
      runLetters += word.length
    } else {
      const slot = slotOf(word, language)
      list.push(hashAt(slot), termAt(slot), bitsAt(slot), (bitsAt(slot) & NEEDS_TEXT) === 0 ? null : word)
    }
  }
  const visitor = {
    known: (slot: number, hash: number): void => list.push(hash, termAt(slot), bitsAt(slot), null),
    other: addWord,
  }
  /** Visits the terms of a number and returns the index of its last word. */
  const visitNumber = (at: number, visit: (term: number) => void): number => {
    const [word, next] = [list.textAt(at)!, list.textAt(at + 1)]
    const goesOn = next !== null && continuesNumber(next)
    if (!goesOn && (list.bitsAt(at) & HAS_TERM) !== 0) {
      visit(list.termAt(at))
      return at
    }
    const near = goesOn ? [word, next, list.textAt(at + 2) ?? ''] : [word]
    const { values, extra } = readNumber(near, 0, language)
    for (const value of values) eachOwnTerm(value, language, visit)
    return at + extra
  }
  return {
    read: (text) => scanWords(text, language, visitor),
    clear: (tag) => {
      list.clear()
      runs = 0
      runLetters = 0
      language = tag
    },
    eachTerm: (visit) => {
      for (let at = 0; at < list.size(); at++) {
        const kind = list.bitsAt(at)
        if ((kind & IS_NUMBER) !== 0) at = visitNumber(at, visit)
        else if ((kind & IS_RUN) !== 0) visitRun(list.textAt(at)!, language, visit)
        else if ((kind & HAS_TERM) !== 0) visit(list.termAt(at))
      }
    },
    eachNumber: (visit) => {
      for (let at = 0; at < list.size(); at++) {
        if ((list.bitsAt(at) & IS_NUMBER) === 0) continue
        const near = [list.textAt(at)!, list.textAt(at + 1) ?? '', list.textAt(at + 2) ?? '']
        const { values, extra } = readNumber(near, 0, language)
        for (const value of values) if (isNumber(value)) visit(value)
        at += extra
      }
    },
    units: () => {
      if (runs === 0) return list.hashes()
      letters = ensureCapacity(letters, list.size() - runs + runLetters)
      let filled = 0
      for (let at = 0; at < list.size(); at++) {
        const text = list.textAt(at)
        if (text === null || !isUnspaced(text)) letters[filled++] = list.hashAt(at)
        else filled = addLetters(letters, filled, text)
      }
      return letters.subarray(0, filled)
    },
    length: () => list.size() - runs + runLetters / 2,
  }
}

function addLetters(units: Int32Array, size: number, run: string): number {
  let next = size
  for (let at = 0; at < run.length; ) {
    const end = at + ((characterClass(run, at) & WIDE) === 0 ? 1 : 2)
    units[next++] = fnv1a32Between(run, at, end)
    at = end
  }
  return next
}

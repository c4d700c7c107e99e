import { FNV_BASIS, fnv1a32Between } from '../../similar/hash.ts'
import { characterClass, WIDE } from '../../text/character-classes.ts'
import { continuesNumber, isNumber, readNumber, startsNumber } from '../../text/numbers.ts'
import { kindOfUnit, ODD, PLAIN, unitsOf } from '../../text/word-units.ts'
import { endOfWord, foldForWords, isUnspaced, wordBetween } from '../../text/words.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import {
  bitsAt,
  CONTINUES,
  eachOwnTerm,
  findSlot,
  HAS_TERM,
  hashAt,
  IS_NUMBER,
  IS_RUN,
  nextHash,
  nextSecond,
  seedOf,
  slotOf,
  termAt,
  visitRun,
} from './word-cache.ts'

/** The words of a text as a print needs them. */
export interface WordList {
  /** Appends the words of a text. */
  readonly read: (text: string) => void
  readonly clear: (language: string | null) => void
  /** Visits the hashed terms of the words between two indexes, in order; numbers in canonical form. */
  readonly eachTerm: (visit: (term: number) => void, from?: number, to?: number) => void
  /** Visits the numbers in canonical form. */
  readonly eachNumber: (visit: (number: string) => void) => void
  /** Hashes of the words, or of single characters where there are no spaces; valid until the next `read`. */
  readonly units: () => Int32Array
  /** The number of words; where there are no spaces two characters count as one. */
  readonly length: () => number
}

/** Words with one of these bits are needed as text too. */
const ASKS_MORE = IS_NUMBER | IS_RUN | CONTINUES

/** An empty list, reused for one text after another: allocating columns for each would be most of the work. */
export function createWordList(): WordList {
  let hashes = new Int32Array(1024)
  let terms = new Int32Array(1024)
  let bits = new Uint8Array(1024)
  /** The text of words that need it, else null. */
  const texts: (string | null)[] = []
  let size = 0
  /** The number of runs in a script without spaces, and of their characters. */
  let runs = 0
  let runLetters = 0
  let letters = new Int32Array(4096)
  let language: string | null = null

  const add = (hash: number, term: number, kind: number, text: string | null): void => {
    if (size === hashes.length) {
      hashes = ensureCapacity(hashes, size + 1)
      terms = ensureCapacity(terms, size + 1)
      bits = ensureCapacity(bits, size + 1)
    }
    hashes[size] = hash
    terms[size] = term
    bits[size] = kind
    texts[size++] = text
  }
  const addWord = (word: string): void => {
    if (isUnspaced(word)) {
      add(0, 0, IS_RUN | (startsNumber(word) ? IS_NUMBER : 0), word)
      runs++
      runLetters += word.length
    } else {
      const slot = slotOf(word, language)
      add(hashAt(slot), termAt(slot), bitsAt(slot), (bitsAt(slot) & ASKS_MORE) === 0 ? null : word)
    }
  }
  /** Words are hashed while they are scanned; a string is made only for odd or unknown words. */
  const read = (text: string): void => {
    const folded = foldForWords(text)
    const { length } = folded
    const units = unitsOf(folded)
    const seed = seedOf(language)
    for (let at = 0; at < length; ) {
      let hash = FNV_BASIS
      let second = seed
      let end = at
      let kind = kindOfUnit(units[end]!)
      while ((kind & PLAIN) !== 0) {
        hash = nextHash(hash, units[end]!)
        second = nextSecond(second, units[end]!)
        kind = kindOfUnit(units[++end]!)
      }
      if ((kind & ODD) !== 0) {
        end = endOfWord(folded, units, at)
        if (end > at) addWord(wordBetween(folded, at, end))
        at = Math.max(end, at + 1)
      } else {
        if (end > at) {
          const slot = findSlot(hash, second, seed)
          if (slot >= 0 && (bitsAt(slot) & ASKS_MORE) === 0) add(hash, termAt(slot), bitsAt(slot), null)
          else addWord(folded.slice(at, end))
        }
        at = end + 1
      }
    }
  }
  const textAt = (at: number): string | null => (at < size ? texts[at]! : null)
  /** Visits the terms of a number and returns the index of its last word. */
  const visitNumber = (at: number, visit: (term: number) => void): number => {
    const [word, next] = [texts[at]!, textAt(at + 1)]
    const goesOn = next !== null && continuesNumber(next)
    if (!goesOn && (bits[at]! & HAS_TERM) !== 0) {
      visit(terms[at]!)
      return at
    }
    const near = goesOn ? [word, next, textAt(at + 2) ?? ''] : [word]
    const { values, extra } = readNumber(near, 0, language)
    for (const value of values) eachOwnTerm(value, language, visit)
    return at + extra
  }
  return {
    read,
    clear: (tag) => {
      texts.fill(null, 0, size)
      size = 0
      runs = 0
      runLetters = 0
      language = tag
    },
    eachTerm: (visit, from = 0, to = size) => {
      for (let at = from; at < to; at++) {
        const kind = bits[at]!
        if ((kind & IS_NUMBER) !== 0) at = visitNumber(at, visit)
        else if ((kind & IS_RUN) !== 0) visitRun(texts[at]!, language, visit)
        else if ((kind & HAS_TERM) !== 0) visit(terms[at]!)
      }
    },
    eachNumber: (visit) => {
      for (let at = 0; at < size; at++) {
        if ((bits[at]! & IS_NUMBER) === 0) continue
        const near = [texts[at]!, textAt(at + 1) ?? '', textAt(at + 2) ?? '']
        const { values, extra } = readNumber(near, 0, language)
        for (const value of values) if (isNumber(value)) visit(value)
        at += extra
      }
    },
    units: () => {
      if (runs === 0) return hashes.subarray(0, size)
      letters = ensureCapacity(letters, size - runs + runLetters)
      let filled = 0
      for (let at = 0; at < size; at++) {
        const text = texts[at]!
        if (text === null || !isUnspaced(text)) letters[filled++] = hashes[at]!
        else filled = addLetters(letters, filled, text)
      }
      return letters.subarray(0, filled)
    },
    length: () => size - runs + runLetters / 2,
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

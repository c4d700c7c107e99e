import { FNV_BASIS, fnv1a32Between } from '../similar/hash.ts'
import { eachPairTerm } from '../similar/terms.ts'
import { characterClass, WIDE } from '../text/character-classes.ts'
import { continuesNumber, readNumber, startsNumber } from '../text/numbers.ts'
import { kindOfUnit, ODD, PLAIN, unitsOf } from '../text/word-units.ts'
import { foldForWords, isUnspaced, visitWord } from '../text/words.ts'
import { withRoom } from './columns.ts'
import {
  bitsAt,
  CONTINUES,
  eachOwnTerm,
  findPlace,
  HAS_PAIRS,
  HAS_TERM,
  hashAt,
  IS_NUMBER,
  nextHash,
  nextSecond,
  placeOf,
  seedOf,
  termAt,
} from './known-words.ts'

/** The words of a text as a print needs them. */
export interface WordList {
  /** Adds the words of a text, or of the part that follows. */
  readonly read: (text: string) => void
  readonly clear: (language: string | null) => void
  /** How many words there are so far. */
  readonly size: () => number
  /** True when words to come may belong to a number among the last. */
  readonly endsInNumber: () => boolean
  /** Calls with each hashed term of the words from one place to another, in order; numbers are read in one form. */
  readonly eachTerm: (visit: (term: number) => void, from?: number, to?: number) => void
  /** Hashes of the words, and of single letters where there are no spaces; good until the next reading. */
  readonly units: () => Int32Array
  /** How many words; where there are no spaces two characters make about one. */
  readonly length: () => number
}

/** An empty list, to be used for one text after another: columns for each would be most of the work. */
export function createWordList(): WordList {
  let hashes = new Int32Array(1024)
  let terms = new Int32Array(1024)
  let bits = new Uint8Array(1024)
  /** Words of which more is asked than their hashes. */
  let texts: (string | null)[] = []
  /** How many of them are of a script without spaces, and their letters. */
  let runs = 0
  let runLetters = 0
  let letters = new Int32Array(4096)
  let language: string | null = null

  const add = (hash: number, term: number, kind: number, text: string | null): void => {
    const at = texts.length
    if (at === hashes.length) {
      hashes = withRoom(hashes, at + 1)
      terms = withRoom(terms, at + 1)
      bits = withRoom(bits, at + 1)
    }
    hashes[at] = hash
    terms[at] = term
    bits[at] = kind
    texts.push(text)
  }
  const addWord = (word: string): void => {
    if (isUnspaced(word)) {
      add(0, 0, HAS_PAIRS | (startsNumber(word) ? IS_NUMBER : 0), word)
      runs++
      runLetters += word.length
    } else {
      const place = placeOf(word, language)
      add(hashAt(place), termAt(place), bitsAt(place), isTold(place) ? null : word)
    }
  }
  /** Words are hashed while they are looked for, and only those that are odd or unknown are cut out. */
  const read = (text: string): void => {
    const folded = foldForWords(text)
    const units = unitsOf(folded)
    const seed = seedOf(language)
    for (let at = 0; at < folded.length; ) {
      let hash = FNV_BASIS
      let second = seed
      let end = at
      let unit = units[end]!
      while ((kindOfUnit(unit) & PLAIN) !== 0) {
        hash = nextHash(hash, unit)
        second = nextSecond(second, unit)
        unit = units[++end]!
      }
      if ((kindOfUnit(unit) & ODD) !== 0) at = visitWord(folded, at, addWord)
      else {
        if (end > at) {
          const place = findPlace(hash, second, seed)
          if (place >= 0 && isTold(place)) add(hash, termAt(place), bitsAt(place), null)
          else addWord(folded.slice(at, end))
        }
        at = end + 1
      }
    }
  }
  /** Gives the place of the last word it took. */
  const visitNumber = (at: number, visit: (term: number) => void): number => {
    const [word, next] = [texts[at]!, texts[at + 1] ?? null]
    const goesOn = next !== null && continuesNumber(next)
    if (!goesOn && (bits[at]! & HAS_TERM) !== 0) {
      visit(terms[at]!)
      return at
    }
    const near = goesOn ? [word, next, texts[at + 2] ?? ''] : [word]
    const { values, extra } = readNumber(near, 0, language)
    for (const value of values) eachOwnTerm(value, language, visit)
    return at + extra
  }
  return {
    read,
    clear: (tag) => {
      texts = []
      runs = 0
      runLetters = 0
      language = tag
    },
    size: () => texts.length,
    endsInNumber: () => {
      let last = 0
      for (let at = Math.max(0, texts.length - 2); at < texts.length; at++) last |= bits[at]!
      return (last & IS_NUMBER) !== 0
    },
    eachTerm: (visit, from = 0, to = texts.length) => {
      for (let at = from; at < to; at++) {
        const kind = bits[at]!
        if ((kind & IS_NUMBER) !== 0) at = visitNumber(at, visit)
        else if ((kind & HAS_PAIRS) !== 0) eachPairTerm(texts[at]!, visit)
        else if ((kind & HAS_TERM) !== 0) visit(terms[at]!)
      }
    },
    units: () => {
      if (runs === 0) return hashes.subarray(0, texts.length)
      letters = withRoom(letters, texts.length - runs + runLetters)
      let size = 0
      for (let at = 0; at < texts.length; at++) {
        const text = texts[at]!
        if (text === null || !isUnspaced(text)) letters[size++] = hashes[at]!
        else size = addLetters(letters, size, text)
      }
      return letters.subarray(0, size)
    },
    length: () => texts.length - runs + runLetters / 2,
  }
}

/** True when the hashes of a known word tell all that is asked of it. */
const isTold = (place: number): boolean => (bitsAt(place) & (IS_NUMBER | HAS_PAIRS | CONTINUES)) === 0

function addLetters(units: Int32Array, size: number, run: string): number {
  let next = size
  for (let at = 0; at < run.length; ) {
    const end = at + ((characterClass(run, at) & WIDE) === 0 ? 1 : 2)
    units[next++] = fnv1a32Between(run, at, end)
    at = end
  }
  return next
}

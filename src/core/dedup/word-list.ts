import { fnv1a32Between } from '../similar/hash.ts'
import { eachPairTerm } from '../similar/terms.ts'
import { characterClass, UNSPACED, WIDE } from '../text/character-classes.ts'
import { continuesNumber, readNumber, startsNumber } from '../text/numbers.ts'
import { eachWord } from '../text/words.ts'
import { withRoom } from './columns.ts'
import {
  bitsAt,
  CONTINUES,
  eachOwnTerm,
  HAS_PAIRS,
  HAS_TERM,
  hashAt,
  IS_NUMBER,
  placeOf,
  termAt,
} from './known-words.ts'

/** The words of a text as a print needs them. */
export interface WordList {
  /** Adds the words of a text, or of the part that follows. */
  readonly read: (text: string) => void
  readonly clear: (language: string | null) => void
  /** Calls with each hashed term of the words, in order; numbers are read in one form. */
  readonly eachTerm: (visit: (term: number) => void) => void
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
  let units = new Int32Array(4096)
  let language: string | null = null

  const add = (hash: number, term: number, kind: number, text: string | null): void => {
    const at = texts.length
    hashes = withRoom(hashes, at + 1)
    terms = withRoom(terms, at + 1)
    bits = withRoom(bits, at + 1)
    hashes[at] = hash
    terms[at] = term
    bits[at] = kind
    texts.push(text)
  }
  const addWord = (folded: string, start: number, end: number): void => {
    if ((characterClass(folded, start) & UNSPACED) !== 0) {
      const run = folded.slice(start, end)
      add(0, 0, HAS_PAIRS | (startsNumber(run) ? IS_NUMBER : 0), run)
      return
    }
    const place = placeOf(folded, start, end, language)
    const kind = bitsAt(place)
    const isTold = (kind & (IS_NUMBER | HAS_PAIRS | CONTINUES)) === 0
    add(hashAt(place), termAt(place), kind, isTold ? null : folded.slice(start, end))
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
  const isRun = (text: string | null): text is string => text !== null && (characterClass(text, 0) & UNSPACED) !== 0
  return {
    read: (text) => eachWord(text, addWord),
    clear: (tag) => {
      texts = []
      language = tag
    },
    eachTerm: (visit) => {
      for (let at = 0; at < texts.length; at++) {
        const kind = bits[at]!
        if ((kind & IS_NUMBER) !== 0) at = visitNumber(at, visit)
        else if ((kind & HAS_PAIRS) !== 0) eachPairTerm(texts[at]!, visit)
        else if ((kind & HAS_TERM) !== 0) visit(terms[at]!)
      }
    },
    units: () => {
      let size = 0
      for (let at = 0; at < texts.length; at++) {
        const text = texts[at]!
        units = withRoom(units, size + (text?.length ?? 1))
        if (!isRun(text)) units[size++] = hashes[at]!
        else size = addLetters(units, size, text)
      }
      return units.subarray(0, size)
    },
    length: () => texts.reduce((sum, text) => sum + (isRun(text) ? text.length / 2 : 1), 0),
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

import { FNV_BASIS, FNV_PRIME, fnv1a32 } from '../similar/hash.ts'
import { termOf, termsOfWords } from '../similar/terms.ts'
import { characterClass, HANGUL, UNSPACED } from '../text/character-classes.ts'
import { canonicalNumbers, startsNumber } from '../text/numbers.ts'
import { eachWord } from '../text/words.ts'

/** A word as prints need it. Hashes are signed here: numbers of 32 bits then need no memory of their own. */
export interface Word {
  readonly kind: 'word'
  readonly text: string
  readonly hash: number
  /** Its hashed term; null when it has none, or its pairs of letters are its terms. */
  readonly term: number | null
  readonly hasPairs: boolean
  /** The hashed terms of the number it is; null for other words. */
  readonly figures: readonly number[] | null
}

/** A run of a script without spaces: it comes once, so nothing about it is kept. */
export interface Clause {
  readonly kind: 'clause'
  readonly text: string
  /** The same where it begins with a figure. */
  readonly figures: readonly number[] | null
}

/** News repeats its words, so nearly all are known already. All are dropped before they are too many. */
const MOST_KNOWN = 50_000
const PLACES = 1 << 17
const known = new Array<Word | undefined>(PLACES)
/**
 * Two hashes of each known word, the second with its language: together as sure as the word itself, and all that has to be
 * looked at. A second one of 0 is a free place.
 */
const hashes = new Int32Array(2 * PLACES)
let size = 0

/** Adds the words of a text to those found before, in order. */
export function readWords(text: string, language: string | null, found: (Word | Clause)[] = []): (Word | Clause)[] {
  const seed = seedOf(language)
  eachWord(text, (folded, start, end) => {
    found.push(wordAt(folded, start, end, language, seed))
  })
  return found
}

/** A word by itself. */
export function wordOf(text: string, language: string | null): Word | Clause {
  return wordAt(text, 0, text.length, language, seedOf(language))
}

const seedOf = (language: string | null): number => (language === null ? 1 : fnv1a32(language) | 0)

function wordAt(folded: string, start: number, end: number, language: string | null, seed: number): Word | Clause {
  if ((characterClass(folded, start) & UNSPACED) !== 0) return clauseOf(folded.slice(start, end), language)
  let hash = FNV_BASIS
  let second = seed
  for (let at = start; at < end; at++) {
    const unit = folded.charCodeAt(at)
    hash = Math.imul(hash ^ unit, FNV_PRIME)
    second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 15)
  }
  second |= 1
  for (let place = (hash ^ seed) & (PLACES - 1); ; place = (place + 1) & (PLACES - 1)) {
    if (hashes[2 * place + 1] === second && hashes[2 * place] === hash) return known[place]!
    if (hashes[2 * place + 1] === 0) return learn(place, folded.slice(start, end), language, second)
  }
}

function learn(place: number, found: string, language: string | null, second: number): Word {
  if (size >= MOST_KNOWN) forget()
  // A long word cut out of a text would keep the whole text in memory.
  const text = found.length < 13 ? found : Array.from(found).join('')
  const term = termOf(text, language)
  const word: Word = {
    kind: 'word',
    text,
    hash: fnv1a32(text) | 0,
    term: term === null ? null : fnv1a32(term) | 0,
    hasPairs: (characterClass(text, 0) & HANGUL) !== 0,
    figures: figuresOf(text, language),
  }
  known[place] = word
  hashes[2 * place] = word.hash
  hashes[2 * place + 1] = second
  size++
  return word
}

function forget(): void {
  known.fill(undefined)
  hashes.fill(0)
  size = 0
}

function clauseOf(text: string, language: string | null): Clause {
  return { kind: 'clause', text, figures: figuresOf(text, language) }
}

function figuresOf(text: string, language: string | null): number[] | null {
  if (!startsNumber(text)) return null
  return termsOfWords(canonicalNumbers([text], language), language).map((term) => fnv1a32(term) | 0)
}

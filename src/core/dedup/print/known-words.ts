import { FNV_BASIS, FNV_PRIME, fnv1a32 } from '../../similar/hash.ts'
import { eachRunTerm, termOf, termsOfWords } from '../../similar/terms.ts'
import { characterClass, UNSPACED } from '../../text/character-classes.ts'
import { canonicalNumbers, continuesNumber, startsNumber } from '../../text/numbers.ts'

/** What is known of a folded word of a script with spaces, in bits. */
export const HAS_TERM = 1
/** The term is that of the number it is. */
export const IS_NUMBER = 2
/** A run without spaces, which has terms of its own. */
export const IS_RUN = 4
/** It may belong to the number before it. */
export const CONTINUES = 8
const KNOWN = 16

/** News repeats its words, so nearly all are known already. All are forgotten before they are too many. */
const MOST_KNOWN = 80_000
const PLACES = 1 << 17
/**
 * Of each known word its hash, a second one with its language in it, the hash of its term, and the bits above. Two hashes are
 * as sure as the word itself, and all that has to be looked at stands together. Hashes are signed here.
 */
const known = new Int32Array(4 * PLACES)
let size = 0

/** Hash, term and bits of the word at a place. */
export const hashAt = (place: number): number => known[place]!
export const termAt = (place: number): number => known[place + 2]!
export const bitsAt = (place: number): number => known[place + 3]!

/** Where a folded word is known; good until the next is looked for. */
export function placeOf(word: string, language: string | null): number {
  const seed = seedOf(language)
  let hash = FNV_BASIS
  let second = seed
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = nextHash(hash, unit)
    second = nextSecond(second, unit)
  }
  const place = findPlace(hash, second, seed)
  return place < 0 ? learn(~place, second, word, language) : place
}

/** The first hash of a word goes on from `FNV_BASIS` with each of its units, */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME)
/** and the second from the seed of its language. */
export const nextSecond = (second: number, unit: number): number => (Math.imul(second, 31) + unit) | 0

/** Where the word of two hashes is known, or where it is to be learnt, with all bits turned round. */
export function findPlace(hash: number, second: number, seed: number): number {
  // Words of one spelling in many languages must not crowd one place.
  for (let place = 4 * ((hash ^ seed) & (PLACES - 1)); ; place = (place + 4) & (4 * PLACES - 1)) {
    if (known[place] === hash && known[place + 1] === second && known[place + 3] !== 0) return place
    if (known[place + 3] === 0) return ~place
  }
}

let lastLanguage: string | null = null
let lastSeed = 1

/** Where the second hash of a language's words starts. Words come in texts, so it is nearly always the language before. */
export function seedOf(language: string | null): number {
  if (language !== lastLanguage) lastSeed = language === null ? 1 : fnv1a32(language) | 0
  // Equal texts are told faster when they are one and the same.
  lastLanguage = language
  return lastSeed
}

function learn(place: number, second: number, word: string, language: string | null): number {
  if (size++ >= MOST_KNOWN) {
    known.fill(0)
    size = 1
  }
  const isFigure = startsNumber(word)
  const terms = isFigure ? termsOfWords(canonicalNumbers([word], language), language) : [termOf(word, language)]
  // What is read as several numbers is read each time anew.
  const term = terms.length === 1 ? terms[0]! : null
  known[place] = fnv1a32(word)
  known[place + 1] = second
  known[place + 2] = term === null ? 0 : fnv1a32(term)
  known[place + 3] =
    KNOWN | (term === null ? 0 : HAS_TERM) | (isFigure ? IS_NUMBER : 0) | (continuesNumber(word) ? CONTINUES : 0)
  return place
}

/** Calls with the hashed terms of one folded word, which is taken for what it is, not for a number. */
export function eachOwnTerm(word: string, language: string | null, visit: (term: number) => void): void {
  if ((characterClass(word, 0) & UNSPACED) !== 0) visitRun(word, language, visit)
  else {
    const term = ownTerm(word, language)
    if (term !== null) visit(term)
  }
}

/** Calls with the hashed terms of a run without spaces. */
export function visitRun(run: string, language: string | null, visit: (term: number) => void): void {
  eachRunTerm(run, language, (term) => visit(fnv1a32(term) | 0))
}

/** The hashed term of one folded word; null when it has none, or several. */
export function ownTerm(word: string, language: string | null): number | null {
  if ((characterClass(word, 0) & UNSPACED) !== 0) return null
  const place = placeOf(word, language)
  if ((bitsAt(place) & IS_NUMBER) === 0) return (bitsAt(place) & HAS_TERM) === 0 ? null : termAt(place)
  const term = termOf(word, language)
  return term === null ? null : fnv1a32(term) | 0
}

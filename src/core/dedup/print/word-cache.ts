import { FNV_BASIS, FNV_PRIME, fnv1a32 } from '../../similar/hash.ts'
import { eachRunTerm, termOf, termsOfWords } from '../../similar/terms.ts'
import { characterClass, UNSPACED } from '../../text/character-classes.ts'
import { canonicalNumbers, continuesNumber, startsNumber } from '../../text/numbers.ts'

/** Bits of a cached word: it has a term. */
export const HAS_TERM = 1
/** It is a number, and its term is that of its canonical form. */
export const IS_NUMBER = 2
/** It is a run of a script without spaces, which has several terms. */
export const IS_RUN = 4
/** It may be a part of the number before it ("million"). */
const CONTINUES = 8
const KNOWN = 16
/** Words with one of these bits are needed as text too. */
export const NEEDS_TEXT = IS_NUMBER | IS_RUN | CONTINUES

/** The cache is emptied when it holds so many words. News repeats its words, so nearly all lookups hit. */
const MOST_WORDS = 80_000
const SLOTS = 1 << 17
/**
 * Hash table (open addressing) from folded words to their terms. Four numbers per word: its hash, a second hash seeded with
 * the language, the hash of its term, and the bits above. The two hashes together, 64 bits, stand for the word itself, so
 * that no string is made or compared. Hashes are signed. Reading a text takes three quarters of the time it takes with a `Map`
 * of words (`npm run bench -- hash-tables`, 16 November 2026), and reading texts is most of making a print.
 */
const known = new Int32Array(4 * SLOTS)
let size = 0

/** Hash, term and bits of the word in a slot. */
export const hashAt = (slot: number): number => known[slot]!
export const termAt = (slot: number): number => known[slot + 2]!
export const bitsAt = (slot: number): number => known[slot + 3]!

/** The slot of a folded word, which is added when it is new; valid until the next call. */
export function slotOf(word: string, language: string | null): number {
  const seed = seedOf(language)
  let hash = FNV_BASIS
  let second = seed
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    hash = nextHash(hash, unit)
    second = nextSecond(second, unit)
  }
  const slot = findSlot(hash, second, seed)
  return slot < 0 ? insertWord(~slot, second, word, language) : slot
}

/** One step of the first hash of a word, which starts with `FNV_BASIS`. */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME)
/** One step of the second hash, which starts with the seed of the language. */
export const nextSecond = (second: number, unit: number): number => (Math.imul(second, 31) + unit) | 0

/** The slot of the word with two hashes; the complement of a free slot when it is not cached. */
export function findSlot(hash: number, second: number, seed: number): number {
  // The seed spreads words of one spelling in many languages over the table.
  for (let slot = 4 * ((hash ^ seed) & (SLOTS - 1)); ; slot = (slot + 4) & (4 * SLOTS - 1)) {
    if (known[slot] === hash && known[slot + 1] === second && known[slot + 3] !== 0) return slot
    if (known[slot + 3] === 0) return ~slot
  }
}

let lastLanguage: string | null = null
let lastSeed = 1

/** The seed of the second hash of a language's words. The last one is cached: the words of a text have one language. */
export function seedOf(language: string | null): number {
  if (language !== lastLanguage) lastSeed = language === null ? 1 : fnv1a32(language) | 0
  // Comparing a string with itself is fastest.
  lastLanguage = language
  return lastSeed
}

function insertWord(slot: number, second: number, word: string, language: string | null): number {
  if (size++ >= MOST_WORDS) {
    known.fill(0)
    size = 1
  }
  const isFigure = startsNumber(word)
  const terms = isFigure ? termsOfWords(canonicalNumbers([word], language), language) : [termOf(word, language)]
  // A word that gives several numbers is not cached with a term.
  const term = terms.length === 1 ? terms[0]! : null
  known[slot] = fnv1a32(word)
  known[slot + 1] = second
  known[slot + 2] = term === null ? 0 : fnv1a32(term)
  known[slot + 3] =
    KNOWN | (term === null ? 0 : HAS_TERM) | (isFigure ? IS_NUMBER : 0) | (continuesNumber(word) ? CONTINUES : 0)
  return slot
}

/** Visits the hashed terms of one folded word, without reading it as a number. */
export function eachOwnTerm(word: string, language: string | null, visit: (term: number) => void): void {
  if ((characterClass(word, 0) & UNSPACED) !== 0) visitRun(word, language, visit)
  else {
    const term = ownTerm(word, language)
    if (term !== null) visit(term)
  }
}

/** Visits the hashed terms of a run without spaces. */
export function visitRun(run: string, language: string | null, visit: (term: number) => void): void {
  eachRunTerm(run, language, (term) => visit(fnv1a32(term) | 0))
}

/** The hashed term of one folded word; null when it has none, or several. */
export function ownTerm(word: string, language: string | null): number | null {
  if ((characterClass(word, 0) & UNSPACED) !== 0) return null
  const slot = slotOf(word, language)
  if ((bitsAt(slot) & IS_NUMBER) === 0) return (bitsAt(slot) & HAS_TERM) === 0 ? null : termAt(slot)
  const term = termOf(word, language)
  return term === null ? null : fnv1a32(term) | 0
}

import { jaroWinklerOf } from './jaro-winkler.ts'

/** The distinct words of a title, each with its characters and its weight, ready to be compared with many others. */
export type WeighedWords = {
  readonly words: readonly string[]
  readonly codes: readonly Uint32Array[]
  /** Which letters each word has, a bit for each of 32 kinds. */
  readonly letters: Uint32Array
  readonly weights: Float64Array
}

/** What counts as a partner of a word that is spelt differently. */
export type WordPolicy = {
  /** The Jaro–Winkler from which two spellings are one word. */
  readonly leastSpelling: number
  /** How much of a word its synonym covers. */
  readonly synonym: number
  readonly areSynonyms: (a: string, b: string) => boolean
}

/** Which letters a word has, a bit for each of 32 kinds. */
export function letterBits(codes: Uint32Array): number {
  let letters = 0
  for (let at = 0; at < codes.length; at++) letters |= 1 << (codes[at]! & 31)
  return letters
}

/** The value, and how far each word of either side is covered. */
export type Coverage = { readonly value: number; readonly a: Float64Array; readonly b: Float64Array }

/**
 * Soft IDF: the mean of how much of each side's weight the other covers, a word being covered by its best partner.
 * Numbers have no partner but themselves.
 */
export function softIdf(a: WeighedWords, b: WeighedWords, policy: WordPolicy): Coverage {
  const coverA = new Float64Array(a.words.length)
  const coverB = new Float64Array(b.words.length)
  for (let i = 0; i < coverA.length; i++) {
    for (let j = 0; j < coverB.length; j++) {
      const value = a.words[i] === b.words[j] ? 1 : partnership(a, i, b, j, policy)
      if (value > coverA[i]!) coverA[i] = value
      if (value > coverB[j]!) coverB[j] = value
    }
  }
  return { value: (share(coverA, a.weights) + share(coverB, b.weights)) / 2, a: coverA, b: coverB }
}

function partnership(a: WeighedWords, i: number, b: WeighedWords, j: number, policy: WordPolicy): number {
  const x = a.codes[i]!
  const y = b.codes[j]!
  if (isDigit(x[0]) || isDigit(y[0])) return 0
  const most = spellingBound(x, y, a.letters[i]!, b.letters[j]!)
  const spelling = most >= policy.leastSpelling ? jaroWinklerOf(x, y) : 0
  if (spelling >= policy.leastSpelling) return spelling
  return policy.areSynonyms(a.words[i]!, b.words[j]!) ? policy.synonym : 0
}

function spellingBound(x: Uint32Array, y: Uint32Array, lettersOfX: number, lettersOfY: number): number {
  let prefix = 0
  while (prefix < 4 && prefix < x.length && x[prefix] === y[prefix]) prefix++
  return mostSpelling(x.length, y.length, lettersOfX, lettersOfY, prefix)
}

/** The most the Jaro–Winkler of two words can be, by their lengths, their letters and how many of their first letters are the same: letters that only one of them has are not common. */
export function mostSpelling(x: number, y: number, lettersOfX: number, lettersOfY: number, prefix: number): number {
  const common = Math.min(x - bitsOf(lettersOfX & ~lettersOfY), y - bitsOf(lettersOfY & ~lettersOfX))
  const jaro = (common / x + common / y + 1) / 3
  return jaro + prefix * 0.1 * (1 - jaro)
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function share(cover: Float64Array, weights: Float64Array): number {
  let covered = 0
  let all = 0
  for (let at = 0; at < cover.length; at++) {
    covered += cover[at]! * weights[at]!
    all += weights[at]!
  }
  return all === 0 ? 0 : covered / all
}

/** Whether a character is a digit: numbers have no partner but themselves. */
export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57
}

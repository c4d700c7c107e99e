import { codePoints } from './code-points.ts'
import { jaroWinklerOf } from './jaro-winkler.ts'

/** The distinct words of a title, each with its characters and its weight, ready to be compared with many others. */
export type WeighedWords = {
  readonly words: readonly string[]
  readonly codes: readonly Uint32Array[]
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

/** Prepares words for `softIdf`. */
export function weighWords(words: Iterable<string>, weightOf: (word: string) => number): WeighedWords {
  const distinct = [...new Set(words)]
  return { words: distinct, codes: distinct.map(codePoints), weights: Float64Array.from(distinct, weightOf) }
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
  const spelling = couldReach(x, y, policy.leastSpelling) ? jaroWinklerOf(x, y) : 0
  if (spelling >= policy.leastSpelling) return spelling
  return policy.areSynonyms(a.words[i]!, b.words[j]!) ? policy.synonym : 0
}

/** Even if every character of the shorter word were common, Jaro–Winkler could not pass this. */
function couldReach(x: Uint32Array, y: Uint32Array, least: number): boolean {
  const [short, long] = x.length < y.length ? [x.length, y.length] : [y.length, x.length]
  const jaro = (2 + short / long) / 3
  return jaro + 0.4 * (1 - jaro) >= least
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

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57
}

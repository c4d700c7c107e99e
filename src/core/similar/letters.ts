import { isStopBigram } from '../text/stop-words.ts'
import { bigrams } from '../text/words.ts'
import { codePoints } from './code-points.ts'
import { jaroWinklerOf } from './jaro-winkler.ts'

/** A title of a script without spaces, as single characters, character pairs, and the whole. */
export type LetterPrint = {
  readonly single: ReadonlyMap<string, number>
  readonly pairs: ReadonlyMap<string, number>
  readonly codes: Uint32Array
}

/** Grammar joins any two sentences, so its characters count little: a fifth alone, and less by this much in a pair. */
const SINGLE_GRAMMAR = 0.2
const PAIR_GRAMMAR = 0.4

/** Prepares a folded title for `lettersAlike`; punctuation says nothing. */
export function letterPrint(folded: string): LetterPrint {
  const text = folded.replace(/[^\p{L}\p{N}]/gu, '')
  const single = new Map(Array.from(text, (letter) => [letter, isStopBigram(letter) ? SINGLE_GRAMMAR : 1]))
  const pairs = new Map(bigrams(text).map((pair) => [pair, pairWeight(pair)]))
  return { single, pairs, codes: codePoints(text) }
}

function pairWeight(pair: string): number {
  let grammar = 0
  for (const letter of pair) if (isStopBigram(letter)) grammar++
  return 1 - PAIR_GRAMMAR * grammar
}

/** The mean of four views: shared characters over the shorter title and over both, shared pairs, and order (Jaro–Winkler). */
export function lettersAlike(a: LetterPrint, b: LetterPrint): number {
  const single = overlap(a.single, b.single)
  const pairs = overlap(a.pairs, b.pairs)
  return (single.ofShorter + single.dice + pairs.dice + jaroWinklerOf(a.codes, b.codes)) / 4
}

function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): { ofShorter: number; dice: number } {
  let shared = 0
  for (const [letter, weight] of a) if (b.has(letter)) shared += weight
  const [sumA, sumB] = [sum(a), sum(b)]
  if (sumA === 0 || sumB === 0) return { ofShorter: 0, dice: 0 }
  return { ofShorter: shared / Math.min(sumA, sumB), dice: (2 * shared) / (sumA + sumB) }
}

function sum(weights: ReadonlyMap<string, number>): number {
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

import { codePoints } from './code-points.ts'

/** A text with its letters counted, to tell cheaply that another cannot be like it. */
export type LetterBag = { readonly codes: Uint32Array; readonly counts: Uint16Array }

/** Letters that share a bucket can only raise the bound, never lower it, so it stays safe for any script. */
const BUCKETS = 64

/** Counts the letters of a text once. */
export function letterBag(text: string): LetterBag {
  const codes = codePoints(text)
  const counts = new Uint16Array(BUCKETS)
  for (const code of codes) counts[code % BUCKETS]!++
  return { codes, counts }
}

/**
 * The most the Jaro–Winkler of two texts can be: no more letters are common than their bags share, and the common beginning
 * is known. A pair below the threshold here needs no comparison, and no true match is lost.
 */
export function jaroWinklerBound(a: LetterBag, b: LetterBag): number {
  const shortest = Math.min(a.codes.length, b.codes.length)
  if (shortest === 0) return 0
  let common = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) common += Math.min(a.counts[bucket]!, b.counts[bucket]!)
  if (common === 0) return 0
  const jaro = (common / a.codes.length + common / b.codes.length + 1) / 3
  let prefix = 0
  while (prefix < 4 && prefix < shortest && a.codes[prefix] === b.codes[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

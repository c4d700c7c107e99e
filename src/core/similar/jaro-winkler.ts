import { codePoints } from './code-points.ts'

type Jaro = { readonly value: number; readonly common: number }

/** Jaro similarity: common characters within half the longer text, less half the swapped ones. */
export function jaro(a: string, b: string): number {
  return jaroOf(codePoints(a), codePoints(b)).value
}

/**
 * Jaro with Winkler's bonus of a tenth per common first character, up to four, given above 0.7 as its author did.
 * `longTolerance` adds his adjustment for long texts.
 */
export function jaroWinkler(a: string, b: string, longTolerance = false): number {
  return jaroWinklerOf(codePoints(a), codePoints(b), longTolerance)
}

/** The same on characters already made numbers, for loops over many words. */
export function jaroWinklerOf(a: Uint32Array, b: Uint32Array, longTolerance = false): number {
  const { value, common } = jaroOf(a, b)
  if (value <= 0.7) return value
  const shortest = Math.min(a.length, b.length)
  let prefix = 0
  while (prefix < 4 && prefix < shortest && a[prefix] === b[prefix]) prefix++
  const lifted = value + prefix * 0.1 * (1 - value)
  const tolerant = longTolerance && shortest > 4 && common > prefix + 1 && 2 * common >= shortest + prefix
  if (!tolerant) return lifted
  return lifted + (1 - lifted) * ((common - prefix - 1) / (a.length + b.length - 2 * prefix + 2))
}

function jaroOf(a: Uint32Array, b: Uint32Array): Jaro {
  if (a.length === 0 || b.length === 0) return { value: 0, common: 0 }
  const usedA = new Uint8Array(a.length)
  const usedB = new Uint8Array(b.length)
  const common = markCommon(a, b, usedA, usedB)
  if (common === 0) return { value: 0, common }
  const swaps = Math.floor(countSwapped(a, b, usedA, usedB) / 2)
  return { value: (common / a.length + common / b.length + (common - swaps) / common) / 3, common }
}

function markCommon(a: Uint32Array, b: Uint32Array, usedA: Uint8Array, usedB: Uint8Array): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  let common = 0
  for (let i = 0; i < a.length; i++) {
    const end = Math.min(b.length, i + reach + 1)
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (usedB[j] === 1 || a[i] !== b[j]) continue
      usedA[i] = 1
      usedB[j] = 1
      common++
      break
    }
  }
  return common
}

function countSwapped(a: Uint32Array, b: Uint32Array, usedA: Uint8Array, usedB: Uint8Array): number {
  let swapped = 0
  let j = 0
  for (let i = 0; i < a.length; i++) {
    if (usedA[i] === 0) continue
    while (usedB[j] === 0) j++
    if (a[i] !== b[j]) swapped++
    j++
  }
  return swapped
}

import { mix32 } from './hash.ts'

/** MinHash: a signature of `size` numbers. The share of equal positions in two signatures estimates the sets' Jaccard. */
export function minhash(members: ArrayLike<number>, size = 128): Uint32Array {
  const signature = new Uint32Array(size).fill(0xffffffff)
  for (let position = 0; position < size; position++) {
    const seed = mix32(Math.imul(position + 1, 0x9e3779b9))
    let least = 0xffffffff
    for (let at = 0; at < members.length; at++) {
      const value = mix32(members[at]! ^ seed)
      if (value < least) least = value
    }
    signature[position] = least
  }
  return signature
}

/** The share of equal positions of two signatures. */
export function estimateJaccard(a: Uint32Array, b: Uint32Array): number {
  let equal = 0
  for (let position = 0; position < a.length; position++) if (a[position] === b[position]) equal++
  return a.length === 0 ? 0 : equal / a.length
}

/** Locality-sensitive hashing: how a signature is cut into bands; `bands` × `rows` is its size. */
export type BandShape = { readonly bands: number; readonly rows: number }

/** One key per band; two signatures that share a key are candidates. */
export function bandKeys(signature: Uint32Array, { bands, rows }: BandShape): string[] {
  return Array.from({ length: bands }, (_, band) => {
    const part = signature.subarray(band * rows, (band + 1) * rows)
    return `${band}:${Array.from(part, (value) => value.toString(36)).join('.')}`
  })
}

/** The chance that a pair of this Jaccard shares a band: 1 − (1 − j^rows)^bands. */
export function candidateChance(jaccard: number, { bands, rows }: BandShape): number {
  return 1 - (1 - jaccard ** rows) ** bands
}

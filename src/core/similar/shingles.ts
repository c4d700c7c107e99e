import { isUnspaced, words } from '../text/words.ts'
import { fnv1a32 } from './hash.ts'
import { sharedSorted } from './jaccard.ts'

/** How many words, or characters where there are no spaces, make one shingle. */
const SHINGLE = 5

/** The hashed runs of five words of a text, ascending, without repeats. */
export function shingles(text: string): Uint32Array {
  const units = words(text).flatMap((word) => (isUnspaced(word) ? Array.from(word) : [word]))
  const hashes = new Set<number>()
  for (let at = 0; at + SHINGLE <= units.length; at++) hashes.add(fnv1a32(units.slice(at, at + SHINGLE).join(' ')))
  return Uint32Array.from(hashes).sort()
}

/** A stored set that passed, with its Jaccard. */
export type ShingleHit = { readonly id: number; readonly jaccard: number }

/** Finds every stored set whose Jaccard with a given one reaches the threshold: none is missed, none is guessed. */
export type ShingleIndex = {
  readonly add: (id: number, set: Uint32Array) => void
  readonly find: (set: Uint32Array) => ShingleHit[]
}

/**
 * An exact filter. Sets that share the share `threshold` must meet in their first n − ⌈threshold × n⌉ + 1 members, in any
 * one order of members; hashes are in random order, so their own order serves, and only those prefixes are indexed.
 */
export function createShingleIndex(threshold: number): ShingleIndex {
  const sets = new Map<number, Uint32Array>()
  const postings = new Map<number, number[]>()
  const add = (id: number, set: Uint32Array): void => {
    if (set.length === 0) return
    sets.set(id, set)
    for (const member of prefixOf(set, threshold)) {
      const list = postings.get(member)
      if (list === undefined) postings.set(member, [id])
      else list.push(id)
    }
  }
  const find = (set: Uint32Array): ShingleHit[] => {
    const candidates = new Set<number>()
    for (const member of prefixOf(set, threshold)) for (const id of postings.get(member) ?? []) candidates.add(id)
    const hits: ShingleHit[] = []
    for (const id of candidates) {
      const jaccard = jaccardFrom(set, sets.get(id)!, threshold)
      if (jaccard >= threshold) hits.push({ id, jaccard })
    }
    return hits.sort((a, b) => b.jaccard - a.jaccard || a.id - b.id)
  }
  return { add, find }
}

function prefixOf(set: Uint32Array, threshold: number): Uint32Array {
  return set.subarray(0, set.length - Math.ceil(threshold * set.length - 1e-9) + 1)
}

/** Sets of too different sizes cannot reach the threshold and are not walked through. */
function jaccardFrom(a: Uint32Array, b: Uint32Array, threshold: number): number {
  const [small, large] = a.length < b.length ? [a, b] : [b, a]
  if (small.length < threshold * large.length - 1e-9) return 0
  const shared = sharedSorted(a, b)
  return shared / (a.length + b.length - shared)
}

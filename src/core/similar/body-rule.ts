import { isUnspaced, words } from '../text/words.ts'
import { jaccardSorted } from './jaccard.ts'
import type { BodyPolicy } from './policies.ts'
import { shingles } from './shingles.ts'
import { hamming, simhash } from './simhash.ts'

/** What comparing bodies needs of one body; null stands for a body too short to tell. */
export type BodyPrint = { readonly shingles: Uint32Array; readonly simhash: bigint }

/** What was found about two bodies. */
export type BodyFinding = {
  readonly relation: 'same' | null
  readonly measure: 'shingles'
  readonly value: number
  readonly threshold: number
  /** SimHash agrees. It may confirm, but a disagreement says nothing: one added sentence moves half of all texts past 3 bits. */
  readonly confirmed: boolean
}

/** Prepares a body once; under `leastWords` words there is no print, because short texts share their boilerplate. */
export function bodyPrint(body: string, policy: BodyPolicy): BodyPrint | null {
  const found = words(body)
  const length = found.reduce((sum, word) => sum + (isUnspaced(word) ? word.length / 2 : 1), 0)
  if (length < policy.leastWords) return null
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { shingles: shingles(body), simhash: simhash(counts) }
}

/** Compares two bodies by their runs of five words. */
export function compareBodies(a: BodyPrint, b: BodyPrint, policy: BodyPolicy): BodyFinding {
  const value = jaccardSorted(a.shingles, b.shingles)
  return {
    relation: value >= policy.same ? 'same' : null,
    measure: 'shingles',
    value,
    threshold: policy.same,
    confirmed: hamming(a.simhash, b.simhash) <= policy.confirmBits,
  }
}

import type { BodyPolicy } from '../../similar/policies.ts'
import { uintAt } from '../containers/bytes.ts'
import { bodyLocation, locateBody } from '../print/read-in-place.ts'
import type { CandidateCounter } from './candidate-counter.ts'
import { type CandidateIndex, mayReach, prefixSize } from './candidate-index.ts'
import { createSortedPostings } from './sorted-postings.ts'

/**
 * Prefix-filter index over the shingles of bodies, for layer 4. That layer has no time limit, so every body of the window is
 * indexed at once, straight from the bytes of its print.
 */
export function createContentIndex(
  { leastWords, same }: BodyPolicy,
  bodySizeAt: (slot: number) => number,
  counter: CandidateCounter,
): CandidateIndex<Uint8Array> {
  const lists = createSortedPostings()
  const body = bodyLocation()
  return {
    add: (slot, bytes) => {
      locateBody(bytes, body)
      if (body.length < leastWords) return
      const end = body.shingles + 4 * prefixSize(body.size, same)
      for (let at = body.shingles; at < end; at += 4) lists.add(uintAt(bytes, at), slot)
    },
    each: (newcomer, isOpen, visit) => {
      if (newcomer.body === null || newcomer.body.length < leastWords) return
      const { shingles } = newcomer.body
      const size = prefixSize(shingles.length, same)
      for (let at = 0; at < size; at++) counter.count(lists, shingles[at]!, 1)
      const isOfSize = (slot: number): boolean => mayReach(shingles.length, bodySizeAt(slot), same)
      for (const slot of counter.take(isOpen, { least: 0, classes: null, admits: isOfSize })) visit(slot)
    },
    bytes: lists.bytes,
  }
}

import type { BodyPolicy } from '../../similar/policies.ts'
import { uintAt } from '../containers/bytes.ts'
import { type BodyLabel, readBodyLabel } from '../print/print-label.ts'
import type { Tally } from './candidate-counter.ts'
import { type CandidateIndex, mayReach, prefixSize } from './candidate-index.ts'
import { createSortedPostings } from './sorted-postings.ts'

/**
 * Finds what the rule about bodies links. It knows no time, so every body of a window is looked up, from the first: it is
 * taken from the bytes of a print, of which nothing else is read.
 */
export function createContentIndex(
  { leastWords, same }: BodyPolicy,
  bytesAt: (slot: number) => Uint8Array,
  tally: Tally,
): CandidateIndex<Uint8Array> {
  const lists = createSortedPostings()
  const body: BodyLabel = { length: 0, runs: 0, start: 0 }
  return {
    add: (slot, bytes) => {
      readBodyLabel(bytes, body)
      if (body.length < leastWords) return
      const end = body.start + 4 * prefixSize(body.runs, same)
      for (let place = body.start; place < end; place += 4) lists.add(uintAt(bytes, place), slot)
    },
    each: (newcomer, isOpen, visit) => {
      if (newcomer.body === null || newcomer.body.length < leastWords) return
      const { shingles } = newcomer.body
      const size = prefixSize(shingles.length, same)
      for (let at = 0; at < size; at++) tally.add(lists, shingles[at]!, 1)
      const isOfSize = (slot: number): boolean => {
        readBodyLabel(bytesAt(slot), body)
        return mayReach(shingles.length, body.runs, same)
      }
      for (const slot of tally.take(isOpen, { least: 0, kinds: null, admits: isOfSize })) visit(slot)
    },
    bytes: lists.bytes,
  }
}

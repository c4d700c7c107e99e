import { createChunkedBytes } from '../containers/chunked-bytes.ts'
import type { DensePrints } from '../print/dense-print.ts'

/** The prints of a window by slot, in the form of `DensePrints`. */
export interface HeldPrints {
  /** Appends a print and returns its slot. */
  readonly push: (bytes: Uint8Array) => number
  /** A view of a print's dense form. */
  readonly at: (slot: number) => Uint8Array
  readonly size: () => number
  readonly bytes: () => number
}

/**
 * No prints yet. The first `unpacked` are held as they are stored: most windows hold no more, and need not pack any. As a larger window fills,
 * each further print packs one of them too, so that nobody waits for all.
 */
export function createHeldPrints(dense: Pick<DensePrints, 'keep' | 'pack' | 'unpack'>, unpacked: number): HeldPrints {
  let first = createChunkedBytes()
  // The first ones again, packed so far; then those that follow.
  const repacked = createChunkedBytes()
  const further = createChunkedBytes()

  const repackOne = (): void => {
    if (repacked.size() === unpacked) return
    repacked.push(dense.pack(dense.unpack(first.at(repacked.size()))))
    if (repacked.size() === unpacked) first = createChunkedBytes()
  }
  return {
    push: (bytes) => {
      if (repacked.size() + further.size() === 0 && first.size() < unpacked) return first.push(dense.keep(bytes))
      repackOne()
      return unpacked + further.push(dense.pack(bytes))
    },
    at: (slot) => {
      if (slot >= unpacked) return further.at(slot - unpacked)
      return slot < repacked.size() ? repacked.at(slot) : first.at(slot)
    },
    size: () => (further.size() > 0 ? unpacked + further.size() : first.size()),
    bytes: () => first.bytes() + repacked.bytes() + further.bytes(),
  }
}

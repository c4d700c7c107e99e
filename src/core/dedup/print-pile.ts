import type { Print } from '../domain/print.ts'
import { createArena } from './arena.ts'
import { decodePrint } from './encode-print.ts'
import { createMemo } from './memo.ts'

/** Opened prints kept at hand: opened they take five times the memory. */
const AT_HAND = 512

/** Prints in the bytes they are stored in, opened one by one when somebody asks. */
export interface PrintPile {
  /** Appends; the place is the number of prints before. */
  readonly add: (bytes: Uint8Array) => number
  readonly bytesAt: (place: number) => Uint8Array
  readonly printAt: (place: number) => Print
  readonly size: () => number
}

/** An empty pile. */
export function createPrintPile(): PrintPile {
  const arena = createArena()
  const atHand = createMemo<number, Print>(AT_HAND)
  return {
    add: arena.push,
    bytesAt: arena.at,
    printAt: (place) => {
      const known = atHand.get(place)
      if (known !== undefined) return known
      const print = decodePrint(arena.at(place))
      atHand.set(place, print)
      return print
    },
    size: arena.size,
  }
}

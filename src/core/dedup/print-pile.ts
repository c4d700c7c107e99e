import type { Print } from '../domain/print.ts'
import { createArena } from './arena.ts'
import { decodePrint } from './encode-print.ts'

/** Opened prints are kept at hand up to this many: opened they take five times the memory. */
const AT_HAND = 1024

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
  let older = new Map<number, Print>()
  let newer = new Map<number, Print>()
  return {
    add: arena.push,
    bytesAt: arena.at,
    printAt: (place) => {
      const known = newer.get(place)
      if (known !== undefined) return known
      const print = older.get(place) ?? decodePrint(arena.at(place))
      if (newer.size >= AT_HAND / 2) {
        older = newer
        newer = new Map()
      }
      newer.set(place, print)
      return print
    },
    size: arena.size,
  }
}

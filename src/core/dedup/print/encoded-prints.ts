import type { Print } from '../../domain/print.ts'
import { decodePrint } from './decode-print.ts'
import { encodePrint } from './encode-print.ts'

/** The encoded form of prints that have one. Prints are immutable, so each is encoded at most once. */
const known = new WeakMap<Print, Uint8Array>()

/** The encoded form of a print; the bytes it was decoded from where there are any. */
export function bytesOf(print: Print): Uint8Array {
  const bytes = known.get(print) ?? encodePrint(print)
  known.set(print, bytes)
  return bytes
}

/** Prints by the bytes they were decoded from: a newcomer is read for the habits of its feed first, then to be decided. */
const opened = new WeakMap<Uint8Array, Print>()

/** Decodes a print and keeps its bytes for `bytesOf`. */
export function openPrint(bytes: Uint8Array): Print {
  const before = opened.get(bytes)
  if (before !== undefined) return before
  const print = decodePrint(bytes)
  known.set(print, bytes)
  opened.set(bytes, print)
  return print
}

import type { Print } from '../../domain/print.ts'
import { decodePrint, encodePrint } from './encode-print.ts'

/** Prints never change, so each is put into bytes at most once on its way through the window into the store. */
const known = new WeakMap<Print, Uint8Array>()

/** A print's bytes, those it was opened from where there are any. */
export function bytesOf(print: Print): Uint8Array {
  const bytes = known.get(print) ?? encodePrint(print)
  known.set(print, bytes)
  return bytes
}

/** A print that is about to be admitted, and remembers its bytes. */
export function openPrint(bytes: Uint8Array): Print {
  const print = decodePrint(bytes)
  known.set(print, bytes)
  return print
}

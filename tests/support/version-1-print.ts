import { readBytes, writeBytes } from '../../src/core/dedup/containers/bytes.ts'
import { decodePrint } from '../../src/core/dedup/print/decode-print.ts'

/** A print in the bytes of version 1: the same identity, title and body; terms had two columns where there are flags now. */
export function asVersion1(current: Uint8Array): Uint8Array {
  const { terms, entities } = decodePrint(current)
  const termsAt = readAt(current, 5)
  const out = writeBytes()
  out.byte(1)
  out.bytes(current.subarray(1, termsAt))
  out.uints(terms.ids)
  for (const column of [terms.counts, terms.counts, new Uint8Array(terms.ids.length)]) out.bytes(column)
  out.count(terms.bodyTerms)
  out.patch(9, out.size())
  out.uints(entities)
  return out.done()
}

function readAt(bytes: Uint8Array, at: number): number {
  const read = readBytes(bytes)
  read.moveTo(at)
  return read.uint()
}

import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import { writeBytes } from '../containers/bytes.ts'
import {
  BODY_OFFSET,
  ENTITIES_OFFSET,
  FLAGS,
  GUID_IS_UNIQUE,
  HAS_ADDRESS,
  HAS_URL_KEY,
  PRINT_VERSION,
  SCRIPTS,
  TERMS_OFFSET,
} from './print-layout.ts'

/** One writer serves all prints: memory for each would be most of the work. */
const out = writeBytes()
const EMPTY_OFFSETS = new Uint8Array(FLAGS - 1)

/** Encodes a print. */
export function encodePrint(print: Print): Uint8Array {
  // A print whose encoding threw an error left bytes in the writer.
  out.clear()
  out.byte(PRINT_VERSION)
  out.bytes(EMPTY_OFFSETS)
  writeHeader(print)
  writeTitle(print.title)
  out.patch(BODY_OFFSET, out.size())
  writeBody(print.body)
  out.patch(TERMS_OFFSET, out.size())
  writeTerms(print.terms)
  out.patch(ENTITIES_OFFSET, out.size())
  out.uints(print.entities)
  return out.done()
}

function writeHeader(print: Print): void {
  const guid = print.guidIsUnique ? GUID_IS_UNIQUE : 0
  out.byte(guid | (print.urlKey === null ? 0 : HAS_URL_KEY) | (print.address === null ? 0 : HAS_ADDRESS))
  for (const hash of [print.key, print.guid, print.contentHash]) out.hex(hash)
  if (print.urlKey !== null) out.hex(print.urlKey)
  if (print.address !== null) out.hex(print.address)
  out.count(print.feed)
  out.count(print.wordCount)
  out.float(print.published ?? Number.NaN)
  out.float(print.seen)
  for (const text of [print.domain, print.sourceName, print.publisher, print.language]) out.text(text)
}

/** Words hold no spaces, so one text carries them all. */
function writeTitle(title: PrintTitle): void {
  out.byte(SCRIPTS.indexOf(title.script) | (title.denial ? 8 : 0) | (title.negated ? 16 : 0))
  out.text(title.raw)
  out.text(title.words.join(' '))
  out.uints(title.terms)
  out.text(title.letters)
}

function writeBody(body: PrintBody | null): void {
  if (body === null) {
    out.count(0)
    return
  }
  out.count(body.length)
  out.uints(body.shingles)
  out.uints(body.boilerplate)
  out.uints(body.simhash === 0n ? NO_BITS : halvesOf(body.simhash))
  out.uints(body.sentences)
}

const NO_BITS = new Uint32Array(2)
const halvesOf = (bits: bigint): Uint32Array => Uint32Array.of(Number(bits & 0xffffffffn), Number(bits >> 32n))

function writeTerms(terms: PrintTerms): void {
  out.uints(terms.ids)
  out.bytes(terms.counts)
  out.bytes(terms.flags)
  out.count(terms.bodyTerms)
}

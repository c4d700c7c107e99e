import { TextDecoder } from '@exodus/bytes/encoding.js'

/**
 * Decodes UTF-8 and reads invalid bytes as windows-1252, where they almost always come from. Runs only over documents
 * that are not valid UTF-8, so plain JavaScript is fast enough.
 */
export function mendedUtf8(bytes: Uint8Array): string {
  const pieces: string[] = []
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  const western = new TextDecoder('windows-1252')
  let from = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    if (at > from) pieces.push(utf8.decode(bytes.subarray(from, at)))
    pieces.push(western.decode(bytes.subarray(at, at + 1)))
    at += 1
    from = at
  }
  pieces.push(utf8.decode(bytes.subarray(from)))
  return pieces.join('')
}

/** Length of the well-formed UTF-8 sequence at `at`, 0 for none. Unicode standard, table 3-7. */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const second = bytes[at + 1] ?? 0
  if (lead >= 0xc2 && lead <= 0xdf) return isTail(second) ? 2 : 0
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (second < low || second > high || !isTail(bytes[at + 2] ?? 0)) return 0
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 && isTail(bytes[at + 3] ?? 0) ? 4 : 0
}

function isTail(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf
}

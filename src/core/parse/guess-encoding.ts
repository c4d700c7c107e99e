import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'

/** Enough to know a language's letters by, and little enough that a large document costs no more than a small one. */
const sampleBytes = 64_000

/** The likeliest encoding of bytes that say nothing of it and are not UTF-8. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = withoutTags(bytes)
  for (const { name } of analyse(sample)) {
    const encoding = normalizeEncoding(name)
    if (encoding !== null && encoding !== 'utf-8' && !encoding.startsWith('utf-16') && decodes(sample, encoding))
      return encoding
  }
  return 'windows-1252'
}

/** Tags are English whatever the text is; they would outvote it. */
function withoutTags(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(Math.min(bytes.length, sampleBytes))
  let length = 0
  let inTag = false
  for (let at = 0; at < bytes.length && length < kept.length; at += 1) {
    const byte = bytes[at]!
    if (byte === 0x3c) inTag = true
    if (!inTag) kept[length++] = byte
    if (byte === 0x3e) inTag = false
  }
  return kept.subarray(0, length)
}

function decodes(sample: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(sample)
  let wrong = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0xfffd) wrong += 1
  return wrong <= text.length / 1000 + 1
}

import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'

/** Enough bytes to recognise a language, and few enough that a large document costs no more than a small one. */
const sampleBytes = 64_000

/** The most likely encoding of bytes that declare none and are not UTF-8. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = tellingWords(bytes)
  if (isThai(sample)) return 'windows-874'
  for (const { name } of analyse(sample)) {
    const encoding = normalizeEncoding(name === 'ISO-8859-8' ? 'windows-1255' : name)
    if (encoding !== null && encoding !== 'utf-8' && !encoding.startsWith('utf-16') && decodes(sample, encoding))
      return encoding
  }
  return 'windows-1252'
}

/**
 * Detects Thai by its structure: vowel and tone marks follow a consonant. The detector compares Thai with double-byte
 * encodings by frequency alone and takes short texts for Chinese.
 */
function isThai(sample: Uint8Array): boolean {
  let marks = 0
  let misplaced = 0
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at]!
    if (byte >= 0x80 && (byte < 0xa0 || byte > 0xfb || (byte > 0xda && byte < 0xdf))) return false
    if (!isThaiMark(byte)) continue
    marks += 1
    const before = sample[at - 1] ?? 0
    if (!isThaiMark(before) && !(before >= 0xa1 && before <= 0xce)) misplaced += 1
  }
  return marks >= 5 && misplaced * 50 <= marks
}

function isThaiMark(byte: number): boolean {
  return byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee)
}

/**
 * Keeps only the words with bytes beyond ASCII: tags, addresses and English are the same in every encoding and would
 * hide the letters that differ.
 */
function tellingWords(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(Math.min(bytes.length, sampleBytes))
  let length = 0
  let wordStart = 0
  let telling = false
  for (let at = 0; at <= bytes.length && length < kept.length; at += 1) {
    const byte = bytes[at] ?? 0x20
    if (byte >= 0x80 || byte === 0x1b) telling = true
    if (!separatesWords(byte)) continue
    if (telling) {
      const word = bytes.subarray(wordStart, Math.min(at + 1, wordStart + kept.length - length))
      kept.set(word, length)
      length += word.length
    }
    wordStart = at + 1
    telling = false
  }
  return kept.subarray(0, length)
}

/** White space, `<`, `>` and quotes: bytes that occur inside no character of the guessed encodings. */
function separatesWords(byte: number): boolean {
  return (
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x3c || byte === 0x3e || byte === 0x22
  )
}

function decodes(sample: Uint8Array, encoding: string): boolean {
  const text = new TextDecoder(encoding).decode(sample)
  let wrong = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 0xfffd) wrong += 1
  return wrong <= text.length / 1000 + 1
}

import { isomorphicDecode, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'
import type { EncodingChoice, EncodingReason } from '../domain/feed-document.ts'
import { codePageName, decodeCodePage, isCodePage } from './code-pages.ts'
import { guessEncoding } from './guess-encoding.ts'
import { mendedUtf8 } from './mended-utf8.ts'
import { readUtf8 } from './read-utf8.ts'

/** Headers that came with the bytes. */
export interface DecodeHints {
  readonly contentType?: string | null | undefined
}

/** The decoded text, the encoding chosen, and the declared label that turned out to be wrong. */
export interface Decoded {
  readonly text: string
  readonly encoding: EncodingChoice
  /** The declared label that the bytes contradict, if any. */
  readonly refused: string | null
  /** True when bytes that encode no character were replaced or read as windows-1252. */
  readonly damaged: boolean
  /** Whether the text may hold control characters; checking the bytes is faster than checking the text. */
  readonly mayHoldControls: boolean
}

interface Label {
  readonly label: string
  readonly reason: EncodingReason
}

/** Labels outside the WHATWG table that feeds use, and the encodings they mean. */
const otherLabels: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['shift-jis', 'shift_jis'],
  ['sjis-win', 'shift_jis'],
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['gb-2312', 'gbk'],
  ['cp949', 'euc-kr'],
  ['ms949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['ms950', 'big5'],
  ['utf8mb4', 'utf-8'],
  ['win-1251', 'windows-1251'],
  ['win-1252', 'windows-1252'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['mac-cyrillic', 'x-mac-cyrillic'],
  ['macroman', 'macintosh'],
  ['tis620', 'windows-874'],
  ['cp874', 'windows-874'],
])

/** The XML declaration or the `meta` element must be within this many bytes. */
const headBytes = 1024

/**
 * Decodes bytes to text. Order: BOM, HTTP charset, XML declaration, `meta`, then strict UTF-8, then a guess. A label
 * that the bytes contradict is skipped. Labels are resolved by the WHATWG table, with a decoder that follows it (Node
 * 20's own does not).
 */
export function decode(bytes: Uint8Array, hints: DecodeHints = {}): Decoded {
  const marked = byMark(bytes)
  if (marked !== null) return marked
  const labels = labelsOf(bytes, hints)
  const candidates = labels.flatMap(({ label, reason }): EncodingChoice[] => {
    const name = encodingName(label)
    return name === null ? [] : [{ name, reason }]
  })
  const { text: utf8, mayHoldControls } = readUtf8(bytes)
  const read =
    readAsLabelled(bytes, candidates, utf8) ?? asUtf8(utf8) ?? mostlyRight(bytes, candidates) ?? guessed(bytes)
  const [first] = labels
  const refused = first === undefined || encodingName(first.label) === read.encoding.name ? null : first.label
  return { ...read, refused, mayHoldControls }
}

function readAsLabelled(
  bytes: Uint8Array,
  candidates: readonly EncodingChoice[],
  utf8: string | null,
): DecodedText | null {
  const multibyte = utf8 !== null && utf8.length < bytes.length
  const agreed = candidates.some(({ name }) => name === 'utf-8')
  for (const candidate of candidates) {
    const read = asLabelled(bytes, candidate, { utf8, multibyte, agreed })
    if (read !== null) return read
  }
  return null
}

function asUtf8(utf8: string | null): DecodedText | null {
  return utf8 === null
    ? null
    : { text: withoutMark(utf8), encoding: { name: 'utf-8', reason: 'utf-8' }, damaged: false }
}

interface Utf8Evidence {
  readonly utf8: string | null
  readonly multibyte: boolean
  readonly agreed: boolean
}

type DecodedText = Omit<Decoded, 'refused' | 'mayHoldControls'>

function asLabelled(
  bytes: Uint8Array,
  { name, reason }: EncodingChoice,
  { utf8, multibyte, agreed }: Utf8Evidence,
): DecodedText | null {
  const encoding = { name, reason }
  if (name === 'utf-8') return utf8 === null ? null : { text: withoutMark(utf8), encoding, damaged: false }
  if (name.startsWith('utf-16')) return null
  // Real text in a one-byte or East Asian encoding is never valid UTF-8 over several characters.
  if (multibyte && name !== 'iso-2022-jp' && (agreed || characters(utf8!) >= 3)) return null
  const text = strictText(bytes, name)
  return text === null ? null : { text, encoding, damaged: false }
}

function characters(text: string): number {
  let count = 0
  for (let at = 0; at < text.length && count < 3; at += 1) if (text.charCodeAt(at) > 127) count += 1
  return count
}

function strictText(bytes: Uint8Array, name: string): string | null {
  if (isCodePage(name)) return decodeCodePage(bytes, name)
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** A byte order mark, or the bytes of `<` in UTF-16 or UTF-32, overrides every label. */
function byMark(bytes: Uint8Array): Decoded | null {
  const [a, b, c, d] = [bytes[0], bytes[1], bytes[2], bytes[3]]
  const wide = (name: string, reason: EncodingReason): Decoded => ({
    text: withoutMark(
      name.startsWith('utf-32') ? utf32(bytes, name === 'utf-32le') : new TextDecoder(name).decode(bytes),
    ),
    encoding: { name, reason },
    refused: null,
    damaged: false,
    mayHoldControls: true,
  })
  if (a === 0xef && b === 0xbb && c === 0xbf) return markedUtf8(bytes)
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return wide('utf-32be', 'bom')
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return wide('utf-32le', 'bom')
  if (a === 0xfe && b === 0xff) return wide('utf-16be', 'bom')
  if (a === 0xff && b === 0xfe) return wide('utf-16le', 'bom')
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return wide('utf-32be', 'detected')
  if (a === 0x3c && b === 0 && c === 0 && d === 0) return wide('utf-32le', 'detected')
  if (a === 0 && b === 0x3c) return wide('utf-16be', 'detected')
  if (a === 0x3c && b === 0) return wide('utf-16le', 'detected')
  return null
}

function markedUtf8(bytes: Uint8Array): Decoded {
  const { text: strict, mayHoldControls } = readUtf8(bytes)
  const text = strict ?? mendedUtf8(bytes)
  return {
    text: withoutMark(text),
    encoding: { name: 'utf-8', reason: 'bom' },
    refused: null,
    damaged: strict === null,
    mayHoldControls,
  }
}

function utf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units = new Uint16Array(bytes.byteLength >> 1)
  let length = 0
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian)
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) units[length++] = 0xfffd
    else if (point < 0x10000) units[length++] = point
    else {
      units[length++] = 0xd7c0 + (point >> 10)
      units[length++] = 0xdc00 + (point & 0x3ff)
    }
  }
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
}

function labelsOf(bytes: Uint8Array, { contentType }: DecodeHints): readonly Label[] {
  const head = isomorphicDecode(bytes.subarray(0, headBytes))
  const found: [EncodingReason, string | undefined][] = [
    ['http', /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1]],
    ['declaration', /<\?xml[^>]*?\bencoding\s*=\s*["']?\s*([^\s"'?>]+)/i.exec(head)?.[1]],
    ['meta', /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1]],
  ]
  return found.flatMap(([reason, label]) => (label === undefined ? [] : [{ reason, label }]))
}

/** The WHATWG name for a label; null for an unknown label. */
export function encodingName(label: string): string | null {
  const tidy = label.trim().toLowerCase().replaceAll('_', '-')
  const page = codePageName(tidy)
  if (page !== null) return page
  const name =
    normalizeEncoding(label.trim()) ?? normalizeEncoding(tidy) ?? normalizeEncoding(otherLabels.get(tidy) ?? '')
  return name === 'replacement' || name === 'x-user-defined' ? null : name
}

/** Accepts a label that is wrong for a few bytes only: the share of invalid bytes decides. */
function mostlyRight(bytes: Uint8Array, candidates: readonly EncodingChoice[]): DecodedText | null {
  for (const { name, reason } of [...candidates, { name: 'utf-8', reason: 'utf-8' as const }]) {
    if (name.startsWith('utf-16') || isCodePage(name)) continue
    const text = new TextDecoder(name, { ignoreBOM: true }).decode(bytes)
    const { wrong, wide } = wrongShare(text)
    if (wrong * 10 > wide) continue
    const mended = name === 'utf-8' ? mendedUtf8(bytes) : text
    return { text: withoutMark(mended), encoding: { name, reason }, damaged: true }
  }
  return null
}

function wrongShare(text: string): { readonly wrong: number; readonly wide: number } {
  let wrong = 0
  let wide = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) wrong += 1
    else if (code > 127) wide += 1
  }
  return { wrong, wide }
}

function guessed(bytes: Uint8Array): DecodedText {
  const name = guessEncoding(bytes)
  const strict = strictText(bytes, name)
  const text = strict ?? new TextDecoder(name, { ignoreBOM: true }).decode(bytes)
  return { text, encoding: { name, reason: 'detected' }, damaged: strict === null }
}

import type { WorldEncodingName } from './world.ts'

type Table = ReadonlyMap<string, readonly number[]>

const tables = new Map<WorldEncodingName, Table>()

/** Encodes text in one of the world's encodings; throws for a character that the encoding does not have. */
export function encodeText(text: string, encoding: WorldEncodingName): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le') return utf16(text)
  const table = tables.get(encoding) ?? tableOf(encoding)
  tables.set(encoding, table)
  const bytes = new Uint8Array(text.length * 2)
  let length = 0
  for (const char of text) {
    const code = char.codePointAt(0)!
    const known = code < 0x80 ? [code] : table.get(char)
    if (known === undefined) throw new Error(`${encoding} has no "${char}"`)
    for (const byte of known) bytes[length++] = byte
  }
  return bytes.slice(0, length)
}

/** With its byte order mark, as the tools that write it do. */
function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes.set([0xff, 0xfe])
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes.set([unit & 0xff, unit >> 8], 2 + i * 2)
  }
  return bytes
}

/** Where windows-1252 differs from ISO 8859-1 (WHATWG encoding standard); Node 20 decodes these bytes wrongly. */
const windows1252: Table = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ']
    .map((char, i): [string, number[]] => [char, [0x80 + i]])
    .concat(Array.from({ length: 0x60 }, (_, i) => [String.fromCharCode(0xa0 + i), [0xa0 + i]])),
)

/** An encoding table, made by decoding every pair of bytes: the platform can only decode these encodings. */
function tableOf(encoding: WorldEncodingName): Table {
  if (encoding === 'windows-1252') return windows1252
  const pairs = pairsOf(encoding)
  const lines = new TextDecoder(encoding)
    .decode(Uint8Array.from(pairs.flatMap((pair) => [...pair, lineEnd])))
    .split('\n')
  const table = new Map<string, readonly number[]>()
  for (const [i, line] of lines.entries()) {
    if (line === '\uFFFD' || [...line].length !== 1 || line < '\u0080') continue
    if (!table.has(line)) table.set(line, pairs[i]!)
  }
  return table
}

const lineEnd = 0x0a

/** Big5 below 0xA1 is an extension with duplicates of common characters. */
function pairsOf(encoding: WorldEncodingName): number[][] {
  const first = encoding === 'big5' ? 0xa1 : 0x81
  const pairs: number[][] = []
  for (let lead = first; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) pairs.push([lead, trail])
  return pairs
}

/* Files that other readers export: recognised by what is in them, since their names say little. */

/** The most that the API takes. */
const MOST_BYTES = 8_000_000

/** How much of a file is looked at. Comments and style sheets may stand before the first element. */
const LOOKED_AT = 20_000

export type ExportKind = 'opml' | 'starred'

export const isTooLarge = (bytes: number): boolean => bytes > MOST_BYTES

/** What an exported text is; null when it is neither. */
export function kindOfExport(text: string): ExportKind | null {
  const start = text.slice(0, LOOKED_AT).trimStart()
  if (start.startsWith('<')) return /<(opml|outline)[\s>]/i.test(start) ? 'opml' : null
  return /^[{[]/.test(start) && /"items"\s*:|"id"\s*:/.test(start) ? 'starred' : null
}

/** The text of a file in the encoding that its mark or its XML declaration names; UTF-8 where they name none, or none that there is. */
export function textOfExport(bytes: Uint8Array): string {
  return decoderOf(encodingOf(bytes)).decode(bytes)
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

const starts = (bytes: Uint8Array, at: number, text: string): boolean =>
  bytes.length >= at + text.length && [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0))

/**
 * What kind of picture some bytes are, by how they begin (WHATWG MIME Sniffing, section 6.1; AVIF by its brand); null for anything else.
 * SVG is none of them: it is a document that may hold script.
 */
export function imageType(bytes: Uint8Array): string | null {
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(bytes, 0, 'GIF87a') || starts(bytes, 0, 'GIF89a')) return 'image/gif'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBPVP')) return 'image/webp'
  if (starts(bytes, 4, 'ftypavif') || starts(bytes, 4, 'ftypavis')) return 'image/avif'
  if (starts(bytes, 0, '\0\0\x01\0')) return 'image/x-icon'
  return null
}

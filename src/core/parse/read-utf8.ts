import { isAscii, isUtf8, transcode } from 'node:buffer'
import { isomorphicDecode } from '@exodus/bytes/encoding.js'
import { hasControls } from './has-controls.ts'

/** Bytes decoded as UTF-8; `text` is null when they are not valid. */
export interface Utf8Text {
  readonly text: string | null
  /**
   * Whether control characters other than tab and line ends may occur; checking the bytes is faster than checking the
   * text.
   */
  readonly mayHoldControls: boolean
}

/**
 * Decodes strict UTF-8, with or without a byte order mark. TextDecoder works byte by byte after the first byte that is
 * not ASCII; Buffer's `isUtf8` and `transcode` handle many bytes at a time (ADR 0032).
 */
export function readUtf8(bytes: Uint8Array): Utf8Text {
  const mayHoldControls = hasControls(bytes)
  if (isAscii(bytes)) return { text: isomorphicDecode(bytes), mayHoldControls }
  if (!isUtf8(bytes)) return { text: null, mayHoldControls }
  return { text: transcode(bytes, 'utf8', 'utf16le').toString('utf16le'), mayHoldControls }
}

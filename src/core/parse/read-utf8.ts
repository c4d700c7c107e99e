import { isAscii, isUtf8, transcode } from 'node:buffer'
import { isomorphicDecode } from '@exodus/bytes/encoding.js'
import { hasControls } from './has-controls.ts'

/** What bytes say as UTF-8: null when they are none. */
export interface Utf8Reading {
  readonly text: string | null
  /** Whether there may be control characters besides tab and line ends; the bytes can tell faster than the text. */
  readonly mayHoldControls: boolean
}

/**
 * Bytes as UTF-8, strictly, a mark at the start included. The platform's own TextDecoder goes byte by byte from the first
 * sign on that is not ASCII; its buffers know the same many bytes at a time (ADR 0032).
 */
export function readUtf8(bytes: Uint8Array): Utf8Reading {
  const mayHoldControls = hasControls(bytes)
  if (isAscii(bytes)) return { text: isomorphicDecode(bytes), mayHoldControls }
  if (!isUtf8(bytes)) return { text: null, mayHoldControls }
  return { text: transcode(bytes, 'utf8', 'utf16le').toString('utf16le'), mayHoldControls }
}

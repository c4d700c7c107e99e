import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { FetchError } from './fetch-error.ts'
import type { Limits } from './limits.ts'

export interface Decoded {
  readonly bytes: Uint8Array
  /** False when the compressed stream broke off. */
  readonly complete: boolean
}

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Uint8Array

/** What servers write when no coding was applied; the last two are charsets in the wrong header. */
const noCoding: ReadonlySet<string> = new Set(['', 'identity', 'none', 'utf-8', 'utf8'])

/** A longer chain of codings is an attack. */
const maxCodings = 3
const ratioFree = 1024 * 1024

/**
 * Decodes Content-Encoding within the limits. Synchronous on purpose: slow DNS look-ups block the thread pool, and a
 * body of the largest size takes some 30 ms.
 */
export function decodeBody(wire: Uint8Array, contentEncoding: string | null, limits: Limits): Decoded {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => !noCoding.has(coding))
  if (codings.length > maxCodings) throw new FetchError('badEncoding', `${codings.length} content codings in a row`)
  let decoded: Decoded = { bytes: wire, complete: true }
  for (const coding of codings.reverse()) {
    const next = undo(coding, decoded.bytes, outputLimit(wire.length, limits))
    decoded = { bytes: next.bytes, complete: decoded.complete && next.complete }
  }
  if (decoded.bytes.length > limits.maxBytes) throw tooLarge(limits.maxBytes)
  return decoded
}

interface OutputLimit {
  readonly bytes: number
  readonly byRatio: boolean
}

function outputLimit(wireBytes: number, limits: Limits): OutputLimit {
  const byRatio = Math.max(ratioFree, wireBytes * limits.maxRatio)
  return byRatio < limits.maxBytes ? { bytes: byRatio, byRatio: true } : { bytes: limits.maxBytes, byRatio: false }
}

function undo(coding: string, bytes: Uint8Array, limit: OutputLimit): Decoded {
  const decompress = decompressorOf(coding, bytes)
  if (decompress === null || bytes.length === 0) return { bytes, complete: true }
  try {
    return { bytes: decompress(bytes, { maxOutputLength: limit.bytes }), complete: true }
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooBig(limit, bytes.length)
    if (codeOf(error) !== 'Z_BUF_ERROR') throw new FetchError('badEncoding', `body is not valid ${coding}`, error)
  }
  return { bytes: undoAsFarAsItGoes(decompress, bytes, coding, limit), complete: false }
}

function undoAsFarAsItGoes(decompress: Decompress, bytes: Uint8Array, coding: string, limit: OutputLimit): Uint8Array {
  const finishFlush = coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  try {
    return decompress(bytes, { maxOutputLength: limit.bytes, finishFlush })
  } catch (error) {
    throw new FetchError('badEncoding', `body is not valid ${coding}`, error)
  }
}

/** Null when the bytes are not compressed, whatever the header says. */
function decompressorOf(coding: string, bytes: Uint8Array): Decompress | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? (input, options) => gunzipSync(input, options) : null
    case 'deflate':
      return (input, options) => inflateEither(input, options)
    case 'br':
      return (input, options) => brotliDecompressSync(input, options)
    default:
      throw new FetchError('badEncoding', `content coding "${coding}" was not offered`)
  }
}

/** "deflate" is a zlib stream by the standard and a raw one on some servers; the zlib header shows which. */
function inflateEither(bytes: Uint8Array, options: ZlibOptions): Uint8Array {
  const isZlib = (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | (bytes[1] ?? 0)) % 31 === 0
  return isZlib ? inflateSync(bytes, options) : inflateRawSync(bytes, options)
}

function tooBig(limit: OutputLimit, compressed: number): FetchError {
  if (!limit.byRatio) return tooLarge(limit.bytes)
  return new FetchError('bomb', `${compressed} compressed bytes grow beyond ${limit.bytes}`)
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('tooLarge', `body is longer than ${maxBytes} bytes`)
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

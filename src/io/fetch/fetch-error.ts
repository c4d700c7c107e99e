import type { TransportFailure } from '../../core/domain/reply.ts'
import { networkWords } from '../system/network-words.ts'

/** An early end of a fetch, inside this folder only; outside it is data, a `NoAnswer`. */
export class FetchError extends Error {
  readonly failure: TransportFailure

  constructor(failure: TransportFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FetchError'
    this.failure = failure
  }
}

/** Error codes of Node and undici. TLS codes are too many to list and are recognised by their form. */
const failureOfCode: Readonly<Record<string, TransportFailure>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EMFILE: 'unreachable',
  ETIMEDOUT: 'connectTimeout',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
  UND_ERR_HEADERS_TIMEOUT: 'headersTimeout',
  UND_ERR_BODY_TIMEOUT: 'totalTimeout',
  UND_ERR_HEADERS_OVERFLOW: 'headersTooLarge',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_INVALID_ARG: 'badUrl',
  UND_ERR_NOT_SUPPORTED: 'protocol',
  UND_ERR_DESTROYED: 'reset',
  UND_ERR_CLOSED: 'reset',
}

const tlsCode = /TLS|SSL|CERT|^EPROTO$|^UNABLE_TO_|^DEPTH_ZERO|SELF_SIGNED|^HOSTNAME_MISMATCH$/

/** Classifies an error of undici, Node or OpenSSL. */
export function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  const { code, message } = describe(error)
  const failure = failureOfCode[code] ?? (tlsCode.test(code) ? 'tls' : 'protocol')
  return new FetchError(failure, message, error)
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return { code, message: networkWords(error) ?? (error.message || code || error.name) }
}

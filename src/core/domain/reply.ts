import type { Validators } from './feed.ts'

/** Validators with the address that issued them: they are sent to no other address. One character per byte. */
export interface IssuedValidators extends Validators {
  readonly url: string
}

/** One redirect before an answer. */
export interface Hop {
  readonly url: string
  readonly status: number
  readonly permanent: boolean
}

/** Why there is no answer, or none that can be used. */
export type TransportFailure =
  | 'connectTimeout'
  | 'headersTimeout'
  | 'totalTimeout'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'tls'
  | 'protocol'
  | 'headersTooLarge'
  | 'tooLarge'
  | 'bomb'
  | 'badEncoding'
  | 'tooManyRedirects'
  | 'redirectLoop'
  | 'badRedirect'
  | 'forbiddenAddress'
  | 'badUrl'
  | 'aborted'

interface Asked {
  /** The address requested first. Addresses in a reply never contain a password. */
  readonly asked: string
  /** The address after the last redirect. */
  readonly url: string
  readonly hops: readonly Hop[]
  readonly wireBytes: number
  readonly tookMs: number
}

/** A response of a server. */
export interface Answer extends Asked {
  readonly kind: 'answer'
  readonly status: number
  /** Lower-case names; one character per byte. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed. */
  readonly body: Uint8Array
  /** False when the compressed body broke off: `body` then holds only its beginning. */
  readonly complete: boolean
  /** Whether the request to the address that answered had validators. */
  readonly conditional: boolean
}

/** No response, or none that we accept. */
export interface NoAnswer extends Asked {
  readonly kind: 'noAnswer'
  readonly failure: TransportFailure
  readonly message: string
  /** Whether a request was sent, so that the server may have acted on it. */
  readonly begun?: boolean
}

/** The bytes and headers of one poll, or why there are none. */
export type Reply = Answer | NoAnswer

import type { Validators } from './feed.ts'

/** Validators with the address that issued them: no other address may be asked with them. One character per byte. */
export interface IssuedValidators extends Validators {
  readonly url: string
}

/** One redirect on the way to an answer. */
export interface Hop {
  readonly url: string
  readonly status: number
  readonly permanent: boolean
}

/** Why no answer came, or none that we may use. */
export type TransportFailure =
  | 'connectTimeout'
  | 'headersTimeout'
  | 'stallTimeout'
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
  /** Where we asked first. Addresses in a reply never carry a password. */
  readonly asked: string
  /** Where the last hop led. */
  readonly url: string
  readonly hops: readonly Hop[]
  readonly wireBytes: number
  readonly tookMs: number
}

/** A server spoke. */
export interface Answer extends Asked {
  readonly kind: 'answer'
  readonly status: number
  /** Lower-case names; one character per byte. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed. */
  readonly body: Uint8Array
  /** False when the compressed body broke off: what came is here, but must not be taken for the whole. */
  readonly complete: boolean
  /** Whether the address that answered was asked with validators. */
  readonly conditional: boolean
}

/** Nobody spoke, or not in a way we accept. */
export interface NoAnswer extends Asked {
  readonly kind: 'noAnswer'
  readonly failure: TransportFailure
  readonly message: string
  /** Whether a request went out on a connection, so that the other side may have acted on it. */
  readonly begun?: boolean
}

/** The bytes and headers of one poll, or why there are none. */
export type Reply = Answer | NoAnswer

import type { RefreshHints } from './feed-document.ts'
import type { IssuedValidators, TransportFailure } from './reply.ts'

/** How long the answer's own headers call it fresh, and which header said so. */
export interface Freshness {
  readonly ms: number
  readonly by: 'cache_control' | 'expires'
}

/** A document came; whether it is a feed is for the parser to say. */
export interface Fetched {
  readonly kind: 'fetched'
  readonly url: string
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | null
  /** Null also when the body broke off: a 304 for half a document would hide the rest for ever. */
  readonly validators: IssuedValidators | null
  readonly freshness: Freshness | null
}

/** The document we have is the current one. Validators stay as they were: those of a 304 belong to no document we hold. */
export interface NotModified {
  readonly kind: 'notModified'
  readonly url: string
  readonly freshness: Freshness | null
}

/** Every hop was permanent: poll there from now on, once the target has proved to be a feed. */
export interface Moved {
  readonly kind: 'moved'
  readonly to: string
  readonly target: Fetched | NotModified
}

export interface Gone {
  readonly kind: 'gone'
  readonly url: string
}

/** 429 or 503. */
export interface SlowDown {
  readonly kind: 'slowDown'
  readonly status: number
  readonly retryAfterMs: number | null
  readonly retry: boolean
}

/** Why a poll failed: the transport, the status, or the document itself. */
export type FailureKind = TransportFailure | 'http' | 'noBody' | 'unaskedNotModified' | 'html' | 'unparsable'

/** The same, as coarse as health counts it. */
export type FailureClass = 'timeout' | 'connection' | 'http' | 'slowDown' | 'document' | 'refused'

export interface Failed {
  readonly kind: 'failed'
  readonly failure: FailureKind
  readonly status: number | null
  readonly message: string
  readonly retryAfterMs: number | null
  /** Whether the same pass may try again. */
  readonly retry: boolean
  /** The page that came in place of a feed, for discovery. */
  readonly page: Fetched | null
}

/** What one reply means. */
export type Outcome = Fetched | NotModified | Moved | Gone | SlowDown | Failed

/** What reading and admitting the document of a poll came to. */
export interface Reading {
  readonly entries: number
  readonly newEntries: number
  readonly revisedEntries: number
  /** Of the new and revised: those whose date was missing, unreadable or in the future. */
  readonly uncertainDates: number
  /** When the new entries were published, where that is certain, in any order. */
  readonly publishedAt: readonly number[]
  readonly hints: RefreshHints
}

/** One poll, all attempts of the pass done. */
export interface FinishedPoll {
  readonly at: number
  readonly feedUrl: string
  /** Settled: a document that is no feed is already a failure. */
  readonly outcome: Outcome
  /** Null when no document was read. */
  readonly reading: Reading | null
  readonly tookMs: number
  readonly wireBytes: number
}

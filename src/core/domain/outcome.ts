import type { RefreshHints } from './feed-document.ts'
import type { IssuedValidators, TransportFailure } from './reply.ts'

/** How long the response headers declare a response fresh, and which header. */
export interface Freshness {
  readonly ms: number
  readonly by: 'cache_control' | 'expires'
}

/** A document was received; the parser decides whether it is a feed. */
export interface Fetched {
  readonly kind: 'fetched'
  readonly url: string
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | null
  /** Also null when the body broke off: a 304 for half a document would hide the rest for ever. */
  readonly validators: IssuedValidators | null
  readonly freshness: Freshness | null
}

/** Our document is current. The validators stay: those of a 304 belong to no document that we have. */
export interface NotModified {
  readonly kind: 'notModified'
  readonly url: string
  readonly freshness: Freshness | null
}

/** All redirects were permanent: poll the target from now on, once it has proved to be a feed. */
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

/** Why a poll failed: transport, status, or the document. */
export type FailureKind = TransportFailure | 'http' | 'noBody' | 'unaskedNotModified' | 'html' | 'unparsable'

/** Coarser classes, as health counts them. */
export type FailureClass = 'timeout' | 'connection' | 'http' | 'slowDown' | 'document' | 'refused'

export interface Failed {
  readonly kind: 'failed'
  readonly failure: FailureKind
  readonly status: number | null
  readonly message: string
  readonly retryAfterMs: number | null
  /** Whether to retry in the same pass. */
  readonly retry: boolean
  /** The web page received in place of a feed, for discovery. */
  readonly page: Fetched | null
}

/** What one reply means. */
export type Outcome = Fetched | NotModified | Moved | Gone | SlowDown | Failed

/** The counts of a poll's document after parsing and admission. */
export interface Reading {
  readonly entries: number
  readonly newEntries: number
  readonly revisedEntries: number
  /** Of the new and revised entries: those whose date was missing, unreadable or in the future. */
  readonly uncertainDates: number
  /** Entries with neither title nor text, which were skipped. */
  readonly malformed: number
  /** Entries beyond the newest that are stored of one document. */
  readonly cutOff: number
  /** Whether the document could be parsed without mending it. */
  readonly valid: boolean
  /** When the new entries were published, where that is certain, in any order. */
  readonly publishedAt: readonly number[]
  /** The size of the new and revised entries. */
  readonly storedBytes: number
  /** Raw hashes of entries that were not stored because the feed brought too much today; a later poll may take them. */
  readonly leftOut: readonly string[]
  readonly hints: RefreshHints
}

/** One poll with all its retries. */
export interface FinishedPoll {
  readonly at: number
  readonly feedUrl: string
  /** Final: a document that is not a feed is already a failure. */
  readonly outcome: Outcome
  /** Null when no document was parsed. */
  readonly reading: Reading | null
  readonly tookMs: number
  readonly wireBytes: number
}

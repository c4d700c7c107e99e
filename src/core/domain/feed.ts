import type { HealthState } from './health.ts'
import type { NextPoll, PollReason } from './poll-plan.ts'

/** ETag and Last-Modified for conditional requests; sent back byte for byte. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** A polled feed and its state. */
export interface Feed {
  readonly id: number
  readonly source: number
  /** Where it is polled; a permanent redirect changes this and never the source. */
  readonly url: string
  /** Host and port of the polled address: request limits are per host. */
  readonly host: string
  /** Former addresses, newest last, so that a move can be undone. */
  readonly previousUrls: readonly string[]
  readonly title: string | null
  readonly validators: Validators
  readonly state: HealthState
  /** Null for a feed that is no longer polled. */
  readonly nextAt: number | null
  readonly nextReason: PollReason | 'retired' | 'crawl' | 'asked'
  /** The reason for the time of the next poll; null before the first. */
  readonly nextPlan: NextPoll | null
  readonly documentHash: string | null
  /** Raw hashes of the entries of the last document, packed: most entries of a changed feed are known. */
  readonly lastEntries: Uint8Array
  /** The stored state of scheduling and health; empty before the first poll. */
  readonly history: Readonly<Record<string, unknown>>
}

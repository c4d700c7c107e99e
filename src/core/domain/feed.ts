import type { HealthState } from './health.ts'
import type { NextPoll, PollReason } from './poll-plan.ts'

/** What a publisher gave us to ask "has it changed?" with; sent back byte for byte. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** The polled thing and its state. */
export interface Feed {
  readonly id: number
  readonly source: number
  /** Where it is polled; a permanent move changes this and never the source. */
  readonly url: string
  /** Name and port of the polled address: the unit of politeness. */
  readonly host: string
  /** Addresses it was polled at before, newest last, so that a move can be put back. */
  readonly previousUrls: readonly string[]
  readonly title: string | null
  readonly validators: Validators
  readonly state: HealthState
  /** Null for a feed that is polled no more. */
  readonly nextAt: number | null
  readonly nextReason: PollReason | 'retired' | 'crawl'
  /** All that is needed to say why; null before the first poll. */
  readonly nextPlan: NextPoll | null
  readonly documentHash: string | null
  /** Raw hashes of the entries of the last document, packed: most of a changed feed is known already. */
  readonly lastEntries: Uint8Array
  /** What scheduling and health remember between polls, as they left it; empty before the first. */
  readonly history: Readonly<Record<string, unknown>>
}

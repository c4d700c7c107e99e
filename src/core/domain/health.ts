import type { FeedNote, StateReason } from './feed-reason.ts'
import type { FailureClass } from './outcome.ts'
import type { FeedDay } from './poll.ts'

/**
 * Worst first. `flooding` brings more than is stored; `new` has not answered yet; `dormant` is stale (answers without anything
 * new); `unhealthy` is broken.
 */
export type HealthState = 'dead' | 'unhealthy' | 'slow' | 'flooding' | 'new' | 'dormant' | 'moved' | 'healthy'

/** The result of one of the last ten polls, for a sparkline. */
export type PollMark = 'new' | 'unchanged' | FailureClass

/** The polls of one feed on one UTC day, with the failures by kind. */
export interface PollDay extends Omit<FeedDay, 'feed' | 'timeouts'> {
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
}

/** A feed's record over the last thirty days. */
export interface FeedHealth {
  readonly state: HealthState
  readonly reason: StateReason
  /** The same in words. */
  readonly because: string
  /** 0 to 100; null before the first poll. */
  readonly reliability: number | null
  readonly polls: number
  readonly successes: number
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly averageMs: number | null
  readonly lastSuccessAt: number | null
  readonly failuresInARow: number
  /** Entries with neither title nor text, which were skipped. */
  readonly malformed: number
  /** Entries of the last document beyond the newest that are stored of one. */
  readonly cutOff: number
  readonly noted: readonly FeedNote[]
  /** The same in words. */
  readonly notes: readonly string[]
}

/** A change of a feed that is reported once. */
export type FeedEvent =
  | { readonly kind: 'stateChanged'; readonly from: HealthState; readonly to: HealthState; readonly because: string }
  | { readonly kind: 'urlChanged'; readonly from: string; readonly to: string }
  | { readonly kind: 'emptied'; readonly entriesBefore: number }
  | { readonly kind: 'leftOut'; readonly entries: number; readonly because: string }
  | { readonly kind: 'stillWanted'; readonly quietDays: number }

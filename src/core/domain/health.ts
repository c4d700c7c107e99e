import type { FailureClass } from './outcome.ts'
import type { FeedDay } from './poll.ts'

/** Worst first. `dormant` is stale (it answers, with nothing new); `unhealthy` is broken. */
export type HealthState = 'dead' | 'unhealthy' | 'slow' | 'dormant' | 'moved' | 'healthy'

/** One poll, as short as the last ten are remembered: what a sparkline draws. */
export type PollMark = 'new' | 'unchanged' | FailureClass

/** The polls of one feed on one UTC day, with the failures by kind. */
export interface PollDay extends Omit<FeedDay, 'feed' | 'timeouts'> {
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
}

/** How a feed has done over the last thirty days. */
export interface FeedHealth {
  readonly state: HealthState
  /** Why it is in that state, in words. */
  readonly because: string
  /** 0 to 100; null before the first poll. */
  readonly reliability: number | null
  readonly polls: number
  readonly successes: number
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly averageMs: number | null
  readonly lastSuccessAt: number | null
  readonly failuresInARow: number
}

/** What a feed's poll changed that somebody should hear of; each is told once. */
export type FeedEvent =
  | { readonly kind: 'stateChanged'; readonly from: HealthState; readonly to: HealthState; readonly because: string }
  | { readonly kind: 'urlChanged'; readonly from: string; readonly to: string }
  | { readonly kind: 'emptied'; readonly entriesBefore: number }
  | { readonly kind: 'stillWanted'; readonly quietDays: number }

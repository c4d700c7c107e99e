import type { FailureClass } from './outcome.ts'

/** Worst first. `dormant` is stale (it answers, with nothing new); `unhealthy` is broken. */
export type HealthState = 'dead' | 'unhealthy' | 'slow' | 'dormant' | 'moved' | 'healthy'

/** One poll, as short as the last ten are remembered: what a sparkline draws. */
export type PollMark = 'new' | 'unchanged' | FailureClass

/** The polls of one feed on one UTC day. */
export interface PollDay {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly polls: number
  readonly successes: number
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly notModified: number
  /** Documents received, and those that could be read. */
  readonly documents: number
  readonly validDocuments: number
  /** Entries that were new or changed, and those whose date was missing, unreadable or in the future. */
  readonly entries: number
  readonly uncertainDates: number
  readonly newEntries: number
  readonly tookMs: number
  readonly wireBytes: number
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

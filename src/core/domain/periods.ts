const DAY_MS = 86_400_000

/**
 * Polls and events are deleted by whole periods, which are counted from 1970: on PostgreSQL a period is a partition of its table.
 * Longer ones keep rows for longer than they need to be; shorter ones are more partitions for every query to look into.
 */
export const POLL_PERIOD_MS = 3 * DAY_MS
export const EVENT_PERIOD_MS = 30 * DAY_MS

/** The beginning of the period that an instant lies in. */
export const periodStart = (at: number, periodMs: number): number => Math.floor(at / periodMs) * periodMs

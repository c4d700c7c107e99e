/** A reader's visits, as far as they are stored. */
export interface Visits {
  /** When the reader was last active; null before the first visit. */
  readonly activeAt: number | null
  /** When the visit before the present one ended; null during the first. */
  readonly since: number | null
}

/** A visit ends after so long without activity. */
export const IDLE_MS = 30 * 60_000

/**
 * What a reader's visits are when they are active at an instant: what was stored after `since` is new to them. Where the clock was
 * set back, nobody knows how long they were away: the visit goes on, so that nothing new is taken for known.
 */
export function visitAt({ activeAt, since }: Visits, now: number): Visits {
  if (activeAt === null) return { activeAt: now, since: null }
  if (now - activeAt >= IDLE_MS) return { activeAt: now, since: activeAt }
  return { activeAt: now, since: since !== null && since > now ? null : since }
}

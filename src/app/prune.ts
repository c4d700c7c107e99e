import type { Store } from '../io/store/open-store.ts'
import { renewEpoch } from './idf-epochs.ts'

/** What one pruning removed. */
export interface Pruned {
  readonly polls: number
  readonly articles: number
  /** Articles older than this are gone. */
  readonly before: number
  /** Whether new term statistics were stored; dedup weighs words by them from now on. */
  readonly counted: boolean
}

const DAY_MS = 86_400_000
const POLL_DAYS = 7
/** Wire copy comes back under new headlines for two weeks; what dedup compares with must stay that long. */
const LEAST_DAYS = 14
/** Few enough that other writers wait only briefly for the lock. */
const ARTICLES_A_STEP = 200

/** Removes old polls and articles and renews the term statistics: polls after a week, articles as the settings say. */
export async function prune(store: Store, retentionDays: number, now: number, stopped: () => boolean): Promise<Pruned> {
  const before = now - Math.max(retentionDays, LEAST_DAYS) * DAY_MS
  const polls = await store.prunePolls(now - POLL_DAYS * DAY_MS)
  let articles = 0
  while (!stopped()) {
    const removed = await store.pruneArticles(before, ARTICLES_A_STEP)
    articles += removed
    if (removed < ARTICLES_A_STEP) break
  }
  const counted = await renewEpoch(store, now)
  return { polls, articles, before, counted }
}

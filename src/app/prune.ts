import type { Store } from '../io/store/open-store.ts'
import { renewEpoch } from './idf-epochs.ts'

/** What was thrown away. */
export interface Pruned {
  readonly polls: number
  readonly articles: number
  /** Articles older than this are gone. */
  readonly before: number
  /** Whether the week's words were counted: what is rare is judged by them from now on. */
  readonly counted: boolean
}

const DAY_MS = 86_400_000
const POLL_DAYS = 7
/** Wire copy comes back under new headlines for two weeks; what dedup compares with must stay that long. */
const LEAST_DAYS = 14
/** Small enough that nobody waits long for the lock. */
const ARTICLES_A_STEP = 200

/** Single polls are kept a week, articles as long as the settings say and dedup needs them. */
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

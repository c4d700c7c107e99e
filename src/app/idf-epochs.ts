import { decodeCounts, encodeCounts, epochOf } from '../core/dedup/epoch/encode-epoch.ts'
import { type Epoch, epochZero, nextEpoch } from '../core/dedup/epoch/epoch.ts'
import { decodePrint } from '../core/dedup/print/decode-print.ts'
import type { Print } from '../core/domain/print.ts'
import type { StoredEpoch } from '../io/store/idf-epochs.ts'
import type { Store } from '../io/store/open-store.ts'
import { eachPrintAfter } from './page-prints.ts'

const WEEK_MS = 7 * 86_400_000
/** Fewer articles say nothing about how often words are used. */
const LEAST_ARTICLES = 500

/** Decodes stored term statistics; without any, those the program ships with. */
export function readEpoch(stored: StoredEpoch | null): Epoch {
  if (stored === null) return epochZero()
  return epochOf(stored.n, new Map([...stored.counts].map(([language, bytes]) => [language, decodeCounts(bytes)])))
}

/**
 * Once a week, counts the terms of the articles stored since the last time and stores new statistics. In between they stay
 * fixed: one more article must not change the weights of the others.
 */
export async function renewEpoch(store: Store, now: number): Promise<boolean> {
  const stored = await store.newestEpoch()
  const last = stored?.at ?? (await store.firstSeenAt())
  // The absolute difference: statistics dated by a clock that was ahead must not stay until that time.
  if (last === null || Math.abs(now - last) < WEEK_MS) return false
  const since = Math.min(last, now - WEEK_MS)
  const ingested: Print[] = []
  await eachPrintAfter(store, 0, (bytes) => {
    const print = decodePrint(bytes)
    if (print.seen >= since && print.seen < now) ingested.push(print)
  })
  if (ingested.length < LEAST_ARTICLES) return false
  const next = nextEpoch(readEpoch(stored), ingested)
  const counts = new Map([...next.background].map(([language, one]) => [language, encodeCounts(one)]))
  return store.keepEpoch({ n: next.n, at: now, counts })
}

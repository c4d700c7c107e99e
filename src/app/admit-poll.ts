import { decideByIdentity } from '../core/dedup/decide-by-identity.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedFeed } from '../core/domain/prepared.ts'
import type { Store } from '../io/store/open-store.ts'

/** What a poll brought, once decided. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
}

/** Admits the entries of one poll: under the lock, what is known decides, and all of it is written or nothing. */
export async function admitPoll(
  store: Store,
  feed: number,
  prepared: PreparedFeed,
  recordOf: (reading: Reading) => PollRecord,
): Promise<{ record: PollRecord; count: AdmissionCount } | null> {
  const { entries } = prepared
  const keys = {
    feed,
    guidKeys: entries.map((entry) => entry.guidKey),
    urlKeys: entries.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: entries.map((entry) => entry.article.key),
  }
  return store.admission(async (tx) => {
    const decision = decideByIdentity(feed, entries, await tx.known(keys))
    const count = {
      added: decision.articles.length,
      revised: decision.revisions.length,
      duplicates: entries.length - decision.articles.length - decision.revisions.length,
    }
    const record = recordOf(
      readingOf(
        prepared,
        decision.articles.map((one) => one.article.published),
        count,
      ),
    )
    return (await tx.admit({ record, ...decision })) === null ? null : { record, count }
  })
}

/** What the schedule learns from a document. */
export function readingOf(prepared: PreparedFeed, published: readonly number[], count: AdmissionCount): Reading {
  return {
    entries: prepared.entryCount,
    newEntries: count.added,
    revisedEntries: count.revised,
    uncertainDates: prepared.entries.filter((entry) => entry.article.dateUncertain).length,
    publishedAt: published,
    hints: prepared.refresh,
  }
}

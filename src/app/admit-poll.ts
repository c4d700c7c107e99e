import { type ArrivingFeed, decideByIdentity } from '../core/dedup/decide-by-identity.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, PreparedFeed } from '../core/domain/prepared.ts'
import type { Store } from '../io/store/open-store.ts'

/** As much of a document as admission needs: a crawl has it too. */
export type Arriving = Pick<PreparedFeed, 'entries' | 'entryCount' | 'refresh'>

/** What a poll brought, once decided. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
}

/** Admits the entries of one poll: under the lock, what is known decides, and all of it is written or nothing. */
export async function admitPoll(
  store: Store,
  feed: ArrivingFeed,
  prepared: Arriving,
  recordOf: (reading: Reading) => PollRecord,
): Promise<{ record: PollRecord; count: AdmissionCount } | null> {
  const { entries } = prepared
  const keys = {
    feed: feed.id,
    guidKeys: entries.map((entry) => entry.guidKey),
    urlKeys: entries.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: entries.map((entry) => entry.article.key),
  }
  return store.admission(async (tx) => {
    const decision = decideByIdentity(feed, entries, await tx.known(keys))
    const revised = decision.entries.filter((entry) => entry.disposition === 'revision').length
    const added = decision.articles.length
    const count = { added, revised, duplicates: entries.length - added - revised }
    const record = recordOf(
      readingOf(
        prepared,
        decision.fresh.map((at) => entries[at]!),
        revised,
      ),
    )
    const { articles, revisions } = decision
    return (await tx.admit({ record, articles, revisions, entries: decision.entries })) === null
      ? null
      : { record, count }
  })
}

/** What the schedule learns from a document: what is new to the feed, even if another feed had it first. */
export function readingOf(prepared: Arriving, fresh: readonly PreparedEntry[], revised: number): Reading {
  return {
    entries: prepared.entryCount,
    newEntries: fresh.length,
    revisedEntries: revised,
    uncertainDates: prepared.entries.filter((entry) => entry.article.dateUncertain).length,
    publishedAt: fresh.filter((entry) => !entry.article.dateUncertain).map((entry) => entry.article.published),
    hints: prepared.refresh,
  }
}

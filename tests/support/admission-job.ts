import type { AdmissionJob } from '../../src/app/admission-job.ts'
import { UNLIMITED_QUOTA } from '../../src/core/poll/daily-quota.ts'
import { prepare } from '../../src/core/prepare.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import { aRecord } from './poll-records.ts'
import { rss } from './publisher/documents.ts'

const HOUR = 3_600_000

/** What a feed gives at a moment, ready to be admitted: items with these titles, published an hour before. */
export async function admissionJob(
  store: Store,
  feedId: number,
  titles: readonly string[],
  at: number,
): Promise<AdmissionJob> {
  const [feed, source] = [(await store.feedById(feedId))!, (await store.sources())[feedId - 1]!]
  const items = titles.map((title) => ({ guid: `${feedId} ${title}`, title, at: at - HOUR }))
  const body = Buffer.from(rss(items))
  const fetched = { body, headers: {}, url: feed.url, contentType: null }
  const prepared = prepare({ fetched, feed: feedId, source, known: new Uint8Array(0), now: at, layered: false }, null)
  if (prepared.kind !== 'feed') throw new Error('not a feed')
  return {
    feed: { id: feedId, position: source.position },
    prepared,
    lease: null,
    scope: 0,
    room: UNLIMITED_QUOTA,
    recordOf: () => aRecord(feed, at, null),
  }
}

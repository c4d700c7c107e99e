import { admitPoll } from '../src/app/admit-poll.ts'
import { createRecentCache } from '../src/app/recent-cache.ts'
import { policyOf } from '../src/core/dedup/policies.ts'
import { UNLIMITED_QUOTA } from '../src/core/poll/daily-quota.ts'
import { prepareInFull } from '../src/core/prepare.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource } from '../tests/support/poll-records.ts'
import { markdownTable } from './measure.ts'
import { framesOf, newsOf } from './peers/made-up-news.ts'

/* What one article costs from bytes to disk, without the network: prepare (parse, normalise, print) and admit (decide,
   store) on SQLite. Once for what has the make of news, and once for the worst: every article from one frame. */

const SIZES = [1, 10, 100]
const FEEDS = 10
const ITEMS = 20
const NOW = Date.UTC(2026, 10, 15)
const CONTENTS = [
  ['news', newsOf],
  ['one frame', framesOf],
] as const

export async function benchIngest(say: (line: string) => void): Promise<void> {
  const rows: string[][] = []
  for (const [name, documentOf] of CONTENTS) {
    for (const size of SIZES) {
      const database = await newDatabase('sqlite')
      const store = await openStore(database.address)
      const feeds = FEEDS * size
      await store.syncSources(
        Array.from({ length: feeds }, (_, n) => aSource(`https://p${n}.example/rss`, { position: n })),
        NOW,
      )
      const { prepareMs, admitMs } = await ingest(store, feeds, documentOf)
      await store.close()
      await database.drop()
      const each = (ms: number) => ((ms * 1000) / (feeds * ITEMS)).toFixed(0)
      rows.push([name, (feeds * ITEMS).toLocaleString('en'), each(prepareMs), each(admitMs), each(prepareMs + admitMs)])
    }
  }
  say(markdownTable(['what', 'articles', 'prepare, µs each', 'admit, µs each', 'together, µs each'], rows))
}

type DocumentOf = (host: string) => string

async function ingest(
  store: Store,
  feeds: number,
  documentOf: DocumentOf,
): Promise<{ prepareMs: number; admitMs: number }> {
  const recentCache = createRecentCache(policyOf('calibrated'))
  let prepareMs = 0
  let admitMs = 0
  for (let n = 1; n <= feeds; n++) {
    const feed = (await store.feedById(n))!
    const request = requestOf(n, documentOf)
    const started = performance.now()
    const prepared = await prepareInFull(request)
    const between = performance.now()
    if (prepared.kind !== 'feed') throw new Error('the made-up feed could not be read')
    await admitPoll(
      { store, recentCache, now: () => NOW },
      {
        feed: { id: n, position: n },
        prepared,
        lease: null,
        scope: 0,
        room: UNLIMITED_QUOTA,
        recordOf: () => aRecord(feed, NOW, null),
      },
    )
    prepareMs += between - started
    admitMs += performance.now() - between
  }
  return { prepareMs, admitMs }
}

function requestOf(n: number, documentOf: DocumentOf) {
  const url = `https://p${n}.example/rss`
  return {
    fetched: {
      body: new TextEncoder().encode(documentOf(`p${n}.example`)),
      contentType: 'application/rss+xml',
      headers: {},
      url,
    },
    feed: n,
    source: { url, tab: 'en_news', category: null, name: null, language: 'en', maxItems: ITEMS },
    known: new Uint8Array(),
    now: NOW,
    layered: false,
  }
}

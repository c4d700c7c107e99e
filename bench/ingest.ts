import { admissionWindow } from '../src/app/admission-window.ts'
import { admitPoll } from '../src/app/admit-poll.ts'
import { policyOf } from '../src/core/dedup/policies.ts'
import { prepareInFull } from '../src/core/prepare.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource } from '../tests/support/poll-records.ts'
import { markdownTable } from './measure.ts'

/* What one article costs from bytes to disk, without the network: prepare (parse, normalise) and admit (decide, store),
   for feeds of 20 items with bodies of about 2 kB, on SQLite. The figure to watch from day to day. */

const SIZES = [1, 10, 100]
const FEEDS = 10
const ITEMS = 20
const NOW = Date.UTC(2026, 10, 15)
const SENTENCES = [
  'The harbour bridge was closed for a week while divers looked at its second pier.',
  'Engineers said that 14 of its 96 cables had lost more than a tenth of their strength.',
  'Traffic was led over the old road by the mill, which added half an hour to most journeys.',
  'The council is to decide on Thursday whether the repair, put at $4.2 million, can wait until spring.',
]

export async function benchIngest(say: (line: string) => void): Promise<void> {
  const rows: string[][] = []
  for (const size of SIZES) {
    const database = await newDatabase('sqlite')
    const store = await openStore(database.address)
    const feeds = FEEDS * size
    await store.syncSources(
      Array.from({ length: feeds }, (_, n) => aSource(`https://p${n}.example/rss`, { position: n })),
      NOW,
    )
    const { prepareMs, admitMs } = await ingest(store, feeds)
    await store.close()
    await database.drop()
    const each = (ms: number) => ((ms * 1000) / (feeds * ITEMS)).toFixed(0)
    rows.push([(feeds * ITEMS).toLocaleString('en'), each(prepareMs), each(admitMs), each(prepareMs + admitMs)])
  }
  say(markdownTable(['articles', 'prepare, µs each', 'admit, µs each', 'together, µs each'], rows))
}

async function ingest(store: Store, feeds: number): Promise<{ prepareMs: number; admitMs: number }> {
  const window = admissionWindow(policyOf('calibrated'))
  let prepareMs = 0
  let admitMs = 0
  for (let n = 1; n <= feeds; n++) {
    const feed = (await store.feedById(n))!
    const started = performance.now()
    const prepared = await prepareInFull(requestOf(n))
    const between = performance.now()
    if (prepared.kind !== 'feed') throw new Error('the made-up feed could not be read')
    await admitPoll(
      { store, window, now: () => NOW },
      { feed: { id: n, position: n }, prepared, lease: null, recordOf: () => aRecord(feed, NOW, null) },
    )
    prepareMs += between - started
    admitMs += performance.now() - between
  }
  return { prepareMs, admitMs }
}

function requestOf(n: number) {
  const url = `https://p${n}.example/rss`
  return {
    fetched: { body: new TextEncoder().encode(documentOf(n)), contentType: 'application/rss+xml', headers: {}, url },
    feed: n,
    source: { url, tab: 'en_news', category: null, name: null, language: 'en', maxItems: ITEMS },
    known: new Uint8Array(),
    now: NOW,
    layered: false,
  }
}

function documentOf(n: number): string {
  const items = Array.from({ length: ITEMS }, (_, i) => {
    const paragraphs = Array.from(
      { length: 6 },
      (_, p) => `<p>${SENTENCES.map((one) => `${one} (${n}.${i}.${p})`).join(' ')}</p>`,
    )
    const link = `https://p${n}.example/2026/11/story-${i}?utm_source=rss`
    const date = new Date(NOW - i * 3_600_000).toUTCString()
    return `<item><title>Bridge report ${n}.${i}: what divers found</title><link>${link}</link><guid>${link}</guid><pubDate>${date}</pubDate><category>Local</category><description><![CDATA[${paragraphs.join('')}<img src="/pictures/${i}.jpg">]]></description></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Publisher ${n}</title>${items.join('')}</channel></rss>`
}

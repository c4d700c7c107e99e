import { afterEach, beforeEach, expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../tests/support/poll-records.ts'
import { printBytes } from '../core/dedup/print/print-bytes.ts'
import { newProfile } from '../core/interests/profile.ts'
import { defaultPollPolicy } from '../core/poll/poll-policy.ts'
import { SCORE_POLICY } from '../core/score/score-policy.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import type { AnalysisDeps } from './analyse-window.ts'
import { feedOverviews } from './feed-overview.ts'
import { makeDigest } from './make-digest.ts'

/* What a digest reads of the store, in rows: a window holds a hundred thousand articles. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AT = Date.UTC(2026, 4, 4, 7)
const EACH_DAY = 30

let store: Store
let drop: () => Promise<void>
const rows = new Map<string, number>()

beforeEach(async () => {
  const database = await newDatabase('sqlite')
  drop = database.drop
  const onStatement = (text: string, count: number) => rows.set(text, (rows.get(text) ?? 0) + count)
  store = await openStore(database.address, { onStatement })
  await store.syncSources([aSource('https://a.example/rss')], 0)
  await admit(0, AT - 2 * DAY_MS + HOUR_MS)
  await admit(EACH_DAY, AT - DAY_MS + HOUR_MS)
})
afterEach(async () => {
  await store.close()
  await drop()
})

async function admit(first: number, at: number, count = EACH_DAY): Promise<void> {
  const feed = (await store.feeds())[0]!
  const articles = Array.from({ length: count }, (_, n) => {
    const url = `https://a.example/${first + n}`
    const given = { feed: feed.id, published: at + n, firstSeen: at + n, text: `River ${first + n} rose 3 metres.` }
    return anArticle({
      ...given,
      url,
      title: `River ${first + n} floods town`,
      contentHash: String(first + n).padStart(32, '0'),
    })
  })
  const admitted = newArticles(aRecord(feed, at, null), articles)
  const printed = admitted.articles.map((one) => ({ ...one, print: printBytes(one.article, {}) }))
  await store.admission((tx) => tx.admit({ ...admitted, articles: printed }))
}

/** Makes a digest and counts the rows that statements about a table gave. */
async function rowsRead(at: number, given: Partial<AnalysisDeps> = {}) {
  const feeds = await feedOverviews(store, at, defaultPollPolicy)
  const profile = newProfile({ interests: { river: 1 }, categories: [], languages: ['en'] })
  const asked = { minimumImportance: 15, followed: new Map<string, number>(), method: 'stories', topics: null }
  const deps = { store, reader: 1, feeds, profile, policy: SCORE_POLICY, ...asked, ...given }
  rows.clear()
  const spec = { type: 'morning', zone: 'UTC', at, windowMs: DAY_MS, tabs: [], omitShown: true, languages: [] } as const
  await makeDigest(spec, deps)
  const from = (part: string) => [...rows].reduce((sum, [text, n]) => (text.includes(part) ? sum + n : sum), 0)
  return {
    toScore: from('page_html'),
    prints: from('value from print'),
    scores: from('"score".*'),
    articles: from('"word_count"'),
  }
}

test('the texts of a window are read once for its scores, and those of the window before not at all', async () => {
  expect(await rowsRead(AT)).toEqual({ toScore: EACH_DAY, prints: 2 * EACH_DAY, scores: 0, articles: 2 * EACH_DAY })
  expect(await rowsRead(AT)).toEqual({ toScore: 0, prints: 2 * EACH_DAY, scores: EACH_DAY, articles: 2 * EACH_DAY })
  expect(await rowsRead(AT + HOUR_MS / 2)).toMatchObject({ toScore: 0, scores: EACH_DAY })
})

test('after another poll only its texts are read', async () => {
  await rowsRead(AT)
  await admit(2 * EACH_DAY, AT - HOUR_MS, 2)
  expect(await rowsRead(AT)).toMatchObject({ toScore: 2, prints: 2 * EACH_DAY + 2 })
})

test('a profile that changed is compared with prints: no text is read', async () => {
  await rowsRead(AT)
  const profile = { ...newProfile({ interests: { town: 1 }, categories: [], languages: ['en'] }), version: 9 }
  expect(await rowsRead(AT, { profile })).toMatchObject({ toScore: 0, prints: 2 * EACH_DAY })
})

test('of the window before those texts are read that decide what reaches the importance', async () => {
  const { toScore } = await rowsRead(AT, { minimumImportance: 45 })
  expect(toScore).toBe(2 * EACH_DAY)
  const strict = await rowsRead(AT, { minimumImportance: 100 })
  expect(strict.toScore).toBe(0)
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import { inTransaction } from './dialect.ts'
import { searchFilters } from './migrations/0031-search-filters.ts'
import { searchLexemes } from './migrations/0032-search-lexemes.ts'
import { openStore } from './open-store.ts'
import { filterDemands, filterLexemes } from './search-filter.ts'

const DAY_MS = 86_400_000
const NONE = { tab: null, language: null, from: null, to: null }

test('the index that a migration makes of the one before is the one that articles are indexed into', async () => {
  const fresh = await newDatabase('postgres')
  const store = await openStore(fresh.address)
  await store.syncSources([aSource('https://a.example/rss')], 0)
  const facts = [
    { language: 'de-AT', tab: 'at_news', published: 1_234_567_890_123 },
    { language: null, tab: null, published: 0 },
    { language: 'zh-Hant-TW', tab: 'it\'s \\ a "tab"', published: -5 * DAY_MS },
    { language: 'en', tab: '新聞', published: Date.UTC(2090, 1, 1) },
  ]
  const feed = (await store.feedById(1))!
  const articles = facts.map((one, n) => anArticle({ url: `https://a.example/${n}`, title: `Ferry ${n}`, ...one }))
  await store.admission((tx) => tx.admit(newArticles(aRecord(feed, 0, null), articles)))
  while ((await store.updateSearch(9)) > 0);
  const rows = () =>
    onDatabase(fresh.address, async (db) => (await sql`select * from search order by article_id`.execute(db)).rows)
  const indexed = await rows()
  await onDatabase(fresh.address, (db) =>
    inTransaction(db, async (tx) => {
      await sql`alter table search drop column published_at, drop column filter`.execute(tx)
      await searchFilters(tx)
      await searchLexemes(tx)
    }),
  )
  expect(indexed).toHaveLength(facts.length)
  expect(await rows()).toEqual(indexed)
  await store.close()
  await fresh.drop()
})

test('an article of a day that a time touches has one of its lexemes, another none', () => {
  const instant = fc.integer({ min: -20 * DAY_MS, max: 40_000 * DAY_MS })
  const dayOf = (at: number) => Math.min(Math.max(Math.floor(at / DAY_MS), 0), 32_767)
  fc.assert(
    fc.property(fc.option(instant), fc.option(instant), instant, (from, to, published) => {
      fc.pre(from !== null || to !== null)
      const [lexemes] = filterDemands({ ...NONE, from, to })
      const has = filterLexemes({ id: 1, language: null, tab: null, published }).some((one) => lexemes!.includes(one))
      const isTouched =
        (from === null || dayOf(published) >= dayOf(from)) && (to === null || dayOf(published) <= dayOf(to - 1))
      expect(has).toBe(isTouched)
      expect(lexemes!.length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 2_000 },
  )
})

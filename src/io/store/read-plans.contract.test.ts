import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { chosenPlansOf } from '../../../tests/support/query-plans.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import { LIVE_KINDS } from '../../core/domain/event.ts'
import { EVENT_PERIOD_MS, POLL_PERIOD_MS } from '../../core/domain/periods.ts'
import { keyHash } from '../../core/text/key-hash.ts'
import { type SearchQuery, searchQuery } from '../../core/text/search-query.ts'
import type { Db } from './dialect.ts'
import { openStore, type Store } from './open-store.ts'
import { searchIds } from './search.ts'
import type { IdRange } from './search-index.ts'

/* What is asked all day must use an index on PostgreSQL by the planner's own choice, in a store that is large enough for that to be the
   better way. */

const ARTICLES = 20_000
const FEEDS = 4_000
/** So far apart are their dates. */
const APART_MS = 300_000
const GROWING =
  'article|article_body|entry|membership|story|print|search|feed|source|host|poll_default|feed_day|event_default'
const WHOLE_TABLE = new RegExp(`Seq Scan on (${GROWING})\\b`)

test('no statement that is asked all day reads a table from end to end', async () => {
  const fresh = await migratedDatabase('postgres')
  await onDatabase(fresh.address, fill)
  const texts = new Set<string>()
  const store = await openStore(fresh.address, { onStatement: (text) => texts.add(text) })
  texts.clear()
  await askEverything(store)
  await store.close()
  const asked = [...texts].filter((text) => /^\s*(select|with|update|insert)/i.test(text))
  const plans = await onDatabase(fresh.address, (db) => chosenPlansOf(db, asked))
  await fresh.drop()
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.filter(({ plan }) => WHOLE_TABLE.test(plan))).toEqual([])
})

test('what is asked every second when no article is behind the program reads no table from end to end', async () => {
  const fresh = await migratedDatabase('postgres')
  await onDatabase(fresh.address, fill)
  const isRead = async () => {
    const read = sql<{ n: string }>`select sum(idx_tup_fetch + seq_tup_read) as n from pg_stat_user_tables
      where relname in ('print', 'article_body', 'article')`
    return Number((await onDatabase(fresh.address, (db) => read.execute(db))).rows[0]!.n)
  }
  const before = await isRead()
  const store = await openStore(fresh.address)
  // As all rows of the store have it, so that none is older.
  await store.oldPrints(0, 200)
  await store.oldBodies(1, 200)
  await store.oldCategories(1, 200)
  // The counters are complete when the sessions have ended.
  await store.close()
  await expect.poll(async () => (await isRead()) - before).toBeLessThan(ARTICLES / 10)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect((await isRead()) - before).toBeLessThan(ARTICLES / 10)
  await fresh.drop()
})

describe('a search for common words reads few rows where a filter excludes most of them', () => {
  let fresh: Awaited<ReturnType<typeof migratedDatabase>>
  beforeAll(async () => {
    fresh = await migratedDatabase('postgres')
    await onDatabase(fresh.address, fill)
    // As autovacuum does in life: until then an index does not know that all its rows are visible.
    await onDatabase(fresh.address, (db) => sql`vacuum article`.execute(db))
  })
  afterAll(() => fresh.drop())

  const rowsRead = async () => {
    const read = sql<{ n: string }>`select sum(idx_tup_fetch + seq_tup_read) as n from pg_stat_user_tables
      where relname in ('search', 'article')`
    return Number((await onDatabase(fresh.address, (db) => read.execute(db))).rows[0]!.n)
  }

  test.each([
    ['a day at the beginning of the store', 'word* before:1970-01-02', 10_000, 20, 1_000],
    ['a rare language', 'word* lang:fr', 10_000, 20, 1_000],
    ['a rare tab', 'word* tab:rare', 10_000, 20, 1_000],
    ['half of the store, of which a block of ids is read', 'word* before:1970-02-03', 100, 20, 2_000],
    ['a rare language, more than is ranked', 'word* lang:fr', 20, 20, 1_000],
    ['two filters that exclude each other', 'word* lang:fr tab:en_news', 10_000, 0, 1_000],
    ['a word of one in a thousand', 'word77 lang:en', 10_000, 20, 1_000],
  ])('%s', async (_fact, line, ranked, count, most) => {
    const before = await rowsRead()
    const query = searchQuery(line, { now: 0, zone: 'UTC' })
    expect(await onDatabase(fresh.address, (db) => searchIds(db, query, 20, {}, { ...BOUNDS, ranked }))).toHaveLength(
      count,
    )
    // The counters are complete when the session has ended.
    await expect.poll(async () => (await rowsRead()) - before).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await rowsRead()) - before).toBeLessThan(most)
  })

  test('the latest of several blocks of ids are ranked, whatever the range, the filter and the bound', async () => {
    const filters = fc.constantFrom('', 'lang:fr', 'lang:en', 'after:1970-02-10', 'before:1970-02-03T11:00:00Z')
    const id = fc.integer({ min: 0, max: ARTICLES })
    await onDatabase(fresh.address, (db) =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom('word*', 'word7', '-word7', 'word1*', 'word7 OR word77 OR word1*'),
          filters,
          fc.tuple(id, id),
          fc.integer({ min: 1, max: 10_000 }),
          async (words, filter, [a, b], ranked) => {
            const query = searchQuery(`${words} ${filter}`, { now: 0, zone: 'UTC' })
            const range = { after: Math.min(a, b), upTo: Math.max(a, b) }
            const found = await searchIds(db, query, 5, { range }, { ...BOUNDS, ranked })
            expect(found.map((one) => one.id)).toEqual(latestOf(query, range).slice(0, 5))
          },
        ),
        { numRuns: 60 },
      ),
    )
  })

  // The last one: it takes articles out of the index.
  test('blocks of ids without articles are passed over', async () => {
    const query = searchQuery('word7', { now: 0, zone: 'UTC' })
    const range = { after: 0, upTo: ARTICLES }
    const found = await onDatabase(fresh.address, async (db) => {
      await sql`delete from search where article_id between 8000 and 17000`.execute(db)
      return searchIds(db, query, 20, { range }, { ...BOUNDS, ranked: 10_000 })
    })
    const expected = latestOf(query, range).filter((id) => id < 8_000 || id > 17_000)
    expect(found.map(({ id }) => id)).toEqual(expected)
  })
})

describe('polls and events in partitions', () => {
  let fresh: Awaited<ReturnType<typeof migratedDatabase>>
  beforeAll(async () => {
    fresh = await migratedDatabase('postgres')
    const store = await openStore(fresh.address)
    for (const period of [0, 2]) {
      await store.addPartitions(period * POLL_PERIOD_MS)
      await store.addPartitions(period * EVENT_PERIOD_MS)
    }
    await store.close()
    await onDatabase(fresh.address, fill)
    const copied = (table: string, columns: string, step: number) =>
      `insert into ${table} (at, ${columns}) select at + n * ${step}, ${columns} from ${table}, generate_series(1, 3) n`
    const polled = 'feed_id, duration_ms, outcome, succeeded, bytes, entries, new_articles'
    const statements = [
      copied('poll', polled, POLL_PERIOD_MS),
      copied('event', 'kind, subject, payload', EVENT_PERIOD_MS),
    ]
    for (const statement of [...statements, 'analyze'])
      await onDatabase(fresh.address, (db) => sql.raw(statement).execute(db))
  })
  afterAll(() => fresh.drop())

  /** How PostgreSQL carries out what the store asks, with a plan that is kept for all values. */
  async function planOf(
    ask: (store: Store) => Promise<unknown>,
    values: readonly (number | string)[],
  ): Promise<string> {
    let asked = ''
    const store = await openStore(fresh.address, {
      onStatement: (text) => {
        if (/^(select|delete)/.test(text)) asked = text
      },
    })
    await ask(store)
    await store.close()
    return onDatabase(fresh.address, (db) =>
      db.connection().execute(async (one) => {
        await sql`set plan_cache_mode = force_generic_plan`.execute(one)
        await sql.raw(`prepare asked as ${asked}`).execute(one)
        const { rows } = await sql
          .raw<{ 'QUERY PLAN': string }>(`explain execute asked ${values.length === 0 ? '' : `(${values})`}`)
          .execute(one)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      }),
    )
  }
  /** The partitions with rows that a plan reads, and how. */
  const readsOf = (plan: string) =>
    [...plan.matchAll(/(?:(Seq) Scan|Scan(?: Backward)? using (\w+)) on (?:poll|event)_(19\w+)/g)].map(
      ([, whole, index, day]) => [day, whole ?? index!.replace(/^.*_19\d\d_\d\d_\d\d_/, '')],
    )
  const KINDS = LIVE_KINDS.map((kind) => `'${kind}'`)
  const [FROM, TO] = [POLL_PERIOD_MS + 1_000, 2 * POLL_PERIOD_MS]

  test('the polls of a feed are read by its index, from the newest on', async () => {
    const plan = await planOf((store) => store.polls(3, 20), [3, 20])
    const days = ['1970_01_01', '1970_01_04', '1970_01_07', '1970_01_10']
    expect(readsOf(plan).filter(([day]) => days.includes(day!))).toEqual(days.map((day) => [day, 'feed_id_at_idx']))
    expect(plan).toMatch(/Merge Append/)
  })

  test.each<[string, (store: Store) => Promise<unknown>, number[], [string, string][]]>([
    ['whether there were any', (store) => store.wasPolled(FROM, TO), [FROM, TO, 1], [['1970_01_04', 'pkey']]],
    ['which was the last before', (store) => store.lastPollAt(1_000), [1_000], [['1970_01_01', 'pkey']]],
  ])('polls of a time are looked for in its partitions: %s', async (_fact, ask, values, expected) => {
    expect(readsOf(await planOf(ask, values))).toEqual(expected)
  })

  test('what is deleted by its age is looked for in the partitions of that time', async () => {
    const polls = readsOf(await planOf((store) => store.prunePolls(0, 10), [1_000, 1_000, 10]))
    const events = readsOf(await planOf((store) => store.pruneEvents(0, 10), [1_000, ...KINDS, 10, 1_000]))
    expect(new Set([...polls, ...events].map(([day]) => day))).toEqual(new Set(['1970_01_01']))
  })

  test('events after an event are read by their ids', async () => {
    const reads = readsOf(await planOf((store) => store.events(100, 50), [100, ...KINDS, 50]))
    expect(reads.map(([, index]) => index).filter((index) => index !== 'pkey')).toEqual([])
    expect(reads.length).toBeGreaterThan(3)
    expect(readsOf(await planOf((store) => store.web.newestEvent(), [])).map(([, index]) => index)).not.toContain('Seq')
  })
})

const BOUNDS = { stretch: 100, few: 25_000 }

/** What `fill` stores, compared one by one. Dates follow ids, so that the latest are the newest. */
function latestOf({ clauses, language, from, to }: SearchQuery, { after, upTo }: IdRange): number[] {
  const isFound = (n: number) => {
    const isIndexed = n <= ARTICLES - 50
    const has = clauses.some(({ or = [], ...first }) =>
      [first, ...or].some(({ term: { tokens, prefix } }) => {
        const word = `word${n % 1_000}`
        return isIndexed && (prefix ? word.startsWith(tokens[0]!) : word === tokens[0])
      }),
    )
    const isSpoken = language === null || language === (n % 500 === 7 ? 'fr' : 'en')
    const at = n * APART_MS
    return has === clauses[0]!.wanted && isSpoken && (from === null || at >= from) && (to === null || at < to)
  }
  return Array.from({ length: upTo - after }, (_, n) => upTo - n).filter(isFound)
}

async function askEverything(store: Store): Promise<void> {
  const keys = [keyHash('1'), keyHash('2')]
  const now = 3_600_000
  await store.known({ feed: 1, guidKeys: keys, urlKeys: keys, articleKeys: keys })
  await store.lastChange()
  await store.printsAfter(100, 50)
  await store.feedById(7)
  const [lease] = await store.claimDueHosts({ owner: 'test', now, until: now + 1 }, 8)
  await store.dueFeeds([lease!.host], now)
  await store.admission((tx) => tx.lostLeases([lease!]))
  await store.renewLeases([lease!], now + 2)
  await store.releaseHosts([{ lease: lease!, lastRequestAt: null }])
  await store.articlePage({ limit: 50 })
  await store.articlePage({ limit: 50, before: { published: 5_000, key: 'ff' } })
  const [article] = await store.articlePage({ limit: 1 })
  await store.articleById(article!.id)
  await store.articlesByKey([article!.key])
  await store.memberships([article!.key])
  await store.storyByKey('a story')
  await store.membersOf('a story')
  await store.matchesOf(article!.key)
  await store.polls(3, 20)
  await store.wasPolled(100, 200)
  await store.lastPollAt()
  await store.web.newestEvent()
  await store.lastSeenAt()
  await store.newestDates(10)
  await store.events(100, 50)
  await store.searchArticles(searchQuery('word77', { now, zone: 'UTC' }), 20)
  await store.updateSearch(4)
  await store.prunePolls(5, 10)
  await store.pruneEvents(5, 10)
  await store.pruneArticles(5, 10)
}

/** Rows made by the server itself, and what the planner has to know of them. */
async function fill(db: Db): Promise<void> {
  const key = (text: string) => `decode(md5(${text}), 'hex')`
  const statements = [
    `insert into source (url_key, url, kind, max_items, position, origin, created_at)
      select ${key("'s' || n")}, 'https://h' || n || '.example/rss', 'major', 20, n, 'config', 0
      from generate_series(1, ${FEEDS}) n`,
    `insert into feed (source_id, url, host, previous_urls, state, next_at, next_reason, last_entries, history)
      select n, 'https://h' || n || '.example/rss', 'h' || n || '.example', '[]', 'healthy', n * 60000, 'kind', '', '{}'
      from generate_series(1, ${FEEDS}) n`,
    `insert into host (host, due_at, lease_until, lease_token)
      select 'h' || n || '.example', n * 60000, 0, 0 from generate_series(1, ${FEEDS}) n`,
    `insert into article (key, feed_id, language, tab, source_name, title, guid, published_at, first_seen_at, date_uncertain,
      date_zone_assumed, categories, media, word_count, partial_content, content_hash, revision, backlog, final_category_version)
      select ${key("'a' || n")}, 1 + n % ${FEEDS}, case when n % 500 = 7 then 'fr' else 'en' end, case when n % 500 = 7 then 'rare' else 'en_news' end, 'News', 'word' || n % 1000, n, n::bigint * ${APART_MS}, n * 1000, 0, 0, '[]', '[]', 9, 0, 'h', 0, 0, 1
      from generate_series(1, ${ARTICLES}) n`,
    `insert into article_body (article_id, text, sanitizer_version) select id, title, 1 from article`,
    `insert into entry (feed_id, guid_key, url_key, raw_hash, first_seen_at, disposition, article_id)
      select feed_id, key, key, key, 0, 'unique', id from article`,
    `insert into membership (article_id, story_key, cause, since) select id, 'story ' || id, 'online', 0 from article`,
    `insert into story (key, lead_key, members, newsrooms, reprints, first_at, last_at, settled_at)
      select 'story ' || id, key, 1, 1, 0, 0, 0, 0 from article`,
    `insert into print (article_id, change, version, value) select id, id, 0, key from article`,
    `insert into search (article_id, title, words, source, author, category, published_at, filter)
      select id, title::tsvector, title::tsvector, '', '', '', published_at, array_to_tsvector(array['b' || (id >> 13), 'l' || language,
        't' || tab] || array(select 'd' || n || '.' || (published_at / 86400000) / (1 << 3 * n) from generate_series(0, 4) n))
      from article where id <= ${ARTICLES - 50}`,
    `insert into poll (feed_id, at, duration_ms, outcome, succeeded, bytes, entries, new_articles)
      select feed_id, first_seen_at, 1, 'fetched', 1, 1, 1, 1 from article`,
    `insert into event (at, kind, subject, payload) select first_seen_at, 'test', 'feed:1', '{}' from article`,
    `update derived_cursor set position = ${ARTICLES - 50}`,
    'analyze',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

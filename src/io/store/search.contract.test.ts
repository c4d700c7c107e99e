import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import { searchModel } from '../../../tests/support/search-model.ts'
import { searchQuery } from '../../core/text/search-query.ts'
import { storeAddress } from './address.ts'
import { type Db, openDb } from './dialect.ts'
import { openStore, type Store } from './open-store.ts'
import { type SearchBounds, searchIds } from './search.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const WORDS = ['ferry', 'harbour', 'storm', 'ferryman'] as const
const COUNT = 60

/** Which words an article has in its title and in its text: all combinations occur, in a mixed order. */
const made = Array.from({ length: COUNT }, (_, n) => {
  const bits = (n * 37) % 256
  const title = WORDS.filter((_word, i) => bits & (1 << i))
  const text = WORDS.filter((_word, i) => bits & (16 << i))
  const language = n % 9 === 4 ? 'fr' : n % 4 === 2 ? 'de-at' : n % 4 === 1 ? 'de' : 'en'
  return {
    title,
    text,
    published: START + ((n * 13) % 7) * 3_600_000,
    language,
    tab: n % 6 === 1 ? 'at_news' : 'en_news',
  }
})

const FILTERS = ['lang:en', 'lang:fr', 'lang:de', 'lang:de-at', 'tab:en_news', 'tab:at_news'].concat(
  ...['before:2026-01-01T03:00:00Z', 'after:2026-01-01T02:00:00Z', 'before:2026-01-01T01:00:00Z'],
)

/** Bounds that a search of so few articles does not meet. */
const WIDE: SearchBounds = { stretch: 7, ranked: 100, few: 100 }

describe.each(databaseKinds)('a search that looks at a bounded number of articles on %s', (kind) => {
  let fresh: Awaited<ReturnType<typeof newDatabase>>
  let store: Store
  let db: Db
  const keys: string[] = []
  const rows: number[] = []
  const texts: string[] = []
  beforeAll(async () => {
    fresh = await newDatabase(kind)
    store = await openStore(fresh.address)
    await store.syncSources([aSource('https://a.example/rss')], START)
    const feed = (await store.feedById(1))!
    const articles = made.map(({ title, text, ...facts }, n) =>
      anArticle({ url: `https://a.example/${n}`, title: `n${n} ${title.join(' ')}`, text: text.join(' '), ...facts }),
    )
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), articles)))
    keys.push(...articles.map(({ key }) => key))
    while ((await store.updateSearch(50)) > 0);
    db = openDb(storeAddress(fresh.address), {
      expected: { incarnation: null },
      onWait: () => {},
      onStatement: (text, count) => {
        texts.push(text)
        rows.push(count)
      },
    })
  })
  afterAll(async () => {
    await db.destroy()
    await store.close()
    await fresh.drop()
  })

  const query = (line: string) => searchQuery(line, { now: START, zone: 'UTC' })
  const find = async (line: string, limit: number, bounds: SearchBounds) =>
    (await searchIds(db, query(line), limit, {}, bounds)).map(({ id }) => id - 1)

  /** The same by comparing every article. Ids begin at 1. */
  function plainly(words: readonly string[], without: string | null): number[] {
    const counted = made.flatMap(({ title, text, published }, n) => {
      const all: readonly string[] = [...title, ...text]
      if (!words.every((word) => all.includes(word)) || (without !== null && all.includes(without))) return []
      return [{ n, published, inTitle: words.filter((word) => (title as readonly string[]).includes(word)).length }]
    })
    const later = (a: number, b: number) => (keys[b]! < keys[a]! ? -1 : 1)
    return counted
      .sort((a, b) => b.inTitle - a.inTitle || b.published - a.published || later(a.n, b.n))
      .map(({ n }) => n)
  }

  test('finds, while it may look at all that match, what comparing every article finds', async () => {
    const words = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.option(fc.constantFrom(...WORDS)),
        fc.integer({ min: 1, max: 70 }),
        async (all, not, stretch) => {
          fc.pre(all.length > 0 || not !== null)
          const line = [...all, ...(not === null ? [] : [`-${not}`])].join(' ')
          expect(await find(line, 20, { ...WIDE, stretch })).toEqual(plainly(all, not).slice(0, 20))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('ranks those that came in last and those with all the words in the title', async () => {
    const all = plainly(['ferry'], null)
    const titled = all.filter((n) => made[n]!.title.includes('ferry'))
    const found = await find('ferry', 8, { stretch: 3, ranked: 5, few: 5 })
    expect(titled.length).toBeGreaterThan(8)
    expect(found).toHaveLength(8)
    expect(found.every((n) => titled.includes(n))).toBe(true)
  })

  test('finds what the plainest index there can be finds, whatever is asked', async () => {
    const articles = await store.articlePage({ limit: COUNT })
    const model = searchModel(() => articles)
    model.update(COUNT)
    const part = fc.constantFrom(
      ...[
        'ferry',
        'harbour',
        '"harbour storm"',
        'ferr*',
        '"harbour stor*"',
        'harbour OR ferryman',
        'title:storm OR ferry',
      ],
      ...['title:ferry', '-storm', '-"ferry harbour"', '-ferry*', 'source:example', ...FILTERS],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
        fc.integer({ min: 1, max: COUNT }),
        fc.record({ stretch: fc.integer({ min: 1, max: 9 }), ranked: fc.constant(100), few: fc.nat(COUNT) }),
        async (line, limit, bounds) => {
          const found = await searchIds(db, query(line), limit, {}, bounds)
          const expected = model.search(query(line), limit)
          expect(found).toEqual(expected.map(({ article, inTitle }) => ({ id: article.id, inTitle })))
        },
      ),
      { numRuns: 80 },
    )
  })

  test('never shows an article by what it was when it was indexed, and shows it by what it is once it is indexed again', async () => {
    const changes = fc.record({
      language: fc.constantFrom('en', 'fr', 'de-at'),
      tab: fc.constantFrom('en_news', 'at_news'),
      published_at: fc.constantFrom(START - 40 * DAY_MS, START + 1, START + 400 * DAY_MS),
    })
    const fits = FILTERS.concat('after:2027-01-01', 'before:2025-12-01')
    await fc.assert(
      fc.asyncProperty(fc.nat(COUNT - 1), changes, fc.constantFrom(...fits), async (n, change, filter) => {
        const article = (await store.articleById(n + 1))!
        const before = { language: article.language, tab: article.tab, published_at: article.published }
        const line = `n${n} ${filter}`
        const ids = async () => (await searchIds(db, query(line), 5, {}, WIDE)).map(({ id }) => id)
        const set = (row: typeof before) =>
          db
            .updateTable('article')
            .set(row)
            .where('id', '=', n + 1)
            .execute()
        const was = await ids()
        await set(change)
        const meanwhile = await ids()
        while ((await store.updateSearch(50)) > 0);
        const now = await ids()
        const model = searchModel(() => [{ ...article, ...change, published: change.published_at }])
        model.update(1)
        expect(now).toEqual(model.search(query(line), 5).map((hit) => hit.article.id))
        const expected = kind === 'sqlite' ? now : now.filter((id) => was.includes(id))
        expect(meanwhile).toEqual(expected)
        await set(before)
        while ((await store.updateSearch(50)) > 0);
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    [[1], 8],
    [[1, 7], 8],
    [[7], 0],
    [[], 0],
  ])('begins with the entries of the feeds %j where they are few', async (feeds, count) => {
    const inFeeds = feeds.length === 0 ? sql`1 = 0` : sql`a.feed_id in (${sql.join(feeds)})`
    for (const line of ['ferry lang:en', '-storm after:2026-01-01T00:00:00Z']) {
      const search = (few: number, lists = [feeds]) =>
        searchIds(db, query(line), 8, { also: inFeeds, feeds: lists }, { ...WIDE, few })
      const found = await search(COUNT)
      expect(found).toHaveLength(count)
      expect(found).toEqual(await search(COUNT, []))
      expect(found).toEqual(await search(COUNT - 1))
    }
  })

  test('what does not fit is passed over until enough is ranked or nothing is left', async () => {
    const line = 'ferry before:2026-01-01T01:00:00Z'
    const all = (await searchIds(db, query(line), COUNT, {}, { ...WIDE, stretch: COUNT })).map(({ id }) => id)
    const few = (await searchIds(db, query(line), 2, {}, { stretch: 2, ranked: 2, few: 2 })).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(3)
    expect(few).toHaveLength(2)
    expect(all).toEqual(expect.arrayContaining(few))
    expect(await searchIds(db, query(line), 0)).toEqual([])
  })

  if (kind === 'sqlite') {
    test('takes no more rows at a time than a stretch has', async () => {
      rows.length = 0
      await find('ferry', 50, { ...WIDE, stretch: 4 })
      expect(rows.length).toBeGreaterThan(5)
      expect(Math.max(...rows)).toBe(4)
    })
  } else {
    test('ranks on the server, which sends one row with the best', async () => {
      rows.length = 0
      await find('ferry', 5, { ...WIDE, stretch: 4, ranked: 10 })
      expect(rows).toEqual([1])
    })

    test('searches titles too where few of the latest have all the words there', async () => {
      rows.length = 0
      await find('ferry harbour storm', 8, { ...WIDE, ranked: 8 })
      expect(rows).toEqual([1, 1])
    })

    test.each([
      ['words and filters are one statement', 'ferry lang:fr before:2026-01-01T06:00:00Z', [1]],
      ['what must not occur too', '-storm lang:de', [1]],
      ['the share of a phrase is asked for first', '"ferry harbour"', [1, 1]],
      ['and that of the start of words', 'ferr* lang:de', [1, 1]],
    ])('%s', async (_fact, line, expected) => {
      rows.length = 0
      await find(line, 5, WIDE)
      expect(rows).toEqual(expected)
    })
  }
})

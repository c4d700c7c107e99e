import { describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, migratedDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import { plansOf } from '../../../tests/support/query-plans.ts'
import { storeAddress } from './address.ts'
import { openDb } from './dialect.ts'
import { openStore, type Store } from './open-store.ts'
import type { StoriesBefore } from './stories.ts'

/* What writes while it holds the lock may look up rows, but not read a table from end to end: that would take longer with every article
   that is stored. */

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const GROWING =
  '(article|article_body|entry|membership|story|story_alias|link|score|reader_article|rule_hit|search_stale)'
const WHOLE_TABLE = {
  sqlite: new RegExp(`SCAN ${GROWING}\\b(?! USING)`),
  postgres: new RegExp(`Seq Scan on ${GROWING}\\b`),
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('no statement that writes reads a table from end to end', async () => {
    const fresh = await migratedDatabase(kind)
    const texts = new Set<string>()
    const store = await openStore(fresh.address, {
      onStatement: (text) => {
        if (/^\s*(insert|update|delete)/i.test(text)) texts.add(text)
      },
    })
    await store.syncSources([aSource('https://a.example/rss')], START)
    const keys = await admit(store, 0, START)
    await writeStory(store, keys[0]!, keys, keys.slice(1))
    await writeStory(store, keys[1]!, keys, [keys[0]!])
    await admit(store, 10, START + 40 * DAY_MS)
    while ((await store.updateSearch(100)) > 0);
    await store.pruneArticles(START + 20 * DAY_MS, 100)
    while ((await store.updateSearch(100)) > 0);
    await store.close()
    const db = openDb(storeAddress(fresh.address))
    const plans = await plansOf(db, [...texts])
    await db.destroy()
    await fresh.drop()
    expect(plans.length).toBeGreaterThan(20)
    expect(plans.filter(({ plan }) => WHOLE_TABLE[kind].test(plan))).toEqual([])
  })

  test('memberships that are known are not read to be written, and the same is written', async () => {
    const [read, written] = [[] as number[], [] as unknown[]]
    for (const isKnown of [false, true]) {
      const fresh = await migratedDatabase(kind)
      let reads = 0
      const store = await openStore(fresh.address, {
        onStatement: (text) => {
          if (/^\s*select\b[^(]*\bfrom article join membership\b/i.test(text)) reads++
        },
      })
      await store.syncSources([aSource('https://a.example/rss')], START)
      const keys = await admit(store, 0, START)
      const known = new Map((await store.memberships(keys)).map((one) => [one.article, one]))
      reads = 0
      await writeStory(store, keys[0]!, keys, keys.slice(1), isKnown ? known : undefined)
      read.push(reads)
      written.push([await store.memberships(keys), await store.storiesByKey(keys)])
      await store.close()
      await fresh.drop()
    }
    expect(read).toEqual([1, 0])
    expect(written[1]).toEqual(written[0])
  })

  test('an article that stays in its story is neither looked up nor inserted again, unless it was moved meanwhile', async () => {
    const fresh = await migratedDatabase(kind)
    let texts: string[] = []
    const store = await openStore(fresh.address, { onStatement: (text) => texts.push(text) })
    await store.syncSources([aSource('https://a.example/rss')], START)
    const [first, second] = (await admit(store, 0, START)) as [string, string]
    const known = new Map((await store.memberships([first, second])).map((one) => [one.article, one]))
    texts = []
    await writeStory(store, first, [first], [], known)
    expect(texts.filter((text) => /insert into membership|select id, key from article/i.test(text))).toEqual([])
    // What is known of the second is out of date.
    const moved = new Map([...known, [second, { ...known.get(second)!, story: first }] as const])
    await writeStory(store, first, [first, second], [second], moved)
    const stored = await store.memberships([first, second])
    await store.close()
    await fresh.drop()
    expect(stored.map(({ story, cause }) => [story, cause])).toEqual([
      [first, 'refine'],
      [first, 'refine'],
    ])
  })

  test('what readers did is looked up in indexes that hold nothing of a first document, which arrives read', async () => {
    const fresh = await migratedDatabase(kind)
    const texts = new Set<string>()
    const store = await openStore(fresh.address, { onStatement: (text) => texts.add(text) })
    await store.syncSources([aSource('https://a.example/rss')], START)
    const [first] = await admit(store, 0, START)
    texts.clear()
    await store.web.markRead(1, [first!], START)
    await store.web.unmarkRead(1, START, START)
    await store.web.scanByTime(1, { saved: true }, null, 10)
    await store.pruneArticles(START + DAY_MS, 100)
    await store.close()
    const asked = [...texts].filter((text) => /^\s*select/i.test(text) && text.includes('reader_article'))
    const db = openDb(storeAddress(fresh.address))
    const plans = (await plansOf(db, asked)).map(({ plan }) => plan).join('\n')
    await db.destroy()
    await fresh.drop()
    expect([...new Set(plans.match(/\breader_article_(by_read|by_saved|saved)\b/g))].sort()).toEqual(PARTIAL)
  })
})

const PARTIAL = ['reader_article_by_read', 'reader_article_by_saved', 'reader_article_saved']

async function admit(store: Store, from: number, at: number): Promise<string[]> {
  const articles = Array.from({ length: 4 }, (_, n) =>
    anArticle({ url: `https://a.example/${from + n}`, title: `Number ${from + n}`, published: at, firstSeen: at }),
  )
  await store.admission(async (tx) => tx.admit(newArticles(aRecord((await store.feedById(1))!, at, null), articles)))
  return articles.map(({ key }) => key)
}

/** Writes articles as one story, whose id others had before. */
function writeStory(
  store: Store,
  id: string,
  members: readonly string[],
  former: readonly string[],
  known?: StoriesBefore,
): Promise<void> {
  const facts = { lead: members[0]!, newsrooms: 1, reprints: 0, firstAt: START, lastAt: START }
  const memberships = members.map((article) => ({ article, story: id, cause: 'refine', copyOf: null }) as const)
  const aliases = new Map(former.map((key) => [key, id]))
  const refined = { stories: [{ id, members, ...facts }], memberships, links: [], linked: [...members], aliases }
  return store.writeStories([refined], 0, START, known)
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, migratedDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import { openStore } from './open-store.ts'

const [ROUNDS, AT_ONCE] = [45, 50]

test.each(databaseKinds)('tables that grow are analysed each time that they have doubled, on %s', async (kind) => {
  const database = await migratedDatabase(kind)
  let analyzed = 0
  const store = await openStore(database.address, {
    onStatement: (text) => {
      if (/^analyze/.test(text)) analyzed++
    },
  })
  await store.syncSources([aSource('https://a.example/rss')], 0)
  const feed = (await store.feedById(1))!
  for (let round = 0; round < ROUNDS; round++) {
    const articles = Array.from({ length: AT_ONCE }, (_, n) =>
      anArticle({ url: `https://a.example/${round * AT_ONCE + n}` }),
    )
    await store.admission(async (tx) => void (await tx.admit(newArticles(aRecord(feed, round, null), articles))))
  }
  // At a thousand and at two thousand articles.
  expect(analyzed).toBe(kind === 'postgres' ? 2 : 0)
  if (kind === 'postgres') {
    const { rows } = await onDatabase(database.address, (db) =>
      sql<{
        n: number
      }>`select reltuples::integer as n from pg_class where relname in ('entry', 'article', 'print')`.execute(db),
    )
    expect(rows.map(({ n }) => n)).toEqual([2_000, 2_000, 2_000])
  }
  await store.close()
  await database.drop()
})

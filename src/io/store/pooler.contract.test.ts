import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { migratedDatabase, newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import { contentsOf, richStore } from '../../../tests/support/rich-store.ts'
import { storeModel } from '../../../tests/support/store-model.ts'
import { compareStores, storeOperations } from '../../../tests/support/store-operations.ts'
import { type TransactionPooler, transactionPooler } from '../../../tests/support/transaction-pooler.ts'
import { volume } from '../../../tests/support/volume.ts'
import { writeBackup } from './backup.ts'
import { openStore } from './open-store.ts'
import { restoreBackup } from './restore.ts'

/* Between two transactions a pooler takes everything away that a session has: prepared statements, settings, locks, temporary tables.
   Nothing of the store may rely on them. */

let ends: (() => Promise<unknown>)[]
beforeEach(() => {
  ends = []
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

async function pooled(database: { address: string; drop: () => Promise<void> }): Promise<TransactionPooler> {
  ends.push(database.drop)
  const pooler = await transactionPooler(database.address)
  ends.push(pooler.close)
  return pooler
}

const unnamed = ({ address }: TransactionPooler): string => `${address}?statements=unnamed`

test('random sequences of operations do by a pooler what the plain model does', async () => {
  await fc.assert(
    fc.asyncProperty(storeOperations, async (operations) => {
      const pooler = await pooled(await migratedDatabase('postgres'))
      const store = await openStore(unnamed(pooler))
      ends.push(store.close)
      await compareStores(store, storeModel(), operations)
      expect(pooler.carried().filter((transactions) => transactions > 0).length).toBeGreaterThan(1)
      for (const end of ends.splice(0).reverse()) await end()
    }),
    { seed: 5, numRuns: volume(8, 300) },
  )
})

test('two processes migrate, admit and wait for each other by a pooler', async () => {
  const pooler = await pooled(await newDatabase('postgres'))
  const stores = await Promise.all([openStore(unnamed(pooler)), openStore(unnamed(pooler))])
  for (const store of stores) ends.push(store.close)
  await stores[0]!.syncSources([aSource('https://a.example/rss')], 0)
  const feed = (await stores[0]!.feedById(1))!
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  await Promise.all(
    numbers.map((n) =>
      stores[n % 2]!.admission((tx) =>
        tx.admit(newArticles(aRecord(feed, n, null), [anArticle({ url: `https://a.example/${n}` })])),
      ),
    ),
  )
  expect(await stores[1]!.lastChange()).toBe(20)
  expect((await stores[1]!.articlePage({ limit: 50 })).length).toBe(20)
  expect(Math.min(...pooler.carried())).toBeGreaterThan(5)
})

test('a backup is made and restored by a pooler', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-pooler-'))
  ends.push(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'b.gz')
  const from = await richStore('postgres')
  const [source, target] = [await pooled(from), await pooled(await newDatabase('postgres'))]
  await writeBackup({ address: unnamed(source), file, force: false, now: 0 })
  await restoreBackup({ address: unnamed(target), file, force: false })
  const [there, here] = [await contentsOf(from.address), await contentsOf(target.address)]
  expect(here.article).toEqual(there.article)
  expect(here.article!.length).toBeGreaterThan(0)
})

test('prepared statements are lost in a pooler, and the message says what to set', async () => {
  const pooler = await pooled(await migratedDatabase('postgres'))
  const store = await openStore(pooler.address)
  ends.push(store.close)
  const ask = async () => {
    for (let times = 0; times < 20; times++) await store.lastChange()
  }
  await expect(ask()).rejects.toThrow('add ?statements=unnamed to the address')
})

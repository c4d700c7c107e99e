import { sql } from 'kysely'
import { searchQuery } from '../../../src/core/text/search-query.ts'
import { openStore } from '../../../src/io/store/open-store.ts'
import { danglingReferences, onDatabase } from '../stored-references.ts'
import type { Truth } from './truth.ts'

/** What differs between a store and what is true; nothing runs on the store meanwhile. */
export async function findDifferences(address: string, truth: Truth): Promise<string[]> {
  const faults: string[] = []
  const store = await openStore(address)
  const stored = (await store.articlePage({ limit: 1_000_000 })).map(({ guid }) => guid)
  const have = new Set(stored)
  const wanted = truth.items()
  for (const { guid } of wanted) if (!have.has(guid)) faults.push(`lost: ${guid}`)
  if (have.size !== stored.length) faults.push(`doubled: ${stored.length - have.size} articles`)
  if (have.size > wanted.length) faults.push(`${have.size - wanted.length} articles that nobody published`)
  while ((await store.updateSearch(200)) > 0);
  for (const { guid, title } of wanted) {
    const word = title.split(' ').at(-1)!
    const hits = await store.searchArticles(searchQuery(word, { now: Date.now(), zone: 'UTC' }), 10)
    if (have.has(guid) && hits.length !== 1) faults.push(`search finds "${word}" ${hits.length} times`)
  }
  await store.close()
  for (const [kind, count] of Object.entries(await danglingReferences(address))) faults.push(`${kind}: ${count}`)
  for (const [digest, times] of truth.deliveries()) if (times > 1) faults.push(`${digest} was delivered ${times} times`)
  if (address.startsWith('sqlite:')) {
    const check = sql<{ integrity_check: string }>`pragma integrity_check`
    const { rows } = await onDatabase(address, (db) => check.execute(db))
    if (rows[0]!.integrity_check !== 'ok') faults.push(`the file is damaged: ${rows[0]!.integrity_check}`)
  }
  return faults
}

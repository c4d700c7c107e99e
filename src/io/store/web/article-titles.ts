import { sql } from 'kysely'
import { articlesSeenBy } from '../article-scope.ts'
import { toBytes, toHex } from '../bytes.ts'
import type { Db } from '../dialect.ts'

/** The ids and titles of those of some articles that a reader sees, by key. */
export async function articleTitles(
  db: Db,
  reader: number,
  keys: readonly string[],
): Promise<Map<string, { readonly id: number; readonly title: string }>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: Uint8Array; id: number; title: string }>`select key, id, title from article
    where key in (${sql.join(keys.map(toBytes))}) and ${articlesSeenBy(reader, keys.length)('article', {})}`.execute(db)
  return new Map(rows.map(({ key, id, title }) => [toHex(key), { id, title }]))
}

import { sql } from 'kysely'
import { articlesSeenBy } from '../article-scope.ts'
import { toBytes, toHex } from '../bytes.ts'
import type { Db } from '../dialect.ts'

/** The keys of the articles that a reader sees at some addresses, by the keys of these. */
export async function articlesAt(db: Db, reader: number, urlKeys: readonly string[]): Promise<Map<string, string>> {
  if (urlKeys.length === 0) return new Map()
  const { rows } = await sql<{ url_key: Uint8Array; key: Uint8Array }>`select e.url_key, article.key from entry e
    join article on article.id = e.article_id
    where e.url_key in (${sql.join(urlKeys.map(toBytes))}) and ${articlesSeenBy(reader, urlKeys.length)('article', {})}
    order by article.id desc`.execute(db)
  return new Map(rows.map((row) => [toHex(row.url_key), toHex(row.key)]))
}

import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/**
 * A first document marks nearly all its articles as read at -1, before all instants: they need no place in indexes by what readers did.
 * Keys are hashes, so each of these places is on another page, which the commit writes.
 */
const statements = [
  'drop index reader_article_saved',
  'drop index reader_article_by_saved',
  'drop index reader_article_by_read',
  'create index reader_article_saved on reader_article (article_key) where saved_at is not null',
  'create index reader_article_by_saved on reader_article (reader_id, saved_at) where saved_at is not null',
  'create index reader_article_by_read on reader_article (reader_id, read_at) where read_at >= 0',
]

/** The indexes by what readers did hold only that. */
export async function actsOfReaders(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

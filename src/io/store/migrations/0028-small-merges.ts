import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/**
 * FTS5 merges parts of its index within the transaction that happens to fill them, up to a megabyte at a time. From now on the parts are
 * merged in small steps of their own; FTS5 itself only does so when very many have gathered.
 * https://www.sqlite.org/fts5.html#the_automerge_configuration_option
 */
export async function smallMerges(tx: Tx): Promise<void> {
  if (isPostgres(tx)) return
  await sql`insert into search (search, rank) values ('automerge', 0)`.execute(tx)
  await sql`insert into search (search, rank) values ('crisismerge', 200)`.execute(tx)
}

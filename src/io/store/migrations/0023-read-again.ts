import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/** Marks of articles that were read already: when the mark that made them read is taken back, these still hold. */
export async function readAgain(tx: Tx): Promise<void> {
  const keyOnly = isPostgres(tx) ? '' : 'without rowid'
  await sql`create table read_again (
    reader_id integer not null references reader (id), article_key bytea not null, at bigint not null,
    primary key (reader_id, article_key, at)) ${sql.raw(keyOnly)}`.execute(tx)
  await sql`create index read_again_by_act on read_again (reader_id, at)`.execute(tx)
}

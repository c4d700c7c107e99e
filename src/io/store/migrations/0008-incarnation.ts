import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** One row about the store itself: a name that restoring and migrating change, so that running processes notice. */
export async function incarnation(tx: Tx): Promise<void> {
  await sql`create table store (incarnation text not null)`.execute(tx)
  await sql`insert into store (incarnation) values ('')`.execute(tx)
}

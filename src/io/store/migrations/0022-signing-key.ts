import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** A secret of the store, made when it is first needed: signs the addresses that the server gives out. */
export async function signingKey(tx: Tx): Promise<void> {
  await sql`alter table store add column signing_key text`.execute(tx)
}

import { type Db, inTransaction } from '../dialect.ts'

/** The secret that signs what this store gives out; the proposed one where there is none yet. */
export async function signingKey(db: Db, proposed: string): Promise<string> {
  const query = db.selectFrom('store').select('signing_key')
  const known = (await query.executeTakeFirst())?.signing_key ?? null
  if (known !== null) return known
  await inTransaction(db, async (tx) => {
    await tx.updateTable('store').set({ signing_key: proposed }).where('signing_key', 'is', null).execute()
  })
  return (await query.executeTakeFirstOrThrow()).signing_key!
}

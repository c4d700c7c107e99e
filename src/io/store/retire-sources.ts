import { type Db, type Tx, underSourceLock } from './dialect.ts'
import { setRetired } from './source-rows.ts'
import { endSubscription, setHidden } from './subscriptions.ts'

/**
 * Stops polling a source; its articles stay. For a reader it ends a subscription of theirs; of sources that everybody has, the
 * only reader or an administrator stops the polling, any other reader hides it. False when there was nothing to do.
 */
export async function retireSource(db: Db, id: number, now: number, reader: number | null = null): Promise<boolean> {
  return underSourceLock(db, async (tx) => {
    const row = await tx.selectFrom('source').select(['retired_at', 'shared']).where('id', '=', id).executeTakeFirst()
    if (!row || row.retired_at !== null) return false
    if (row.shared === 1 && reader !== null && !(await mayRetire(tx, reader)))
      await setHidden(tx, reader, id, true, now)
    else if (row.shared === 1 || reader === null || (await endSubscription(tx, reader, id, now)))
      await setRetired(tx, id, now)
    return true
  })
}

async function mayRetire(tx: Tx, reader: number): Promise<boolean> {
  const row = await tx.selectFrom('reader').select('role').where('id', '=', reader).executeTakeFirst()
  return row?.role === 'administrator'
}

/** Stops polling the sources that only readers had who are gone. */
export async function retireUnfollowed(tx: Tx, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('source')
    .select('id')
    .where('shared', '=', 0)
    .where('retired_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscription')
            .select('reader_id')
            .whereRef('source_id', '=', 'source.id')
            .where('ended_at', 'is', null),
        ),
      ),
    )
    .execute()
  for (const { id } of rows) await setRetired(tx, id, now)
}

import type { Selectable } from 'kysely'
import { type Delivery, type DeliveryOutcome, toDelivery } from '../deliveries.ts'
import { type Db, underAdmissionLock } from '../dialect.ts'
import type { DeliveryRow } from '../schema.ts'

/** A delivery with the id by which it is settled. */
export interface StoredDelivery extends Delivery {
  readonly id: number
}

const toStored = (row: Selectable<DeliveryRow>): StoredDelivery => ({ id: row.id, ...toDelivery(row) })

/** The deliveries of some subjects, oldest first. */
export async function deliveriesOf(db: Db, subjects: readonly string[]): Promise<StoredDelivery[]> {
  const query = db.selectFrom('delivery').selectAll().where('subject', 'in', subjects)
  return (await query.orderBy('id').execute()).map(toStored)
}

export async function deliveryById(db: Db, id: number): Promise<StoredDelivery | null> {
  const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toStored(row) : null
}

/** Deliveries that may or may not have arrived, newest first; of those without an outcome only what was claimed up to an instant. */
export async function doubtPage(
  db: Db,
  { before, claimedBy, limit }: { readonly before: number; readonly claimedBy: number; readonly limit: number },
): Promise<StoredDelivery[]> {
  const query = db
    .selectFrom('delivery')
    .selectAll()
    .where('id', '<', before)
    .where((eb) =>
      eb.or([eb('outcome', '=', 'unknown'), eb.and([eb('outcome', 'is', null), eb('claimed_at', '<=', claimedBy)])]),
    )
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toStored)
}

/** Settles by hand a delivery in doubt, if it is still as it was read; false when it was claimed or settled meanwhile. */
export async function settleDoubt(
  db: Db,
  seen: StoredDelivery,
  ended: { readonly outcome: DeliveryOutcome; readonly detail: string; readonly now: number },
): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    const rows = await tx
      .updateTable('delivery')
      .set({ settled_at: ended.now, outcome: ended.outcome, detail: ended.detail })
      .where('id', '=', seen.id)
      .where('claimed_at', '=', seen.claimedAt)
      .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
      .returning('id')
      .execute()
    return rows.length > 0
  })
}

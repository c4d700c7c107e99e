import type { Selectable } from 'kysely'
import type { ChannelName } from '../deliver/channel.ts'
import { type Db, type Tx, underAdmissionLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { DeliveryRow } from './schema.ts'

/** What is delivered, by which channel, to whom: together they identify a delivery, which happens once. */
export interface DeliveryKey {
  /** Such as `digest:2026-11-15:morning`, or `alert:` and the key of a story. */
  readonly subject: string
  readonly channel: ChannelName
  readonly recipient: string
}

/**
 * How a delivery ended. `unknown`: it may or may not have arrived, and is never sent again by itself. `abandoned`: somebody said that it
 * did not arrive; it is sent again only when somebody asks for it.
 */
export type DeliveryOutcome = 'sent' | 'failed' | 'unknown' | 'abandoned'

export interface Delivery extends DeliveryKey {
  readonly claimedAt: number
  readonly settledAt: number | null
  /** Null while it is in progress, or when the process died before it ended. */
  readonly outcome: DeliveryOutcome | null
  readonly detail: string | null
}

/** Claims a delivery: true for the process that may send it, false when it was claimed before. */
export async function claimDelivery(db: Db, key: DeliveryKey, now: number): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    const row = { subject: key.subject, channel: key.channel, recipient: key.recipient, claimed_at: now }
    const again = 'on conflict (subject, channel, recipient) do nothing returning id'
    return (await insertRows(tx, 'delivery', [row], again)).length > 0
  })
}

/** Records how a claimed delivery ended. One that failed can be claimed again with `reclaimDelivery`. */
export async function settleDelivery(
  db: Db,
  key: DeliveryKey,
  ended: { readonly outcome: DeliveryOutcome; readonly detail: string | null; readonly now: number },
): Promise<void> {
  await underAdmissionLock(db, (tx) =>
    tx
      .updateTable('delivery')
      .set({ settled_at: ended.now, outcome: ended.outcome, detail: ended.detail })
      .where('subject', '=', key.subject)
      .where('channel', '=', key.channel)
      .where('recipient', '=', key.recipient)
      .execute()
      .then(() => {}),
  )
}

/** Claims again a delivery that failed at `failedBy` or before; without that instant, because somebody asks, also one that was abandoned. */
export async function reclaimDelivery(
  db: Db,
  key: DeliveryKey,
  now: number,
  failedBy: number | null = null,
): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    const rows = await claimedAnew(tx, key, now)
      .where('outcome', 'in', failedBy === null ? ['failed', 'abandoned'] : ['failed'])
      .where('settled_at', '<=', failedBy ?? Number.MAX_SAFE_INTEGER)
      .returning('id')
      .execute()
    return rows.length > 0
  })
}

function claimedAnew(tx: Tx, { subject, channel, recipient }: DeliveryKey, now: number) {
  return tx
    .updateTable('delivery')
    .set({ claimed_at: now, settled_at: null, outcome: null, detail: null })
    .where('subject', '=', subject)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
}

/** Claims again a delivery in doubt, if it is still as it was read; false when another process claimed it meanwhile. */
export async function reclaimDoubtful(db: Db, seen: Delivery, now: number): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    const rows = await claimedAnew(tx, seen, now)
      .where('claimed_at', '=', seen.claimedAt)
      .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
      .returning('id')
      .execute()
    return rows.length > 0
  })
}

/** Deliveries since an instant that may or may not have arrived, oldest first. */
export async function doubtfulDeliveries(db: Db, since: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('claimed_at', '>=', since)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
    .orderBy('claimed_at')
    .orderBy('id')
    .execute()
  return rows.map(toDelivery)
}

/** The deliveries since an instant, newest first. */
export async function deliveries(db: Db, since: number, limit: number): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('claimed_at', '>=', since)
    .orderBy('claimed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export function toDelivery(row: Selectable<DeliveryRow>): Delivery {
  return {
    subject: row.subject,
    channel: row.channel as Delivery['channel'],
    recipient: row.recipient,
    claimedAt: row.claimed_at,
    settledAt: row.settled_at,
    outcome: row.outcome as DeliveryOutcome | null,
    detail: row.detail,
  }
}

import type { Event, NewEvent } from '../../core/domain/event.ts'
import { type Db, type Tx, takeEventLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/** The events after an event, oldest first: a listener continues from the last id it saw. */
export async function events(db: Db, after: number, limit: number): Promise<Event[]> {
  const rows = await db.selectFrom('event').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** The last events, or the last before an instant; oldest first. */
export async function latestEvents(db: Db, limit: number, before: number | null = null): Promise<Event[]> {
  let query = db.selectFrom('event').selectAll()
  if (before !== null) query = query.where('at', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.reverse().map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** The last write of a transaction: see `takeEventLock`. */
export async function insertEvents(tx: Tx, list: readonly NewEvent[]): Promise<void> {
  if (list.length === 0) return
  await takeEventLock(tx)
  const rows = list.map(({ at, kind, subject, payload }) => ({ at, kind, subject, payload: JSON.stringify(payload) }))
  await insertRows(tx, 'event', rows)
}

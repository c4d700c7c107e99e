import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Event, NewEvent } from '../../core/domain/event.ts'
import { SEES_SOURCE, sourcesOfFeeds } from './article-scope.ts'
import { type Db, inTransaction, type Tx, takeEventLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/** The condition that an event may be seen. */
export type EventScope = RawBuilder<SqlBool>

const EVERY_EVENT: EventScope = sql`1 = 1`

/** The events of the feeds that a reader follows. */
export const eventsSeenBy = (reader: number): EventScope =>
  sql`event.subject in (select 'feed:' || f.id from feed f ${sourcesOfFeeds(reader)} where ${SEES_SOURCE})`

/** The events after an event, oldest first: a listener continues from the last id it saw. */
export async function events(db: Db, after: number, limit: number, scope: EventScope = EVERY_EVENT): Promise<Event[]> {
  const query = db.selectFrom('event').selectAll().where('id', '>', after).where(scope)
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** The last events, or the last before an instant; oldest first. */
export async function latestEvents(
  db: Db,
  limit: number,
  before: number | null = null,
  scope: EventScope = EVERY_EVENT,
): Promise<Event[]> {
  let query = db.selectFrom('event').selectAll().where(scope)
  if (before !== null) query = query.where('at', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.reverse().map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
}

/** Deletes up to `limit` events from before an instant, the oldest first; returns how many. */
export async function pruneEvents(db: Db, before: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const old = tx.selectFrom('event').select('id').where('at', '<', before).orderBy('at').orderBy('id').limit(limit)
    const { numDeletedRows } = await tx.deleteFrom('event').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** The last write of a transaction: see `takeEventLock`. */
export async function insertEvents(tx: Tx, list: readonly NewEvent[]): Promise<void> {
  if (list.length === 0) return
  await takeEventLock(tx)
  const rows = list.map(({ at, kind, subject, payload }) => ({ at, kind, subject, payload: JSON.stringify(payload) }))
  await insertRows(tx, 'event', rows)
}

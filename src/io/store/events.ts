import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { type Event, LIVE_KINDS, type NewEvent } from '../../core/domain/event.ts'
import { SEES_SOURCE, sourcesOfFeeds } from './article-scope.ts'
import { type Db, inTransaction, isPostgres, runAhead, type Tx, UNDER_EVENT_LOCK } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { listParameter } from './list-parameters.ts'
import type { EventRow } from './schema.ts'

/** The condition that an event may be seen. */
export type EventScope = RawBuilder<SqlBool>

const EVERY_EVENT: EventScope = sql`1 = 1`
const IS_LIVE: EventScope = sql`event.kind in (${sql.join(LIVE_KINDS)})`
const IS_LISTED: EventScope = sql`not ${IS_LIVE}`

/** The events about the feeds that a reader follows. */
export const eventsSeenBy = (reader: number): EventScope =>
  sql`event.subject in (select 'feed:' || f.id from feed f ${sourcesOfFeeds(reader)} where ${SEES_SOURCE})`

/** The events after an event, oldest first: a listener continues from the last id it saw. */
export async function events(db: Db, after: number, limit: number, scope: EventScope = EVERY_EVENT): Promise<Event[]> {
  const query = db.selectFrom('event').selectAll().where('id', '>', after).where(scope).where(IS_LISTED)
  return (await query.orderBy('id').limit(limit).execute()).map(toEvent)
}

/** The last events, or the last before an instant; oldest first. */
export async function latestEvents(
  db: Db,
  limit: number,
  before: number | null = null,
  scope: EventScope = EVERY_EVENT,
): Promise<Event[]> {
  let query = db.selectFrom('event').selectAll().where(scope).where(IS_LISTED)
  if (before !== null) query = query.where('at', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.reverse().map(toEvent)
}

export const toEvent = ({ reader_id: _, ...row }: Selectable<EventRow>): Event => ({
  ...row,
  payload: JSON.parse(row.payload),
})

/** Deletes up to `limit` events from before an instant, the oldest first; returns how many. */
export async function pruneEvents(db: Db, before: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const all = tx.selectFrom('event').select('id').where('at', '<', before).where(IS_LISTED)
    const old = all.orderBy('at').orderBy('id').limit(limit)
    // The time again, so that PostgreSQL looks only into partitions that can have such rows.
    const query = tx.deleteFrom('event').where('id', 'in', old).where('at', '<', before)
    const { numDeletedRows } = await query.executeTakeFirst()
    return Number(numDeletedRows)
  })
}

const PRUNED_AGAIN = `on conflict (name) do update set position = excluded.position
  where derived_cursor.position < excluded.position`

/** The same for events of the live kinds. */
export async function pruneLiveEvents(db: Db, before: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const query = tx.selectFrom('event').select('id').where('at', '<', before).where(IS_LIVE)
    const ids = (await query.orderBy('at').orderBy('id').limit(limit).execute()).map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.deleteFrom('event').where('id', 'in', ids).where('at', '<', before).execute()
    await notePruned(tx, Math.max(...ids))
    return ids.length
  })
}

/** The last event of a live kind in a partition; null without any. */
export async function lastLiveEvent(tx: Tx, partition: string): Promise<number | null> {
  const last = sql<{ id: number | null }>`select max(id) as id from ${sql.table(partition)} as event where ${IS_LIVE}`
  return (await last.execute(tx)).rows[0]!.id
}

/** Keeps in mind that live events are gone up to this one: who has not seen it has missed something. */
export async function notePruned(tx: Tx, id: number): Promise<void> {
  await insertRows(tx, 'derived_cursor', [{ name: 'events', position: id }], PRUNED_AGAIN)
}

const UNDER_LOCK = `insert into event (at, kind, subject, payload, reader_id)
  select * from unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::integer[]) where ${UNDER_EVENT_LOCK}`

/** The last write of a transaction: see `UNDER_EVENT_LOCK`. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ at, kind, subject, payload, reader = null }) => ({
    at,
    kind,
    subject,
    payload: JSON.stringify(payload),
    reader_id: reader,
  }))
  if (!isPostgres(tx)) {
    await insertRows(tx, 'event', rows)
    return
  }
  const list = (type: string, column: keyof (typeof rows)[number]) =>
    listParameter(
      type,
      rows.map((row) => row[column]),
    )
  const texts = (['kind', 'subject', 'payload'] as const).map((column) => list('text', column))
  await runAhead(tx, UNDER_LOCK, [list('bigint', 'at'), ...texts, list('integer', 'reader_id')])
}

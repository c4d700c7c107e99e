import { type SqlBool, sql } from 'kysely'
import type { Event } from '../../../core/domain/event.ts'
import { type Db, runText } from '../dialect.ts'
import { eventsSeenBy, toEvent } from '../events.ts'
import { seesEverything } from '../subscriptions.ts'

/** The number of the last event; numbers are given in the order of commits. 0 without any. */
export async function newestEvent(db: Db): Promise<number> {
  const rows = await runText<{ id: number | null }>(db, 'select max(id) as id from event', [])
  return rows[0]?.id ?? 0
}

/** The last event for listeners that was deleted: who continues from one before it has missed something. */
export async function prunedTo(db: Db): Promise<number> {
  const query = db.selectFrom('derived_cursor').select('position').where('name', '=', 'events')
  return (await query.executeTakeFirst())?.position ?? 0
}

/**
 * Events for a reader after one and up to another, oldest first: those of the feeds they follow, those that are theirs alone, and
 * those about stories, of which only the stories that they see may be told.
 */
export async function liveEvents(
  db: Db,
  reader: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<Event[]> {
  const ofFeeds = (await seesEverything(db, reader)) ? sql<SqlBool>`event.subject like 'feed:%'` : eventsSeenBy(reader)
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where(sql<SqlBool>`(event.reader_id = ${reader} or event.reader_id is null and
      (event.subject = 'stories' or ${ofFeeds}))`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

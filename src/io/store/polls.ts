import { type Selectable, sql } from 'kysely'
import type { FeedDay, Poll, PollRecord } from '../../core/domain/poll.ts'
import { type Db, inTransaction, runText, together } from './dialect.ts'
import { insertEvents } from './events.ts'
import { feedRows, hostsOfFeeds } from './feeds.ts'
import { lostLeases, refreshDue } from './hosts.ts'
import { insertIntoTables, type TableRows } from './insert-rows.ts'
import { settlePrepared } from './prepared-polls.ts'
import type { FeedDayRow, PollRow } from './schema.ts'

/**
 * Stores polls without new articles in one transaction, without the admission lock. Returns those whose lease was lost.
 */
export async function recordPolls(db: Db, records: readonly PollRecord[]): Promise<readonly PollRecord[]> {
  if (records.length === 0) return []
  return inTransaction(db, async (tx) => {
    const [lost, hosts] = await together(tx, [
      () =>
        lostLeases(
          tx,
          records.flatMap(({ lease }) => lease ?? []),
        ),
      () =>
        hostsOfFeeds(
          tx,
          records.map(({ feed }) => feed.id),
        ),
    ])
    const isLate = ({ lease }: PollRecord) => lease !== null && lost.has(lease)
    const written = records.filter((record) => !isLate(record))
    await together(tx, [() => settlePrepared(tx, written), () => insertIntoTables(tx, pollTables(written))])
    await refreshDue(tx, hostsToRefresh(written, hosts))
    await insertEvents(
      tx,
      written.flatMap(({ events }) => events),
    )
    return records.filter(isLate)
  })
}

/** The hosts that the feeds of polls have now or had before: their due times follow from the feeds. */
export const hostsToRefresh = (records: readonly PollRecord[], before: ReadonlyMap<number, string>): string[] => [
  ...new Set(records.flatMap(({ feed }) => [before.get(feed.id) ?? feed.host, feed.host])),
]

/** Everything that polls change, except hosts, articles and events. */
export function pollTables(records: readonly PollRecord[]): TableRows[] {
  const feeds = new Map(records.map(({ feed }) => [feed.id, feed]))
  const polls = records.map(({ poll }) => toPollRow(poll))
  return [feedRows([...feeds.values()]), { table: 'poll', rows: polls }, dayRows(records.map(({ day }) => day))]
}

/** The lease holder is the only writer of the day's counters, so they are written as counted. */
function dayRows(days: readonly FeedDay[]): TableRows {
  const rows = [...new Map(days.map((day) => [`${day.feed} ${day.day}`, toDayRow(day)])).values()]
  const counters = Object.keys(rows[0] ?? {}).filter((column) => column !== 'feed_id' && column !== 'day')
  const again = counters.map((column) => `${column} = excluded.${column}`).join(', ')
  return { table: 'feed_day', rows, tail: `on conflict (feed_id, day) do update set ${again}` }
}

/** Whether any feed was polled in a span. */
export async function wasPolled(db: Db, from: number, to: number): Promise<boolean> {
  const query = db.selectFrom('poll').select('id').where('at', '>=', from).where('at', '<', to)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** When a feed was last polled, by the clock of that time; or last before an instant. */
export async function lastPollAt(db: Db, before: number | null = null): Promise<number | null> {
  let query = db.selectFrom('poll').select(({ fn }) => fn.max<number | null>('at').as('at'))
  if (before !== null) query = query.where('at', '<', before)
  return (await query.executeTakeFirst())?.at ?? null
}

const LAST_POLLS = 'select * from poll where feed_id = ? order by at desc, id desc limit ?'

/** The last polls of a feed, newest first. */
export async function polls(db: Db, feed: number, limit: number): Promise<Poll[]> {
  return (await runText<Selectable<PollRow>>(db, LAST_POLLS, [feed, limit])).map(toPoll)
}

/** Daily sums from a day on, of these feeds or of all. */
export async function feedDays(db: Db, fromDay: number, of?: readonly number[]): Promise<FeedDay[]> {
  if (of?.length === 0) return []
  let select = db.selectFrom('feed_day').selectAll().where('day', '>=', fromDay).orderBy('feed_id').orderBy('day')
  if (of) select = select.where('feed_id', 'in', of)
  return (await select.execute()).map(toFeedDay)
}

/** Deletes up to `limit` polls from before an instant, the oldest first; returns how many. Their daily sums stay. */
export async function prunePolls(db: Db, before: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // The time again, so that PostgreSQL looks only into partitions that can have such rows.
    const { numAffectedRows } = await sql`delete from poll where at < ${before} and (at, id) in
      (select at, id from poll where at < ${before} order by at, id limit ${limit})`.execute(tx)
    return Number(numAffectedRows)
  })
}

/** Deletes up to `limit` daily sums from before a day, the oldest first; returns how many. */
export async function pruneFeedDays(db: Db, beforeDay: number, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`delete from feed_day where (feed_id, day) in
      (select feed_id, day from feed_day where day < ${beforeDay} order by day, feed_id limit ${limit})`.execute(tx)
    return Number(numAffectedRows)
  })
}

function toPollRow(poll: Poll) {
  return {
    feed_id: poll.feed,
    at: poll.at,
    duration_ms: poll.durationMs,
    outcome: poll.outcome,
    succeeded: Number(poll.succeeded),
    failure: poll.failure,
    http_status: poll.httpStatus,
    bytes: poll.bytes,
    entries: poll.entries,
    new_articles: poll.newArticles,
    valid_document: flag(poll.validDocument),
    consistent_dates: flag(poll.consistentDates),
  }
}

function toPoll(row: Selectable<PollRow>): Poll {
  return {
    feed: row.feed_id,
    at: row.at,
    durationMs: row.duration_ms,
    outcome: row.outcome as Poll['outcome'],
    succeeded: row.succeeded === 1,
    failure: row.failure as Poll['failure'],
    httpStatus: row.http_status,
    bytes: row.bytes,
    entries: row.entries,
    newArticles: row.new_articles,
    validDocument: row.valid_document === null ? null : row.valid_document === 1,
    consistentDates: row.consistent_dates === null ? null : row.consistent_dates === 1,
  }
}

function toDayRow(day: FeedDay): FeedDayRow {
  return {
    feed_id: day.feed,
    day: day.day,
    polls: day.polls,
    successes: day.successes,
    not_modified: day.notModified,
    failures: JSON.stringify(day.failures),
    documents: day.documents,
    valid_documents: day.validDocuments,
    dated_documents: day.datedDocuments,
    consistent_dates: day.consistentDates,
    malformed: day.malformed,
    new_articles: day.newArticles,
    duration_ms: day.durationMs,
    bytes: day.bytes,
    stored_bytes: day.storedBytes,
    left_out: day.leftOut,
  }
}

function toFeedDay(row: Selectable<FeedDayRow>): FeedDay {
  return {
    feed: row.feed_id,
    day: row.day,
    polls: row.polls,
    successes: row.successes,
    notModified: row.not_modified,
    failures: JSON.parse(row.failures),
    documents: row.documents,
    validDocuments: row.valid_documents,
    datedDocuments: row.dated_documents,
    consistentDates: row.consistent_dates,
    malformed: row.malformed,
    newArticles: row.new_articles,
    durationMs: row.duration_ms,
    bytes: row.bytes,
    storedBytes: row.stored_bytes,
    leftOut: row.left_out,
  }
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

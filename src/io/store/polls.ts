import type { Selectable } from 'kysely'
import type { FeedDay, Poll, PollRecord } from '../../core/domain/poll.ts'
import { type Db, inTransaction, type Tx } from './dialect.ts'
import { insertEvents } from './events.ts'
import { updateFeed } from './feeds.ts'
import { holdsLease } from './hosts.ts'
import type { FeedDayRow, PollRow } from './schema.ts'

const DAY_MS = 86_400_000

/** Polls that brought no article: stored in one transaction, without the admission lock. Gives back those whose lease was lost. */
export async function recordPolls(db: Db, records: readonly PollRecord[]): Promise<readonly PollRecord[]> {
  if (records.length === 0) return []
  return inTransaction(db, async (tx) => {
    const late: PollRecord[] = []
    const stored: PollRecord[] = []
    for (const record of records) {
      if (await leaseIsLost(tx, record)) late.push(record)
      else stored.push(record)
    }
    for (const record of stored) await writePoll(tx, record)
    await insertEvents(
      tx,
      stored.flatMap((record) => record.events),
    )
    return late
  })
}

/** Whether the host has passed to somebody else meanwhile, so that nothing of this poll may be written. */
export async function leaseIsLost(tx: Tx, record: PollRecord): Promise<boolean> {
  return record.lease !== null && !(await holdsLease(tx, record.lease))
}

/** All a poll changes but its events, which come last in a transaction. */
export async function writePoll(tx: Tx, record: PollRecord): Promise<void> {
  await updateFeed(tx, record.feed)
  await tx.insertInto('poll').values(toPollRow(record.poll)).execute()
  await addToDay(tx, record.poll)
}

async function addToDay(tx: Tx, poll: Poll): Promise<void> {
  const one = dayOf(poll)
  await tx
    .insertInto('feed_day')
    .values(one)
    .onConflict((conflict) =>
      conflict.columns(['feed_id', 'day']).doUpdateSet((eb) => {
        const plus = (column: Exclude<keyof FeedDayRow, 'feed_id' | 'day'>) =>
          eb(`feed_day.${column}`, '+', one[column])
        return {
          polls: plus('polls'),
          successes: plus('successes'),
          not_modified: plus('not_modified'),
          timeouts: plus('timeouts'),
          documents: plus('documents'),
          valid_documents: plus('valid_documents'),
          dated_documents: plus('dated_documents'),
          consistent_dates: plus('consistent_dates'),
          new_articles: plus('new_articles'),
          duration_ms: plus('duration_ms'),
          bytes: plus('bytes'),
        }
      }),
    )
    .execute()
}

function dayOf(poll: Poll): FeedDayRow {
  return {
    feed_id: poll.feed,
    day: Math.floor(poll.at / DAY_MS),
    polls: 1,
    successes: Number(poll.succeeded),
    not_modified: Number(poll.outcome === 'notModified'),
    timeouts: Number(poll.failure === 'timeout'),
    documents: Number(poll.validDocument !== null),
    valid_documents: Number(poll.validDocument === true),
    dated_documents: Number(poll.consistentDates !== null),
    consistent_dates: Number(poll.consistentDates === true),
    new_articles: poll.newArticles,
    duration_ms: poll.durationMs,
    bytes: poll.bytes,
  }
}

/** The last polls of a feed, newest first. */
export async function polls(db: Db, feed: number, limit: number): Promise<Poll[]> {
  const rows = await db
    .selectFrom('poll')
    .selectAll()
    .where('feed_id', '=', feed)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPoll)
}

/** The daily sums of all feeds from a day on. */
export async function feedDays(db: Db, fromDay: number): Promise<FeedDay[]> {
  const rows = await db
    .selectFrom('feed_day')
    .selectAll()
    .where('day', '>=', fromDay)
    .orderBy('feed_id')
    .orderBy('day')
    .execute()
  return rows.map(toFeedDay)
}

/** Single polls are kept a week; the daily sums stay. */
export async function prunePolls(db: Db, before: number): Promise<number> {
  const result = await db.deleteFrom('poll').where('at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
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
    outcome: row.outcome,
    succeeded: row.succeeded === 1,
    failure: row.failure,
    httpStatus: row.http_status,
    bytes: row.bytes,
    entries: row.entries,
    newArticles: row.new_articles,
    validDocument: row.valid_document === null ? null : row.valid_document === 1,
    consistentDates: row.consistent_dates === null ? null : row.consistent_dates === 1,
  }
}

function toFeedDay(row: Selectable<FeedDayRow>): FeedDay {
  return {
    feed: row.feed_id,
    day: row.day,
    polls: row.polls,
    successes: row.successes,
    notModified: row.not_modified,
    timeouts: row.timeouts,
    documents: row.documents,
    validDocuments: row.valid_documents,
    datedDocuments: row.dated_documents,
    consistentDates: row.consistent_dates,
    newArticles: row.new_articles,
    durationMs: row.duration_ms,
    bytes: row.bytes,
  }
}

function flag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

import type { Selectable } from 'kysely'
import type { Feed } from '../../core/domain/feed.ts'
import { withoutLogin } from '../../core/text/login.ts'
import { type Db, runOnList, runText, type Tx } from './dialect.ts'
import { hostsDueAt, LONGEST_WAIT_MS } from './hosts.ts'
import { insertRows, type TableRows } from './insert-rows.ts'
import type { FeedRow } from './schema.ts'

/** All feeds, retired and dead ones included, by id. */
export async function feeds(db: Db): Promise<Feed[]> {
  const rows = await db.selectFrom('feed').selectAll().orderBy('id').execute()
  return rows.map(toFeed)
}

/** The fields of a feed that planning needs: there are thousands in one plan. */
export interface PlannedFeed {
  readonly id: number
  readonly host: string
  /** The address of its source. */
  readonly url: string
}

const PLANNED = `select feed.id, host, source.url from feed join source on source.id = source_id
  where retired_at is null and (next_at <= ? or next_at > ?) order by position, source.id`

/** Feeds of active sources that are due by a moment, in the order of the sources. */
export async function plannedFeeds(db: Db, until: number): Promise<PlannedFeed[]> {
  return runText<PlannedFeed>(db, PLANNED, [until, until + LONGEST_WAIT_MS])
}

/** The sources of feeds about which there may be something to say to those who follow them; most feeds are well. */
export const SOURCES_IN_TROUBLE = `select source_id from feed
  where state in ('dead', 'unhealthy', 'slow', 'flooding', 'dormant') or history like '%"namedFeedUrl":"%'`

export async function feedById(db: Db, id: number): Promise<Feed | null> {
  const row = await db.selectFrom('feed').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toFeed(row) : null
}

export async function feedsOfSources(db: Db, sources: readonly number[]): Promise<Feed[]> {
  if (sources.length === 0) return []
  const rows = await db.selectFrom('feed').selectAll().where('source_id', 'in', sources).orderBy('id').execute()
  return rows.map(toFeed)
}

export async function feedOfSource(tx: Tx, source: number): Promise<Feed> {
  return toFeed(await tx.selectFrom('feed').selectAll().where('source_id', '=', source).executeTakeFirstOrThrow())
}

const DUE = 'select * from feed where (next_at <= ? or next_at > ?) and host in (*)'

/** Feeds of some hosts that are due, those due longest first. */
export async function dueFeeds(db: Db, hosts: readonly string[], now: number): Promise<Feed[]> {
  const rows = await runOnList<Selectable<FeedRow>>(db, DUE, hosts, [now, now + LONGEST_WAIT_MS])
  const byTime = (a: Feed, b: Feed) => a.nextAt! - b.nextAt! || a.id - b.id
  return rows.map(toFeed).sort(byTime)
}

/** Inserts feeds; they and their hosts are due at once. */
export async function insertFeeds(
  tx: Tx,
  created: readonly { readonly source: number; readonly url: string }[],
  now: number,
): Promise<void> {
  const rows = created.map(({ source, url }) => ({
    source_id: source,
    url: withoutLogin(url),
    host: new URL(url).host,
    previous_urls: '[]',
    title: null,
    etag: null,
    last_modified: null,
    state: 'healthy',
    next_at: now,
    next_reason: 'first',
    next_plan: null,
    document_hash: null,
    last_entries: new Uint8Array(),
    history: '{}',
  }))
  await insertRows(tx, 'feed', rows)
  await hostsDueAt(tx, [...new Set(rows.map((row) => row.host))], now)
}

const AGAIN = `on conflict (id) do update set ${[
  ...['url', 'host', 'previous_urls', 'title', 'etag', 'last_modified', 'state', 'next_at', 'next_reason', 'next_plan'],
  ...['document_hash', 'last_entries', 'history'],
]
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`

/** Everything that polls may have changed of their feeds. */
export const feedRows = (changed: readonly Feed[]): TableRows => ({
  table: 'feed',
  rows: changed.map(toRow),
  tail: AGAIN,
})

/** The host of each of these feeds. */
export async function hostsOfFeeds(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await runOnList<{ id: number; host: string }>(tx, HOSTS, ids)
  return new Map(rows.map(({ id, host }) => [id, host]))
}

const HOSTS = 'select id, host from feed where id in (*::integer)'

function toRow(feed: Feed): Selectable<FeedRow> {
  return {
    id: feed.id,
    source_id: feed.source,
    url: feed.url,
    host: feed.host,
    previous_urls: JSON.stringify(feed.previousUrls),
    title: feed.title,
    etag: feed.validators.etag,
    last_modified: feed.validators.lastModified,
    state: feed.state,
    next_at: feed.nextAt,
    next_reason: feed.nextReason,
    next_plan: feed.nextPlan && JSON.stringify(feed.nextPlan),
    document_hash: feed.documentHash,
    last_entries: feed.lastEntries,
    history: JSON.stringify(feed.history),
  }
}

function toFeed(row: Selectable<FeedRow>): Feed {
  return {
    id: row.id,
    source: row.source_id,
    url: row.url,
    host: row.host,
    previousUrls: JSON.parse(row.previous_urls),
    title: row.title,
    validators: { etag: row.etag, lastModified: row.last_modified },
    state: row.state as Feed['state'],
    nextAt: row.next_at,
    nextReason: row.next_reason as Feed['nextReason'],
    nextPlan: row.next_plan === null ? null : JSON.parse(row.next_plan),
    documentHash: row.document_hash,
    lastEntries: new Uint8Array(row.last_entries),
    history: JSON.parse(row.history),
  }
}

import { type RawBuilder, sql } from 'kysely'
import type { Feed } from '../../../core/domain/feed.ts'
import type { HealthState } from '../../../core/domain/health.ts'
import type { Source, Tier } from '../../../core/domain/source.ts'
import { storable } from '../../../core/text/storable.ts'
import { foldText } from '../../../core/text/words.ts'
import { toBytes, toHex } from '../bytes.ts'
import { type Db, underSourceLock } from '../dialect.ts'
import { feedsOfSources, SOURCES_IN_TROUBLE } from '../feeds.ts'
import { insertRows } from '../insert-rows.ts'
import { keyOf, ownKey, setNext, toSource } from '../source-rows.ts'
import { asSubscribed, POSITION, type SourceView, viewsWhere } from '../subscriptions.ts'

/** A source that a reader has, as they filed and named it, with its feed. */
export interface Subscribed {
  readonly source: Source
  readonly feed: Feed
  readonly hidden: boolean
}

/** A place in a reader's list of sources. */
export interface SourcePosition {
  readonly position: number
  readonly source: number
}

/** Sources that a reader has, hidden ones too: those of everybody, and their own that they did not end. */
export const HAS = sql`s.retired_at is null and (s.shared = 1 or u.reader_id is not null) and u.ended_at is null`

/** What a list of sources is limited to. */
export interface SourceFilter {
  /** In the name that the reader sees, or in the address. */
  readonly words?: string | undefined
  readonly tab?: string | undefined
  /** Only those in no tab. */
  readonly withoutTab?: boolean | undefined
  readonly state?: HealthState | undefined
}

const TAB = sql`coalesce(u.tab, case when s.shared = 1 then s.tab end)`

/** The sources of a reader after a place, in their order. */
export async function subscriptionPage(
  db: Db,
  reader: number,
  after: SourcePosition | null,
  limit: number,
  { words, tab, withoutTab, state }: SourceFilter = {},
): Promise<Subscribed[]> {
  const conditions = [HAS]
  if (after !== null) conditions.push(sql`(${POSITION}, s.id) > (${after.position}, ${after.source})`)
  if (tab !== undefined) conditions.push(sql`${TAB} = ${tab}`)
  if (withoutTab) conditions.push(sql`${TAB} is null`)
  if (state !== undefined) conditions.push(sql`s.id in (select source_id from feed where ${inState(state)})`)
  const where = sql`${sql.join(conditions, sql` and `)}`
  if (words === undefined) return subscribed(db, await viewsWhere(db, reader, where, limit))
  const ids = await sourcesCalled(db, reader, where, words, limit)
  return ids.length === 0 ? [] : subscribed(db, await viewsWhere(db, reader, sql`s.id in (${sql.join(ids)})`))
}

/** A feed that was never polled has no history, and is stored as healthy. */
function inState(state: HealthState) {
  if (state === 'new') return sql`(state = 'new' or history = '{}')`
  return state === 'healthy' ? sql`(state = 'healthy' and history <> '{}')` : sql`state = ${state}`
}

/** The first sources whose name or address contains some text. Compared here: the databases fold letters in different ways. */
async function sourcesCalled(
  db: Db,
  reader: number,
  where: RawBuilder<unknown>,
  words: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; name: string | null; url: string }>`select s.id, s.url,
    coalesce(u.name, case when s.shared = 1 then s.name end, f.title) as name
    from source s join feed f on f.source_id = s.id
    left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
    where ${where} order by ${POSITION}, s.id`.execute(db)
  const wanted = foldText(words)
  const fits = rows.filter(({ name, url }) => foldText(`${name ?? ''} ${url}`).includes(wanted))
  return fits.slice(0, limit).map(({ id }) => id)
}

/** A reader's subscription by the id of its source or of its feed; null when they have none. */
export async function subscriptionOf(
  db: Db,
  reader: number,
  by: { readonly source: number } | { readonly feed: number },
): Promise<Subscribed | null> {
  const wanted =
    'source' in by ? sql`s.id = ${by.source}` : sql`s.id = (select source_id from feed where id = ${by.feed})`
  const [one] = await subscribed(db, await viewsWhere(db, reader, sql`${HAS} and ${wanted}`))
  return one ?? null
}

/** A reader's subscriptions to some feeds; those that they do not have are left out. */
export async function subscriptionsOfFeeds(db: Db, reader: number, feeds: readonly number[]): Promise<Subscribed[]> {
  if (feeds.length === 0) return []
  const wanted = sql`s.id in (select source_id from feed where id in (${sql.join(feeds)}))`
  return subscribed(db, await viewsWhere(db, reader, sql`${HAS} and ${wanted}`))
}

/** The subscriptions of a reader whose feeds may be in trouble, hidden ones left out. */
export async function troubledSubscriptions(db: Db, reader: number, limit: number): Promise<Subscribed[]> {
  const wanted = sql`coalesce(u.hidden, 0) = 0 and s.id in (${sql.raw(SOURCES_IN_TROUBLE)})`
  return subscribed(db, await viewsWhere(db, reader, sql`${HAS} and ${wanted}`, limit))
}

async function subscribed(db: Db, views: readonly SourceView[]): Promise<Subscribed[]> {
  const feeds = new Map(
    (
      await feedsOfSources(
        db,
        views.map(({ id }) => id),
      )
    ).map((feed) => [feed.source, feed]),
  )
  return views.map((view) => ({
    source: asSubscribed(toSource(view), view),
    feed: feeds.get(view.id)!,
    hidden: view.own?.hidden === 1,
  }))
}

/** For each address the source that a reader has there; none for those that they do not have. */
export async function subscribedAt(db: Db, reader: number, urls: readonly string[]): Promise<Map<string, number>> {
  if (urls.length === 0) return new Map()
  const keys = new Map(
    urls.flatMap((url): [string, string][] => [
      [keyOf(url), url],
      [ownKey(reader, url), url],
    ]),
  )
  const among = sql`s.url_key in (${sql.join([...keys.keys()].map(toBytes))})`
  const views = await viewsWhere(db, reader, sql`${HAS} and coalesce(u.hidden, 0) = 0 and ${among}`)
  return new Map(views.map(({ id, url_key }) => [keys.get(toHex(url_key))!, id]))
}

/** The feeds that a reader has under a category. */
export async function feedsInCategory(db: Db, reader: number, category: string): Promise<number[]> {
  const there = sql`coalesce(u.category, case when s.shared = 1 then s.category end) = ${category}`
  const { rows } = await sql<{ id: number }>`select f.id from feed f join source s on s.id = f.source_id
    left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
    where ${HAS} and coalesce(u.hidden, 0) = 0 and ${there}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The last place among all sources: what is added comes after it. */
export async function lastPosition(db: Db, reader: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(${POSITION}) as last from source s
    left join subscription u on u.source_id = s.id and u.reader_id = ${reader}`.execute(db)
  return rows[0]?.last ?? 0
}

/** The tabs under which a reader has sources, in the order of these, with how many. */
export async function tabsInUse(db: Db, reader: number): Promise<{ readonly tab: string; readonly sources: number }[]> {
  const { rows } = await sql<{ tab: string; sources: number | string }>`select ${TAB} as tab, count(*) as sources
    from source s left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
    where ${HAS} and coalesce(u.hidden, 0) = 0 and ${TAB} is not null
    group by ${TAB} order by min(${POSITION}), min(s.id)`.execute(db)
  return rows.map((row) => ({ tab: row.tab, sources: Number(row.sources) }))
}

/** A reader's own view of a source. Null: as the settings have it, or nothing. What is absent stays. */
export interface SubscriptionChange {
  readonly tab?: string | null | undefined
  readonly category?: string | null | undefined
  readonly name?: string | null | undefined
  readonly tier?: Tier | null | undefined
  readonly maxItems?: number | null | undefined
  readonly position?: number | null | undefined
  readonly hidden?: boolean | undefined
  readonly fullText?: boolean | null | undefined
}

export async function changeSubscription(
  db: Db,
  reader: number,
  source: number,
  { maxItems, hidden, fullText, ...change }: SubscriptionChange,
  now: number,
): Promise<void> {
  const given = {
    ...change,
    max_items: maxItems,
    hidden: numberOf(hidden),
    full_text: numberOf(fullText),
  }
  const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (Object.keys(columns).length === 0) return
  // The text of pages changes neither where articles are filed nor what they are called.
  const changed = Object.keys(columns).some((name) => name !== 'full_text') ? { changed: 1 } : {}
  const row = storable({ reader_id: reader, source_id: source, since: now, ...changed, ...columns })
  const again = Object.keys({ ...changed, ...columns }).map((name) => `${name} = excluded.${name}`)
  await underSourceLock(db, (tx) =>
    insertRows(tx, 'subscription', [row], `on conflict (reader_id, source_id) do update set ${again.join(', ')}`),
  )
}

const numberOf = (fact: boolean | null | undefined): number | null | undefined =>
  typeof fact === 'boolean' ? Number(fact) : fact

/** The places of all sources that a reader has, in their order. */
export async function sourcePositions(db: Db, reader: number): Promise<SourcePosition[]> {
  const { rows } = await sql<SourcePosition>`select s.id as source, ${POSITION} as position from source s
    left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
    where ${HAS} order by ${POSITION}, s.id`.execute(db)
  return rows
}

/** Gives sources of a reader new places. What they bring is filed as before. */
export async function placeSubscriptions(
  db: Db,
  reader: number,
  places: readonly SourcePosition[],
  now: number,
): Promise<void> {
  const rows = places.map(({ source, position }) => ({ reader_id: reader, source_id: source, since: now, position }))
  const again = 'on conflict (reader_id, source_id) do update set position = excluded.position'
  await underSourceLock(db, (tx) => insertRows(tx, 'subscription', rows, again))
}

/** Whether a tab holds sources that all readers have and this one did not file there. */
export async function hasSharedSources(db: Db, reader: number, tab: string): Promise<boolean> {
  const there = sql`${HAS} and s.shared = 1 and u.tab is null and s.tab = ${tab}`
  return (await viewsWhere(db, reader, there, 1)).length > 0
}

/** Takes a tab away from the sources that a reader filed there. */
export async function clearTab(db: Db, reader: number, tab: string): Promise<number> {
  return underSourceLock(db, async (tx) => {
    const query = tx.updateTable('subscription').set({ tab: null, changed: 1 }).where('reader_id', '=', reader)
    return Number((await query.where('tab', '=', tab).executeTakeFirst()).numUpdatedRows)
  })
}

/** Makes a feed due now. */
export async function askForPoll(db: Db, source: number, now: number): Promise<void> {
  await underSourceLock(db, (tx) => setNext(tx, source, now, 'asked'))
}

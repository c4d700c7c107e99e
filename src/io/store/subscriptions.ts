import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Source, SourceRequest } from '../../core/domain/source.ts'
import { SEES_SOURCE } from './article-scope.ts'
import { type Db, runText, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { SourceRow, SubscriptionRow } from './schema.ts'

/** Whether a reader sees every article as it was stored: the only reader, who hides nothing and filed nothing anew. */
export async function seesEverything(db: Db, reader: number): Promise<boolean> {
  const [row] = await runText<{ others: number; differs: number }>(db, SEES_EVERYTHING, [reader, reader])
  return !row!.others && !row!.differs
}

const SEES_EVERYTHING = `select exists (select 1 from reader where id <> ?) as others,
  exists (select 1 from subscription where reader_id = ? and (hidden = 1 or changed = 1)) as differs`

export async function isOnlyReader(db: Db, reader: number): Promise<boolean> {
  const [row] = await runText<{ others: number }>(db, 'select exists (select 1 from reader where id <> ?) as others', [
    reader,
  ])
  return !row!.others
}

/** A source with what a reader's own subscription says about it. */
export type SourceView = Selectable<SourceRow> & {
  readonly own: Pick<Selectable<SubscriptionRow>, Overridden | 'since' | 'ended_at' | 'hidden'> | null
}

type Overridden = 'tab' | 'category' | 'name' | 'tier' | 'max_items' | 'position' | 'full_text'

const OWN = sql`u.reader_id as own_reader, u.tab as own_tab, u.category as own_category, u.name as own_name,
  u.tier as own_tier, u.max_items as own_max_items, u.position as own_position, u.full_text as own_full_text, u.since as own_since,
  u.ended_at as own_ended_at, u.hidden as own_hidden`

/** The sources that a reader follows or once followed, in their order; hidden ones are left out. */
export async function sourceViews(db: Db, reader: number, ids: readonly number[] | null = null): Promise<SourceView[]> {
  if (ids?.length === 0) return []
  const some = ids === null ? sql`1 = 1` : sql`s.id in (${sql.join(ids)})`
  return viewsWhere(db, reader, sql`${SEES_SOURCE} and ${some}`)
}

/** Sources `s`, with the subscription `u` of a reader, that satisfy a condition, in the reader's order. */
export async function viewsWhere(
  db: Db,
  reader: number,
  condition: RawBuilder<unknown>,
  limit = 2 ** 31,
): Promise<SourceView[]> {
  const { rows } = await sql<Selectable<SourceRow> & OwnColumns>`select s.*, ${OWN} from source s
    left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
    where ${condition} order by ${POSITION}, s.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, own: row.own_reader === null ? null : ownOf(row) }))
}

/** Where a reader has a source among theirs. */
export const POSITION = sql<number>`coalesce(u.position, s.position)`

type OwnColumns = {
  readonly own_reader: number | null
  readonly own_since: number
  readonly own_ended_at: number | null
  readonly own_hidden: number
} & {
  readonly [Name in Overridden as `own_${Name}`]: Selectable<SubscriptionRow>[Name]
}

const ownOf = (row: OwnColumns): NonNullable<SourceView['own']> => ({
  tab: row.own_tab,
  category: row.own_category,
  name: row.own_name,
  tier: row.own_tier,
  max_items: row.own_max_items,
  position: row.own_position,
  full_text: row.own_full_text,
  since: row.own_since,
  ended_at: row.own_ended_at,
  hidden: row.own_hidden,
})

/** The source as the reader has it. What other readers call their own sources does not show. */
export function asSubscribed(source: Source, { own, shared }: SourceView): Source {
  const given =
    shared === 1 ? source : { ...source, tab: null, category: null, name: null, tier: null, fullText: false }
  if (own === null) return given
  return {
    ...given,
    tab: own.tab ?? given.tab,
    category: own.category ?? given.category,
    name: own.name ?? given.name,
    tier: (own.tier as Source['tier']) ?? given.tier,
    maxItems: own.max_items ?? given.maxItems,
    position: own.position ?? given.position,
    fullText: own.full_text === null ? given.fullText : own.full_text === 1,
    createdAt: shared === 1 ? given.createdAt : own.since,
    retiredAt: given.retiredAt ?? own.ended_at,
  }
}

const AGAIN = `on conflict (reader_id, source_id) do update set tab = excluded.tab, category = excluded.category,
  name = excluded.name, tier = excluded.tier, max_items = excluded.max_items, position = excluded.position,
  full_text = excluded.full_text, hidden = 0,
  since = excluded.since, ended_at = null`

/** Gives a reader subscriptions, or gives them back. */
export async function subscribe(
  tx: Tx,
  reader: number,
  wanted: readonly { readonly source: number; readonly request: SourceRequest }[],
  now: number,
): Promise<void> {
  const rows = wanted.map(({ source, request }) => ({
    reader_id: reader,
    source_id: source,
    tab: request.tab,
    category: request.category,
    name: request.name,
    tier: request.tier,
    max_items: request.maxItems,
    position: request.position,
    full_text: request.fullText === undefined ? null : Number(request.fullText),
    hidden: 0,
    since: now,
    ended_at: null,
  }))
  await insertRows(tx, 'subscription', rows, AGAIN)
}

/** The subscriptions of a reader to some sources, by source. */
export async function subscriptionsTo(
  tx: Db,
  reader: number,
  sources: readonly number[],
): Promise<Map<number, Selectable<SubscriptionRow>>> {
  if (sources.length === 0) return new Map()
  const query = tx.selectFrom('subscription').selectAll().where('reader_id', '=', reader)
  const rows = await query.where('source_id', 'in', sources).execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

/** Ends a reader's subscription: what it brought stays visible. True when nobody else follows the source. */
export async function endSubscription(tx: Tx, reader: number, source: number, now: number): Promise<boolean> {
  const all = tx.updateTable('subscription').set({ ended_at: now }).where('source_id', '=', source)
  await all.where('reader_id', '=', reader).where('ended_at', 'is', null).execute()
  const others = tx.selectFrom('subscription').select('reader_id').where('source_id', '=', source)
  return (await others.where('ended_at', 'is', null).executeTakeFirst()) === undefined
}

/** Hides a source from a reader, or shows it again. */
export async function setHidden(tx: Tx, reader: number, source: number, hidden: boolean, now: number): Promise<void> {
  const row = { reader_id: reader, source_id: source, hidden: Number(hidden), since: now }
  await insertRows(
    tx,
    'subscription',
    [row],
    'on conflict (reader_id, source_id) do update set hidden = excluded.hidden',
  )
}

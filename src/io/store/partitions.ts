import { sql } from 'kysely'
import { EVENT_PERIOD_MS, POLL_PERIOD_MS, periodStart } from '../../core/domain/periods.ts'
import { changeTables, type Db, isPostgres, type Tx } from './dialect.ts'
import { lastLiveEvent, notePruned } from './events.ts'

/* Polls and events on PostgreSQL: a partition for each period, and one for the rows of every other time, so that a row always finds its
   place, whatever the clock says and whether or not anybody made partitions. https://www.postgresql.org/docs/current/ddl-partitioning.html */

/** A table that has a partition for each period of its column `at`. */
export interface PartitionedTable {
  readonly table: 'poll' | 'event'
  readonly periodMs: number
  /** The table that its rows refer to: whoever writes both writes that one first. */
  readonly refersTo: 'feed' | null
}

export const PARTITIONED: readonly PartitionedTable[] = [
  { table: 'poll', periodMs: POLL_PERIOD_MS, refersTo: 'feed' },
  { table: 'event', periodMs: EVENT_PERIOD_MS, refersTo: null },
]

/** Rows of each table, or an instant for each. */
export type ByTable = Readonly<Record<PartitionedTable['table'], number>>

/** Of growing tables the planner has to hear more often than after every tenth row. */
export const PARTITION_SETTINGS = 'autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05'

export const defaultPartition = (table: string): string => `${table}_default`

/** Named by the day on which the period begins. */
export const partitionName = (table: string, from: number): string =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** The periods that have to have a partition: the current one and the next. */
export const wantedPeriods = (now: number, periodMs: number): readonly number[] => {
  const current = periodStart(now, periodMs)
  return [current, current + periodMs]
}

/** Makes the partitions of the current and the next period where they are missing; those that cannot be made now, at the next time. */
export async function addPartitions(db: Db, now: number): Promise<void> {
  if (!isPostgres(db)) return
  for (const one of PARTITIONED) {
    for (const from of await missingPeriods(db, one, now)) {
      await changeTables(db, async (tx) => {
        // Another process may have made it meanwhile.
        if ((await missingPeriods(tx, one, now)).includes(from)) await addPartition(tx, one, from)
      })
    }
  }
}

async function missingPeriods(db: Db, { table, periodMs }: PartitionedTable, now: number): Promise<number[]> {
  const there = await partitionsOf(db, table)
  const isFree = (start: number) => there.every(({ from, to }) => to <= start || from >= start + periodMs)
  return wantedPeriods(now, periodMs).filter(isFree)
}

/** As many rows move in a few milliseconds, for which those who write wait. */
const MOST_MOVED = 2_000
/** What is in the default partition is read while those who write wait. */
const ATTACH_MS = 500

/**
 * Attaching keeps nobody from reading, as `create table … partition of` would. Who writes has to wait: a row that had been sent to the
 * default partition, and came there after its own was attached, would be refused. Rows of the period that came before its partition move
 * into it; where they are many, the period does without one.
 */
async function addPartition(tx: Tx, { table, periodMs, refersTo }: PartitionedTable, from: number): Promise<void> {
  const to = from + periodMs
  const [parent, partition] = [sql.table(table), sql.table(partitionName(table, from))]
  const rest = sql.table(defaultPartition(table))
  const early = sql<{ id: number }>`select id from ${rest} where at >= ${from} and at < ${to} limit ${MOST_MOVED + 1}`
  if ((await early.execute(tx)).rows.length > MOST_MOVED) return
  await sql`create table ${partition} (like ${parent} including defaults including indexes)
    with (${sql.raw(PARTITION_SETTINGS)})`.execute(tx)
  for (const written of refersTo === null ? [table] : [refersTo, table])
    await sql`lock table only ${sql.table(written)} in share row exclusive mode`.execute(tx)
  await sql`lock table ${rest} in access exclusive mode`.execute(tx)
  await sql.raw(`set local statement_timeout = ${ATTACH_MS}`).execute(tx)
  await sql`with early as (delete from ${rest} where at >= ${from} and at < ${to} returning *)
    insert into ${partition} select * from early`.execute(tx)
  await sql`alter table ${parent} attach partition ${partition}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
}

/** Drops the partitions whose rows are all from before an instant; gives how many rows they had. What is in use stays until the next time. */
export async function dropPartitions(db: Db, before: ByTable): Promise<ByTable> {
  const rows = { poll: 0, event: 0 }
  if (!isPostgres(db)) return rows
  for (const { table } of PARTITIONED) {
    const old = (await partitionsOf(db, table)).filter(({ to }) => to <= before[table])
    for (const { name } of old) rows[table] += (await changeTables(db, (tx) => dropPartition(tx, table, name))) ?? 0
  }
  return rows
}

async function dropPartition(tx: Tx, table: PartitionedTable['table'], name: string): Promise<number> {
  // Another process may have dropped it meanwhile.
  if (!(await partitionsOf(tx, table)).some((one) => one.name === name)) return 0
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(tx)
  const live = table === 'event' ? await lastLiveEvent(tx, name) : null
  await sql`drop table ${sql.table(name)}`.execute(tx)
  if (live !== null) await notePruned(tx, live)
  return rows[0]!.n
}

/** A partition, and the times of its rows. */
interface Partition {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The partitions of a table, the oldest first, without the one for the rest. */
export async function partitionsOf(db: Db, table: string): Promise<readonly Partition[]> {
  const { rows } = await sql<Partition>`select name, bounds[1]::bigint as "from", bounds[2]::bigint as "to" from (
      select c.relname as name,
        regexp_match(pg_get_expr(c.relpartbound, c.oid), $$FROM \\('?(-?\\d+)'?\\) TO \\('?(-?\\d+)'?\\)$$) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(${table})) as partitions
    where bounds is not null order by 2`.execute(db)
  return rows
}

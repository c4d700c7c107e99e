import { sql } from 'kysely'
import type { BackedUpTable } from './backup-tables.ts'
import type { Db } from './dialect.ts'

type Row = Readonly<Record<string, unknown>>

/** Where to go on: after the row whose first key columns have these values. */
type Place = readonly unknown[]

const ROWS_A_PAGE = 200
const LONGEST_JUMP = 2 ** 31

/**
 * The rows of a table that can be read, around stretches that cannot: a row is passed over by its key, a page of rows by jumping
 * to larger and larger ids or times, and where keys are no numbers the rest is read from the end.
 */
export async function* readableRows(db: Db, table: BackedUpTable, onUnread: () => void): AsyncGenerator<Row> {
  let place: Place = []
  for (;;) {
    const page: readonly Row[] | null = await pageAfter(db, table, place)
    if (page?.length === 0) return
    if (page !== null) {
      yield* page
      place = table.key.map((column) => page.at(-1)![column])
      continue
    }
    onUnread()
    const next = (await afterNextRow(db, table, place)) ?? (await afterJump(db, table, place))
    if (next === null) return yield* fromTheEnd(db, table, place)
    place = next
  }
}

/** A page of rows, or as many of it as can be read; null when there is a row and it cannot be read. */
async function pageAfter(db: Db, table: BackedUpTable, place: Place): Promise<readonly Row[] | null> {
  return (await rows(db, table, { after: place, limit: ROWS_A_PAGE })) ?? rows(db, table, { after: place, limit: 1 })
}

/** The key of the next row, where that at least can be read. */
async function afterNextRow(db: Db, table: BackedUpTable, place: Place): Promise<Place | null> {
  const next = await rows(db, table, { after: place, limit: 1, keysOnly: true })
  return next?.[0] ? table.key.map((column) => next[0]![column]) : null
}

/** The nearest id or time after which rows can be read again. */
async function afterJump(db: Db, table: BackedUpTable, place: Place): Promise<Place | null> {
  const [from = 0] = place
  if (typeof from !== 'number' || !/^(id|at|.*_id)$/.test(table.key[0])) return null
  for (let jump = 1; jump < LONGEST_JUMP; jump *= 2)
    if ((await pageAfter(db, table, [from + jump])) !== null) return [from + jump]
  return null
}

async function* fromTheEnd(db: Db, table: BackedUpTable, after: Place): AsyncGenerator<Row> {
  for (let before: Place = []; ; ) {
    const page = await rows(db, table, { after, before, limit: 1 })
    if (page === null || page.length === 0) return
    yield* page
    before = table.key.map((column) => page[0]![column])
  }
}

interface Stretch {
  readonly after: Place
  /** Read backwards, before this row; from the end when empty. */
  readonly before?: Place
  readonly limit: number
  readonly keysOnly?: boolean
}

/** Null when SQLite cannot read them. */
async function rows(db: Db, { table, key }: BackedUpTable, stretch: Stretch): Promise<readonly Row[] | null> {
  const { after, before, limit, keysOnly = false } = stretch
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const direction = sql.raw(before === undefined ? '' : ' desc')
  const order = sql.join(key.map((column) => sql`${sql.ref(column)}${direction}`))
  const query = sql<Row>`select ${keysOnly ? columns : sql.raw('*')} from ${sql.table(table)}
    where ${beyond(key, after, '>')} and ${beyond(key, before ?? [], '<')} order by ${order} limit ${limit}`
  try {
    return (await query.execute(db)).rows
  } catch {
    return null
  }
}

function beyond(key: readonly string[], place: Place, sign: '>' | '<') {
  if (place.length === 0) return sql`true`
  const columns = sql.join(key.slice(0, place.length).map((column) => sql.ref(column)))
  return sql`(${columns}) ${sql.raw(sign)} (${sql.join([...place])})`
}

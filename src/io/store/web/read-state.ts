import { sql } from 'kysely'
import { toBytes, toHex } from '../bytes.ts'
import { type Db, inTransaction, runOnList, type Tx } from '../dialect.ts'
import { chunksOf, inSteps } from '../in-steps.ts'
import { insertRows } from '../insert-rows.ts'
import { type ReadState, tellOfState } from '../state-events.ts'

const ARTICLES_A_UNIT = 64

const UNREAD_ONLY = `on conflict (reader_id, article_key) do update set read_at = excluded.read_at
  where reader_article.read_at is null returning article_key`

/** An act can be taken back for so long. */
const UNDO_MS = 86_400_000

/**
 * Marks that found an article read already. They are kept only while the mark that made it read can be taken back, and only then
 * do they matter: the article stays read.
 */
const AGAIN = `insert into read_again (reader_id, article_key, at) select reader_id, article_key, ? from reader_article
  where reader_id = ? and read_at >= ? and read_at <> ? and article_key in (*) on conflict do nothing`

/** Marks articles as read at an instant; gives the keys of those that were unread. */
export async function markRead(db: Db, reader: number, keys: readonly string[], at: number): Promise<string[]> {
  const marked: string[] = []
  await inSteps(db, [
    (tx) =>
      tx
        .deleteFrom('read_again')
        .where('reader_id', '=', reader)
        .where('at', '<', at - UNDO_MS)
        .execute(),
    ...chunksOf([...new Set(keys)], ARTICLES_A_UNIT).map((some) => async (tx: Tx) => {
      const rows = some.map((key) => ({ reader_id: reader, article_key: toBytes(key), vote: 0, read_at: at }))
      const changed = await insertRows(tx, 'reader_article', rows, UNREAD_ONLY)
      const read = changed.map((row) => toHex(row.article_key as Uint8Array))
      marked.push(...read)
      if (read.length < some.length) await runOnList(tx, AGAIN, some.map(toBytes), [at, reader, at - UNDO_MS, at])
      await tellOfState(tx, { reader, at, keys: read, state: { read: true } })
    }),
  ])
  return marked
}

const UNSAVED_ONLY = `on conflict (reader_id, article_key) do update set saved_at = excluded.saved_at
  where reader_article.saved_at is null`

/** Saves articles; those saved before keep their time. */
export async function markSaved(db: Db, reader: number, keys: readonly string[], at: number): Promise<void> {
  await inSteps(
    db,
    chunksOf([...new Set(keys)], ARTICLES_A_UNIT).map((some) => async (tx) => {
      const rows = some.map((key) => ({ reader_id: reader, article_key: toBytes(key), vote: 0, saved_at: at }))
      await insertRows(tx, 'reader_article', rows, UNSAVED_ONLY)
      await tellOfState(tx, { reader, at, keys: some, state: { saved: true } })
    }),
  )
}

/** Takes back what was marked as read at an instant; gives how many articles are unread by that. */
export async function unmarkRead(db: Db, reader: number, at: number, now: number): Promise<number> {
  if (at < now - UNDO_MS) return 0
  let unmarked = 0
  for (let isMore = true; isMore; ) {
    const step = await inTransaction(db, (tx) => unmarkSome(tx, reader, at, now))
    unmarked += step.unmarked
    isMore = step.taken === ARTICLES_A_STEP
  }
  return unmarked
}

/** A list may have thousands of articles: nobody may have to wait for all of them. */
const ARTICLES_A_STEP = 256

/** The earliest of the other marks, which then is the one that made it read. */
const NEXT_MARK = sql<number | null>`(select min(g.at) from read_again g where g.reader_id = reader_article.reader_id
  and g.article_key = reader_article.article_key and g.at <> reader_article.read_at)`

async function unmarkSome(tx: Tx, reader: number, at: number, now: number) {
  const own = tx.selectFrom('reader_article').select('article_key').where('reader_id', '=', reader)
  // From 0 on, in words of the statement: the index has no others, and a parameter could be any number.
  const read = own.where('read_at', '>=', sql.lit(0)).where('read_at', '=', at)
  const keys = (await read.limit(ARTICLES_A_STEP).execute()).map((row) => row.article_key)
  await tx.deleteFrom('read_again').where('reader_id', '=', reader).where('at', '=', at).execute()
  if (keys.length === 0) return { taken: 0, unmarked: 0 }
  const query = tx.updateTable('reader_article').set({ read_at: NEXT_MARK }).where('reader_id', '=', reader)
  // Once more by the instant: on PostgreSQL somebody may have read one of them since.
  const some = query.where('article_key', 'in', keys).where('read_at', '=', at)
  const rows = await some.returning(['article_key', 'read_at']).execute()
  const unmarked = rows.filter((row) => row.read_at === null).map((row) => toHex(row.article_key))
  await tellOfState(tx, { reader, at: now, keys: unmarked, state: { read: false } })
  return { taken: keys.length, unmarked: unmarked.length }
}

const NEXT_ACT = `on conflict (name) do update set position = case when derived_cursor.position < excluded.position
  then excluded.position else derived_cursor.position + 1 end returning position`

/** Now, or a little later: an instant that no other act was given, in this process or another, so that it names one act. */
export async function takeActInstant(db: Db, now: number): Promise<number> {
  const row = { name: 'acts', position: now }
  const [taken] = await inTransaction(db, (tx) => insertRows(tx, 'derived_cursor', [row], NEXT_ACT))
  return taken!.position as number
}

/** A change of one article's state; what is absent stays. */
export interface StateChange {
  readonly readAt?: number | null
  readonly savedAt?: number | null
  readonly vote?: 0
}

export async function changeState(
  db: Db,
  reader: number,
  key: string,
  change: StateChange,
  now: number,
): Promise<void> {
  const columns = {
    ...(change.readAt === undefined ? {} : { read_at: change.readAt }),
    ...(change.savedAt === undefined ? {} : { saved_at: change.savedAt }),
    ...(change.vote === undefined ? {} : { vote: change.vote, voted_at: null }),
  }
  const names = Object.keys(columns)
  if (names.length === 0) return
  const again = `on conflict (reader_id, article_key) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`
  const row = { reader_id: reader, article_key: toBytes(key), vote: 0, ...columns }
  await inTransaction(db, async (tx) => {
    await insertRows(tx, 'reader_article', [row], again)
    // What somebody marks as unread has no mark left that could make it read again.
    if (change.readAt === null)
      await tx
        .deleteFrom('read_again')
        .where('reader_id', '=', reader)
        .where('article_key', '=', toBytes(key))
        .execute()
    await tellOfState(tx, { reader, at: now, keys: [key], state: stateOf(change) })
  })
}

const stateOf = ({ readAt, savedAt, vote }: StateChange): ReadState => ({
  ...(readAt === undefined ? {} : { read: readAt !== null }),
  ...(savedAt === undefined ? {} : { saved: savedAt !== null }),
  ...(vote === undefined ? {} : { vote }),
})

import { toBytes, toHex } from '../bytes.ts'
import { type Db, inTransaction } from '../dialect.ts'
import { chunksOf, inSteps } from '../in-steps.ts'
import { insertRows } from '../insert-rows.ts'
import { type ReadState, tellOfState } from '../state-events.ts'

const ARTICLES_A_UNIT = 64

const UNREAD_ONLY = `on conflict (reader_id, article_key) do update set read_at = excluded.read_at
  where reader_article.read_at is null returning article_key`

/** Marks articles as read at an instant; gives the keys of those that were unread. */
export async function markRead(db: Db, reader: number, keys: readonly string[], at: number): Promise<string[]> {
  const marked: string[] = []
  await inSteps(
    db,
    chunksOf(keys, ARTICLES_A_UNIT).map((some) => async (tx) => {
      const rows = some.map((key) => ({ reader_id: reader, article_key: toBytes(key), vote: 0, read_at: at }))
      const changed = await insertRows(tx, 'reader_article', rows, UNREAD_ONLY)
      const read = changed.map((row) => toHex(row.article_key as Uint8Array))
      marked.push(...read)
      await tellOfState(tx, { reader, at, keys: read, state: { read: true } })
    }),
  )
  return marked
}

const UNSAVED_ONLY = `on conflict (reader_id, article_key) do update set saved_at = excluded.saved_at
  where reader_article.saved_at is null`

/** Saves articles; those saved before keep their time. */
export async function markSaved(db: Db, reader: number, keys: readonly string[], at: number): Promise<void> {
  const rows = keys.map((key) => ({ reader_id: reader, article_key: toBytes(key), vote: 0, saved_at: at }))
  const units = chunksOf(rows, ARTICLES_A_UNIT)
  await inSteps(
    db,
    units.map((some) => (tx) => insertRows(tx, 'reader_article', some, UNSAVED_ONLY)),
  )
}

/** Takes back what was marked as read at an instant; gives how many articles that were. */
export async function unmarkRead(db: Db, reader: number, at: number, now: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const query = tx.updateTable('reader_article').set({ read_at: null }).where('reader_id', '=', reader)
    const rows = await query.where('read_at', '=', at).returning('article_key').execute()
    const keys = rows.map((row) => toHex(row.article_key))
    await tellOfState(tx, { reader, at: now, keys, state: { read: false } })
    return keys.length
  })
}

/** When the reader last read anything; 0 before. */
export async function lastReadAt(db: Db, reader: number): Promise<number> {
  const query = db.selectFrom('reader_article').select((eb) => eb.fn.max('read_at').as('at'))
  return (await query.where('reader_id', '=', reader).executeTakeFirst())?.at ?? 0
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
    await tellOfState(tx, { reader, at: now, keys: [key], state: stateOf(change) })
  })
}

const stateOf = ({ readAt, savedAt, vote }: StateChange): ReadState => ({
  ...(readAt === undefined ? {} : { read: readAt !== null }),
  ...(savedAt === undefined ? {} : { saved: savedAt !== null }),
  ...(vote === undefined ? {} : { vote }),
})

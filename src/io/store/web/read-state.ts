import { toBytes, toHex } from '../bytes.ts'
import { type Db, inTransaction, type Tx } from '../dialect.ts'
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
    chunksOf([...new Set(keys)], ARTICLES_A_UNIT).map((some) => async (tx) => {
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
  await inSteps(
    db,
    chunksOf([...new Set(keys)], ARTICLES_A_UNIT).map((some) => async (tx) => {
      const rows = some.map((key) => ({ reader_id: reader, article_key: toBytes(key), vote: 0, saved_at: at }))
      await insertRows(tx, 'reader_article', rows, UNSAVED_ONLY)
      await tellOfState(tx, { reader, at, keys: some, state: { saved: true } })
    }),
  )
}

/** Takes back what was marked as read at an instant; gives how many articles that were. */
export async function unmarkRead(db: Db, reader: number, at: number, now: number): Promise<number> {
  let unmarked = 0
  let some = 0
  do {
    some = await inTransaction(db, (tx) => unmarkSome(tx, reader, at, now))
    unmarked += some
  } while (some === ARTICLES_A_STEP)
  return unmarked
}

/** A list may have thousands of articles: nobody may have to wait for all of them. */
const ARTICLES_A_STEP = 256

async function unmarkSome(tx: Tx, reader: number, at: number, now: number): Promise<number> {
  const own = tx.selectFrom('reader_article').select('article_key').where('reader_id', '=', reader)
  const keys = (await own.where('read_at', '=', at).limit(ARTICLES_A_STEP).execute()).map((row) => row.article_key)
  if (keys.length === 0) return 0
  const query = tx.updateTable('reader_article').set({ read_at: null }).where('reader_id', '=', reader)
  // Once more by the instant: on PostgreSQL somebody may have read one of them since.
  const some = query.where('article_key', 'in', keys).where('read_at', '=', at)
  const unmarked = (await some.returning('article_key').execute()).map((row) => toHex(row.article_key))
  await tellOfState(tx, { reader, at: now, keys: unmarked, state: { read: false } })
  return keys.length
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
    await tellOfState(tx, { reader, at: now, keys: [key], state: stateOf(change) })
  })
}

const stateOf = ({ readAt, savedAt, vote }: StateChange): ReadState => ({
  ...(readAt === undefined ? {} : { read: readAt !== null }),
  ...(savedAt === undefined ? {} : { saved: savedAt !== null }),
  ...(vote === undefined ? {} : { vote }),
})

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Db, runText, underAdmissionLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/** Stored term statistics of one epoch: bytes by language. */
export interface StoredEpoch {
  readonly n: number
  readonly at: number
  readonly counts: ReadonlyMap<string, Uint8Array>
}

/** The number of the newest epoch; 0 for the shipped statistics. */
export async function lastEpoch(db: Db): Promise<number> {
  const [newest] = await runText<{ n: number }>(db, NEWEST, [])
  return newest?.n ?? 0
}

const NEWEST = 'select n from idf_epoch order by n desc limit 1'

/** The newest epoch; null when there are only the shipped statistics. */
export async function newestEpoch(db: Db): Promise<StoredEpoch | null> {
  const n = await lastEpoch(db)
  if (n === 0) return null
  const rows = await db.selectFrom('idf_epoch').selectAll().where('n', '=', n).execute()
  const counts = new Map(rows.map(({ language, value }) => [language, new Uint8Array(inflateRawSync(value))]))
  return { n, at: rows[0]!.at, counts }
}

/** Stores a new epoch unless another process did so first; keeps the last one before it and deletes older ones. */
export async function keepEpoch(db: Db, { n, at, counts }: StoredEpoch): Promise<boolean> {
  const rows = [...counts].map(([language, bytes]) => ({ language, n, at, value: deflateRawSync(bytes) }))
  return underAdmissionLock(db, async (tx) => {
    if ((await lastEpoch(tx)) !== n - 1) return false
    await insertRows(tx, 'idf_epoch', rows)
    await tx
      .deleteFrom('idf_epoch')
      .where('n', '<', n - 1)
      .execute()
    return true
  })
}

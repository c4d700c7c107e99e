import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Db, underAdmissionLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/** How often words occur, counted up to a moment: bytes by language. */
export interface StoredEpoch {
  readonly n: number
  readonly at: number
  readonly counts: ReadonlyMap<string, Uint8Array>
}

/** The number of the newest statistics; 0 for those shipped. */
export async function lastEpoch(db: Db): Promise<number> {
  const row = await db.selectFrom('idf_epoch').select('n').orderBy('n', 'desc').limit(1).executeTakeFirst()
  return row?.n ?? 0
}

/** The newest statistics; null while only the shipped ones are there. */
export async function newestEpoch(db: Db): Promise<StoredEpoch | null> {
  const n = await lastEpoch(db)
  if (n === 0) return null
  const rows = await db.selectFrom('idf_epoch').selectAll().where('n', '=', n).execute()
  const counts = new Map(rows.map(({ language, value }) => [language, new Uint8Array(inflateRawSync(value))]))
  return { n, at: rows[0]!.at, counts }
}

/** Keeps new statistics unless somebody else did so first; older ones but the last are let go. */
export async function keepEpoch(db: Db, { n, at, counts }: StoredEpoch): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    if ((await lastEpoch(tx)) !== n - 1) return false
    const rows = [...counts].map(([language, bytes]) => ({ language, n, at, value: deflateRawSync(bytes) }))
    await insertRows(tx, 'idf_epoch', rows)
    await tx
      .deleteFrom('idf_epoch')
      .where('n', '<', n - 1)
      .execute()
    return true
  })
}

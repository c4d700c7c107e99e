import type { PrintBytes, StoredPrint } from '../../core/domain/admission.ts'
import { type Db, runText, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'

/** Prints changed after a change number, in order. */
export async function printsAfter(db: Db, change: number, limit: number): Promise<StoredPrint[]> {
  const rows = await db
    .selectFrom('print')
    .selectAll()
    .where('change', '>', change)
    .orderBy('change')
    .limit(limit)
    .execute()
  return rows.map(({ article_id, value, ...row }) => ({ article: article_id, ...row, value: new Uint8Array(value) }))
}

/** The number of the last change of a print; never reused, even when its article is deleted. */
export async function lastChange(db: Db): Promise<number> {
  return (await cursorQuery(db).executeTakeFirstOrThrow()).position
}

/** Reserves the next change numbers and returns the one before them. */
export async function takeChanges(tx: Tx, count: number): Promise<number> {
  const before = await lastChange(tx)
  if (count > 0) await runText(tx, MOVE_CURSOR, [before + count])
  return before
}

const MOVE_CURSOR = `update derived_cursor set position = ? where name = 'prints'`

const cursorQuery = (db: Db) => db.selectFrom('derived_cursor').select('position').where('name', '=', 'prints')

/** Writes prints with the change numbers after the given one. */
export async function insertPrints(
  tx: Tx,
  prints: readonly { readonly article: number; readonly print: PrintBytes }[],
  change: number,
): Promise<void> {
  const rows = prints.map(({ article, print }, i) => ({ article_id: article, change: change + 1 + i, ...print }))
  await insertRows(tx, 'print', rows)
}

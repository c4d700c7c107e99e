import type { PrintBytes, StoredPrint } from '../../core/domain/admission.ts'
import { articlesById, type StoredArticle } from './articles.ts'
import { type Db, runText, type Tx } from './dialect.ts'
import { inSteps } from './in-steps.ts'
import type { TableRows } from './insert-rows.ts'
import { versionBehind } from './version-behind.ts'

/** Prints changed after a change number, in order. */
export async function printsAfter(db: Db, change: number, limit: number): Promise<StoredPrint[]> {
  const rows = await db
    .selectFrom('print')
    .selectAll()
    .where('change', '>', change)
    .orderBy('change')
    .limit(limit)
    .execute()
  return rows.map(({ article_id, value, ...row }) => ({ article: article_id, ...row, value: ownBytes(value) }))
}

/** The driver of PostgreSQL gives a part of what it received, which must not be held; that of SQLite gives bytes of their own. */
const ownBytes = (value: Uint8Array): Uint8Array =>
  value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value)

/** The number of the last change of a print; never reused, even when its article is deleted. */
export async function lastChange(db: Db): Promise<number> {
  const [cursor] = await runText<{ position: number }>(db, CURSOR, [])
  return cursor!.position
}

const CURSOR = `select position from derived_cursor where name = 'prints'`

/** The numbers of the last change of a print and of the present term statistics; 0 for those that are shipped. */
export interface LastNumbers {
  readonly change: number
  readonly epoch: number
}

const NUMBERS = `select position as change, (select coalesce(max(n), 0) from idf_epoch) as epoch from derived_cursor
  where name = 'prints'`

/** How far what is held in memory would have to be. */
export async function lastNumbers(db: Db): Promise<LastNumbers> {
  const [numbers] = await runText<LastNumbers>(db, NUMBERS, [])
  return numbers!
}

/** The number of the last change, moved on under the admission lock. */
export const changeRows = (position: number): TableRows => ({
  table: 'derived_cursor',
  rows: [{ name: 'prints', position }],
  tail: 'on conflict (name) do update set position = excluded.position',
})

/** Reserves the next change numbers and returns the one before them. */
export async function takeChanges(tx: Tx, count: number): Promise<number> {
  const [moved] = await runText<{ position: number }>(tx, MOVE_CURSOR, [count])
  return moved!.position - count
}

const MOVE_CURSOR = `update derived_cursor set position = position + ? where name = 'prints' returning position`

/** Prints with the change numbers after the given one. */
export function printRows(
  prints: readonly { readonly article: number; readonly print: PrintBytes; readonly scope: number }[],
  change: number,
): TableRows {
  const rows = prints.map(({ article, print, scope }, i) => ({
    article_id: article,
    change: change + 1 + i,
    ...print,
    scope,
  }))
  return { table: 'print', rows }
}

/** A print made by an older version of the program, with its article. */
export interface OldPrint extends StoredPrint {
  readonly of: StoredArticle
}

/** Prints older than a version, the latest change first. */
export async function oldPrints(db: Db, version: number, limit: number): Promise<OldPrint[]> {
  // One version at a time: its prints lie in the index in the order of their changes.
  const behind = await versionBehind(db, { table: 'print', column: 'version' }, version)
  if (behind === null) return []
  const rows = await db
    .selectFrom('print')
    .selectAll()
    .where('version', '=', behind)
    .orderBy('change', 'desc')
    .limit(limit)
    .execute()
  const articles = await articlesById(
    db,
    rows.map((row) => row.article_id),
  )
  const byId = new Map(articles.map((article) => [article.id, article]))
  return rows.flatMap(({ article_id, value, ...row }) => {
    const of = byId.get(article_id)
    return of === undefined ? [] : [{ article: article_id, ...row, value: ownBytes(value), of }]
  })
}

/**
 * Replaces prints by newly made ones. They keep their change numbers, so that readers that follow change numbers keep the
 * original order. A print whose change number has moved on is not overwritten (compare-and-set).
 */
export async function renewPrints(db: Db, prints: readonly StoredPrint[]): Promise<void> {
  await inSteps(
    db,
    prints.map(
      ({ article, change, version, value }) =>
        (tx) =>
          runText(tx, RENEW, [version, value, article, change]),
    ),
  )
}

const RENEW = 'update print set version = ?, value = ? where article_id = ? and change = ?'

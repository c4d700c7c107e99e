import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Rule, RuleKind } from '../../../core/domain/rule.ts'
import type { SearchQuery } from '../../../core/text/search-query.ts'
import { storable } from '../../../core/text/storable.ts'
import { type ArticleScope, articlesSeenBy } from '../article-scope.ts'
import { toHex } from '../bytes.ts'
import { type Db, inTransaction, lockingRows, runOnList, runText, type Tx, underAdmissionLock } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'
import { asReaderSearches } from '../reader-search.ts'
import type { RuleRow } from '../schema.ts'
import { matchingIds, searchIds } from '../search.ts'
import { type IdRange, indexedTo } from '../search-index.ts'
import { seesEverything } from '../subscriptions.ts'

/** Instead of how far a rule has come: what it found before is to be removed first. */
const TO_BE_CLEARED = -1

/** The rules of a reader, or of all, in the order in which they were made. */
export async function rules(db: Db, reader: number | null): Promise<Rule[]> {
  const query = db.selectFrom('rule').selectAll().orderBy('id')
  return (await (reader === null ? query : query.where('reader_id', '=', reader)).execute()).map(toRule)
}

const toRule = (row: Selectable<RuleRow>): Rule => ({
  id: row.id,
  reader: row.reader_id,
  kind: row.kind as RuleKind,
  query: row.query,
  createdAt: row.created_at,
})

export async function addRule(db: Db, rule: Omit<Rule, 'id'>): Promise<Rule> {
  const { reader, kind, query, createdAt } = rule
  const row = storable({ reader_id: reader, kind, query, created_at: createdAt, checked_to: TO_BE_CLEARED })
  const [added] = await inTransaction(db, (tx) => insertRows(tx, 'rule', [row], 'returning id'))
  return { ...rule, id: added!.id as number }
}

/** Changes a rule of a reader, which then begins anew; false when they have none of that id. */
export async function changeRule(
  db: Db,
  reader: number,
  id: number,
  change: Partial<Pick<Rule, 'kind' | 'query'>>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const changed = storable({ ...change, checked_to: TO_BE_CLEARED })
    const query = tx.updateTable('rule').set(changed).where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numUpdatedRows) > 0
  })
}

/** Rows deleted in one transaction. */
const ROWS_A_STEP = 1_000

/** Removes a rule of a reader with what it found; false when they have none of that id. */
export async function removeRule(db: Db, reader: number, id: number): Promise<boolean> {
  const own = db.selectFrom('rule').select('id').where('id', '=', id).where('reader_id', '=', reader)
  if ((await own.executeTakeFirst()) === undefined) return false
  while ((await inTransaction(db, (tx) => deleteHits(tx, id))) === ROWS_A_STEP);
  return inTransaction(db, async (tx) => {
    await tx.deleteFrom('rule_hit').where('rule_id', '=', id).execute()
    return Number((await tx.deleteFrom('rule').where('id', '=', id).executeTakeFirst()).numDeletedRows) > 0
  })
}

async function deleteHits(tx: Tx, rule: number): Promise<number> {
  const some = sql`select article_id from rule_hit where rule_id = ${rule} limit ${ROWS_A_STEP}`
  const { numAffectedRows } =
    await sql`delete from rule_hit where rule_id = ${rule} and article_id in (${some})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Ids that are compared with a rule in one step. */
const IDS_A_STEP = 1_000

/** A rule with its query parsed. */
export interface ParsedRule {
  readonly rule: Rule
  readonly query: SearchQuery
}

/**
 * One step of a rule through the articles that the search index has: removes what it found under an older query, or compares some
 * articles. `since` is where a rule begins. False when there is nothing more to do. Articles are deleted under the same lock, so
 * that a hit always has its article.
 */
export async function stepRule(db: Db, { rule, query }: ParsedRule, since: number): Promise<boolean> {
  if (!(await isBehind(db, rule.id))) return false
  return underAdmissionLock(db, async (tx) => {
    const rows = `select query, kind, checked_to from rule where id = ? ${lockingRows(tx)}`
    const [row] = await runText<Pick<Selectable<RuleRow>, 'query' | 'kind' | 'checked_to'>>(tx, rows, [rule.id])
    // It was removed or changed meanwhile: whoever asks again has it as it is now.
    if (row === undefined || row.query !== rule.query || row.kind !== rule.kind) return false
    if (row.checked_to === TO_BE_CLEARED) {
      if ((await deleteHits(tx, rule.id)) === ROWS_A_STEP) return true
      await setChecked(tx, rule.id, (await firstIdSince(tx, since)) - 1)
      return true
    }
    const last = await indexedTo(tx)
    const range = { after: row.checked_to, upTo: Math.min(last, row.checked_to + IDS_A_STEP) }
    if (range.upTo <= range.after) return false
    await addHits(tx, rule, await matching(tx, rule.reader, query, range))
    await setChecked(tx, rule.id, range.upTo)
    return range.upTo < last
  })
}

/** Without work the write lock is not taken. */
async function isBehind(db: Db, rule: number): Promise<boolean> {
  const row = await db.selectFrom('rule').select('checked_to').where('id', '=', rule).executeTakeFirst()
  return row !== undefined && row.checked_to < (await indexedTo(db))
}

async function setChecked(tx: Tx, rule: number, checkedTo: number): Promise<void> {
  await tx.updateTable('rule').set({ checked_to: checkedTo }).where('id', '=', rule).execute()
}

/** The id of the first article that was first seen at an instant or later. */
export async function firstIdSince(db: Db, since: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select min(id) as id from (select id from article
    where first_seen_at >= ${since} order by first_seen_at, id limit 1000) oldest`.execute(db)
  if (rows[0]?.id != null) return rows[0].id
  const { rows: all } = await sql<{ id: number | null }>`select max(id) as id from article`.execute(db)
  return 1 + (all[0]?.id ?? 0)
}

async function addHits(tx: Tx, { id, reader, kind }: Rule, articles: readonly number[]): Promise<void> {
  const rows = articles.map((article) => ({ reader_id: reader, article_id: article, rule_id: id, kind }))
  await insertRows(tx, 'rule_hit', rows, 'on conflict (reader_id, article_id, rule_id) do nothing')
}

/** A rule also counts for what becomes visible later; only tabs and names of feeds are those of now. */
const ruleScope =
  (reader: number): ArticleScope =>
  (article, filter) =>
    Object.values(filter).every((one) => one === undefined) ? sql`1 = 1` : articlesSeenBy(reader)(article, filter)

async function matching(tx: Tx, reader: number, query: SearchQuery, range: IdRange): Promise<number[]> {
  const own = (await seesEverything(tx, reader))
    ? { query, where: {} }
    : await asReaderSearches(tx, query, reader, ruleScope(reader))
  return matchingIds(tx, own.query, IDS_A_STEP, { ...own.where, range })
}

const MOST_ID = 2 ** 31 - 1

/** The keys of the articles that a reader sees and that a query finds, the best first; all, or those after an id, up to another. */
export async function searchKeys(
  db: Db,
  reader: number,
  query: SearchQuery,
  { limit, after, upTo = MOST_ID }: { readonly limit: number; readonly after: number | null; readonly upTo?: number },
): Promise<string[]> {
  const range = after === null ? undefined : { after, upTo }
  const own = (await seesEverything(db, reader)) ? { query, where: {} } : await asReaderSearches(db, query, reader)
  const ids = (await searchIds(db, own.query, limit, { ...own.where, range })).map(({ id }) => id)
  const rows = await runOnList<{ id: number; key: Uint8Array }>(db, 'select id, key from article where id in (*)', ids)
  const keys = new Map(rows.map((row) => [row.id, toHex(row.key)]))
  return ids.flatMap((id) => keys.get(id) ?? [])
}

/** Which of some articles the rules of a reader found. */
export async function ruleHits(
  db: Db,
  reader: number,
  kind: RuleKind,
  articles: readonly number[],
): Promise<ReadonlySet<number>> {
  const [any] = await runText<{ found: number }>(db, ANY_RULE, [reader, kind])
  if (!any!.found) return new Set()
  const rows = await runOnList<{ id: number }>(db, HITS, articles, [reader, kind])
  return new Set(rows.map(({ id }) => id))
}

const ANY_RULE = 'select exists (select 1 from rule where reader_id = ? and kind = ?) as found'
const HITS = 'select article_id as id from rule_hit where reader_id = ? and kind = ? and article_id in (*)'

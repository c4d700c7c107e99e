import type { SavedSearch } from '../../../core/domain/rule.ts'
import { storable } from '../../../core/text/storable.ts'
import { type Db, inTransaction } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'

/** The searches that a reader keeps, in the order in which they were made. */
export async function savedSearches(db: Db, reader: number): Promise<SavedSearch[]> {
  const rows = await db.selectFrom('saved_search').selectAll().where('reader_id', '=', reader).orderBy('id').execute()
  return rows.map(({ id, name, query, as_tab, created_at }) => ({
    id,
    name,
    query,
    asTab: as_tab === 1,
    createdAt: created_at,
  }))
}

export async function addSavedSearch(db: Db, reader: number, search: Omit<SavedSearch, 'id'>): Promise<SavedSearch> {
  const { name, query, asTab, createdAt } = search
  const row = storable({ reader_id: reader, name, query, as_tab: Number(asTab), created_at: createdAt })
  const [added] = await inTransaction(db, (tx) => insertRows(tx, 'saved_search', [row], 'returning id'))
  return { ...search, id: added!.id as number }
}

/** False when the reader has none of that id. */
export async function changeSavedSearch(
  db: Db,
  reader: number,
  id: number,
  { asTab, ...change }: Partial<Pick<SavedSearch, 'name' | 'query' | 'asTab'>>,
): Promise<boolean> {
  const changed = storable({ ...change, ...(asTab === undefined ? {} : { as_tab: Number(asTab) }) })
  return inTransaction(db, async (tx) => {
    const query = tx.updateTable('saved_search').set(changed).where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numUpdatedRows) > 0
  })
}

/** False when the reader has none of that id. */
export async function removeSavedSearch(db: Db, reader: number, id: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const query = tx.deleteFrom('saved_search').where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numDeletedRows) > 0
  })
}

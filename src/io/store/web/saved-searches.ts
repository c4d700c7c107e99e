import type { Selectable } from 'kysely'
import type { SavedSearch, SearchSchedule } from '../../../core/domain/rule.ts'
import { storable } from '../../../core/text/storable.ts'
import { type Db, inTransaction, underAdmissionLock } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'
import type { SavedSearchRow } from '../schema.ts'

/** The searches that a reader keeps, in the order in which they were made. */
export async function savedSearches(db: Db, reader: number): Promise<SavedSearch[]> {
  const rows = await db.selectFrom('saved_search').selectAll().where('reader_id', '=', reader).orderBy('id').execute()
  return rows.map(toSavedSearch)
}

const toSavedSearch = (row: Selectable<SavedSearchRow>): SavedSearch => ({
  id: row.id,
  name: row.name,
  query: row.query,
  asTab: row.as_tab === 1,
  createdAt: row.created_at,
  digest: row.digest === null ? null : (JSON.parse(row.digest) as SearchSchedule),
  digestSince: row.digest_since,
})

export async function addSavedSearch(db: Db, reader: number, search: Omit<SavedSearch, 'id'>): Promise<SavedSearch> {
  const { name, query, createdAt } = search
  const row = storable({ reader_id: reader, name, query, created_at: createdAt, ...ownColumns(search) })
  const [added] = await inTransaction(db, (tx) => insertRows(tx, 'saved_search', [row], 'returning id'))
  return { ...search, id: added!.id as number }
}

/** What may be changed of a saved search. */
export type SavedSearchChange = Partial<Omit<SavedSearch, 'id' | 'createdAt'>>

/** False when the reader has none of that id. */
export async function changeSavedSearch(
  db: Db,
  reader: number,
  id: number,
  change: SavedSearchChange,
): Promise<boolean> {
  const { asTab: _, digest: __, digestSince: ___, ...plain } = change
  const changed = storable({ ...plain, ...ownColumns(change) })
  return inTransaction(db, async (tx) => {
    const query = tx.updateTable('saved_search').set(changed).where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numUpdatedRows) > 0
  })
}

/** The columns whose form differs from that of the noun. */
const ownColumns = ({ asTab, digest, digestSince }: SavedSearchChange) => ({
  ...(asTab === undefined ? {} : { as_tab: Number(asTab) }),
  ...(digest === undefined ? {} : { digest: digest && JSON.stringify(digest) }),
  ...(digestSince === undefined ? {} : { digest_since: digestSince }),
})

/** Removes a search with its digests; false when the reader has none of that id. */
export async function removeSavedSearch(db: Db, reader: number, id: number): Promise<boolean> {
  // Its digests are stored under the same lock, so that none comes in between.
  return underAdmissionLock(db, async (tx) => {
    await tx.deleteFrom('search_digest').where('search_id', '=', id).where('reader_id', '=', reader).execute()
    const query = tx.deleteFrom('saved_search').where('id', '=', id).where('reader_id', '=', reader)
    return Number((await query.executeTakeFirst()).numDeletedRows) > 0
  })
}

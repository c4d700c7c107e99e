import type { Selectable } from 'kysely'
import type { Digest } from '../../../core/domain/digest.ts'
import { type Db, underAdmissionLock } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'
import type { SearchDigestRow } from '../schema.ts'

/** What a saved search found up to its hour on one local date. */
export interface SearchDigest {
  readonly id: number
  readonly search: number
  readonly localDate: string
  readonly at: number
  /** The articles up to this id were searched; the next digest begins after it. */
  readonly upTo: number
  /** Null when nothing was found: there is nothing to send then. */
  readonly digest: Digest | null
}

/** One to be stored. */
export interface NewSearchDigest extends Omit<SearchDigest, 'id'> {
  readonly reader: number
  readonly madeAt: number
}

/** Stores the digest of a search once per local date; false when there is one, or the search is not there any more. */
export async function keepSearchDigest(db: Db, wanted: NewSearchDigest): Promise<boolean> {
  return underAdmissionLock(db, async (tx) => {
    const search = tx.selectFrom('saved_search').select('id').where('id', '=', wanted.search)
    if ((await search.executeTakeFirst()) === undefined) return false
    const row = {
      reader_id: wanted.reader,
      search_id: wanted.search,
      local_date: wanted.localDate,
      at: wanted.at,
      made_at: wanted.madeAt,
      up_to: wanted.upTo,
      value: wanted.digest && JSON.stringify(wanted.digest),
    }
    const again = 'on conflict (search_id, local_date) do nothing returning id'
    return (await insertRows(tx, 'search_digest', [row], again)).length > 0
  })
}

/** The digest of a search of a reader on a local date; null when there is none. */
export async function searchDigestOn(
  db: Db,
  reader: number,
  search: number,
  localDate: string,
): Promise<SearchDigest | null> {
  const row = await ofSearch(db, reader, search).where('local_date', '=', localDate).executeTakeFirst()
  return row ? toSearchDigest(row) : null
}

/** The last digests of a search of a reader, newest first. */
export async function searchDigests(db: Db, reader: number, search: number, limit: number): Promise<SearchDigest[]> {
  const rows = await ofSearch(db, reader, search).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toSearchDigest)
}

const ofSearch = (db: Db, reader: number, search: number) =>
  db.selectFrom('search_digest').selectAll().where('search_id', '=', search).where('reader_id', '=', reader)

const toSearchDigest = (row: Selectable<SearchDigestRow>): SearchDigest => ({
  id: row.id,
  search: row.search_id,
  localDate: row.local_date,
  at: row.at,
  upTo: row.up_to,
  digest: row.value === null ? null : (JSON.parse(row.value) as Digest),
})

import type { OwnTab } from '../../../core/domain/own-tab.ts'
import { storable } from '../../../core/text/storable.ts'
import { type Db, inTransaction } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'

/** What a reader says about tabs. */
export async function ownTabs(db: Db, reader: number): Promise<OwnTab[]> {
  const rows = await db
    .selectFrom('tab')
    .select(['key', 'name', 'position', 'language', 'item_limit'])
    .where('reader_id', '=', reader)
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(({ item_limit, ...row }) => ({ ...row, itemLimit: item_limit }))
}

const AGAIN = `on conflict (reader_id, key) do update set name = excluded.name, position = excluded.position,
  language = excluded.language, item_limit = excluded.item_limit`

/** Adds tabs, or changes them. */
export async function putTabs(db: Db, reader: number, tabs: readonly OwnTab[], now: number): Promise<void> {
  const rows = tabs.map(({ key, name, position, language, itemLimit }) =>
    storable({ reader_id: reader, key, name, position, language, item_limit: itemLimit, created_at: now }),
  )
  await inTransaction(db, (tx) => insertRows(tx, 'tab', rows, AGAIN))
}

export async function removeTab(db: Db, reader: number, key: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('tab').where('reader_id', '=', reader).where('key', '=', key).execute()
  })
}

import { connected } from '../../src/io/store/open-store.ts'
import { asVersion1 } from './version-1-print.ts'

/** Turns all prints of a database into prints of version 1, as a store has them that an older program wrote. */
export function agePrints(address: string): Promise<number> {
  return connected(address, async (db) => {
    const prints = await db.selectFrom('print').select(['article_id', 'value']).execute()
    for (const { article_id, value } of prints) {
      const old = Buffer.from(asVersion1(new Uint8Array(value)))
      await db.updateTable('print').set({ version: 1, value: old }).where('article_id', '=', article_id).execute()
    }
    await db.destroy()
    return prints.length
  })
}

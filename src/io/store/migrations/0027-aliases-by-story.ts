import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** The former ids of a story are looked up whenever it is merged or removed. */
export async function aliasesByStory(tx: Tx): Promise<void> {
  await sql`create index story_alias_by_story on story_alias (story_key)`.execute(tx)
}

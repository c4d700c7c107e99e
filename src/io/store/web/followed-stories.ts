import { type Db, inTransaction } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'

/** The ids under which a reader followed stories, the latest first; a story may have been merged since. */
export async function followedStories(db: Db, reader: number): Promise<string[]> {
  const query = db.selectFrom('followed_story').select('story_key').where('reader_id', '=', reader)
  return (await query.orderBy('since', 'desc').orderBy('story_key').execute()).map((row) => row.story_key)
}

/** Lets a reader follow a story, up to a number of stories; false when they follow that many others. */
export async function followStory(db: Db, reader: number, story: string, at: number, most: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const others = tx.selectFrom('followed_story').where('reader_id', '=', reader).where('story_key', '<>', story)
    const { count } = await others.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    const row = { reader_id: reader, story_key: story, since: at }
    await insertRows(tx, 'followed_story', [row], 'on conflict (reader_id, story_key) do nothing')
    return true
  })
}

export async function unfollowStories(db: Db, reader: number, stories: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const query = tx.deleteFrom('followed_story').where('reader_id', '=', reader)
    await query.where('story_key', 'in', stories).execute()
  })
}

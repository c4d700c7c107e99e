import { type Db, inTransaction } from '../dialect.ts'
import { insertRows } from '../insert-rows.ts'

/** A story as it was when a reader began to follow it. */
export interface FollowedAs {
  readonly key: string
  readonly newsrooms: number
  readonly since: number
}

/** The stories that a reader follows, the latest first; one may have been merged since. */
export async function followedStories(db: Db, reader: number): Promise<FollowedAs[]> {
  const query = db.selectFrom('followed_story').selectAll().where('reader_id', '=', reader)
  const rows = await query.orderBy('since', 'desc').orderBy('story_key').execute()
  return rows.map(({ story_key, newsrooms, since }) => ({ key: story_key, newsrooms, since }))
}

/** Lets a reader follow a story, up to a number of stories; false when they follow that many others. */
export async function followStory(db: Db, reader: number, story: FollowedAs, most: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const others = tx.selectFrom('followed_story').where('reader_id', '=', reader).where('story_key', '<>', story.key)
    const { count } = await others.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    const { key, newsrooms, since } = story
    const row = { reader_id: reader, story_key: key, since, newsrooms }
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

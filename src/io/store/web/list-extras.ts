import { toBytes, toHex } from '../bytes.ts'
import { type Db, runOnList } from '../dialect.ts'

const BODIES = `select article_id as id, html from article_body where html like '%<img%' and article_id in (*)`

/** The bodies of those of some articles that contain a picture, by id: lists read no others. */
export async function bodiesWithPictures(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await runOnList<{ id: number; html: string }>(db, BODIES, ids)
  return new Map(rows.map(({ id, html }) => [id, html]))
}

/** A cross join keeps SQLite from beginning with all scores of the reader. */
const VALUES = `select article.key, score.value from article cross join score
  where score.article_id = article.id and score.reader_id = ? and article.key in (*)`

/** The last scores of articles by key, without what they were made of. */
export async function scoreValues(
  db: Db,
  reader: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await runOnList<{ key: Uint8Array; value: number }>(db, VALUES, keys.map(toBytes), [reader])
  return new Map(rows.map(({ key, value }) => [toHex(key), value]))
}

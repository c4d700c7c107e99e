import type { KnownScore, Score } from '../../core/domain/score.ts'
import { type ArticleScope, EVERY_ARTICLE } from './article-scope.ts'
import { type ArticleQuery, type StoredArticle, toArticle } from './articles.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, mapRows, runOnList, type Tx } from './dialect.ts'
import { chunksOf, inSteps } from './in-steps.ts'
import { insertRows } from './insert-rows.ts'
import type { ScoreRow } from './schema.ts'
import { type DigestWindow, inWindow } from './windows.ts'

const AGAIN = `on conflict (article_id, reader_id) do update set value = excluded.value, parts = excluded.parts,
  inputs = excluded.inputs, content_hash = excluded.content_hash, taken_at = excluded.taken_at, profile_version = excluded.profile_version`

/**
 * Stores scores with their inputs; articles deleted meanwhile are left out. In the order of their keys in the table: those of one
 * transaction then lie on few pages, each of which it writes whole.
 */
export async function writeScores(db: Db, reader: number, scores: ReadonlyMap<number, KnownScore>): Promise<void> {
  const inOrder = [...scores].sort(([a], [b]) => a - b)
  const units = chunksOf(inOrder, SCORES_A_UNIT)
  await inSteps(
    db,
    units.map((some) => (tx) => writeSome(tx, reader, some)),
  )
}

const SCORES_A_UNIT = 64
const THERE = 'select id from article where id in (*)'

async function writeSome(tx: Tx, reader: number, some: readonly (readonly [number, KnownScore])[]): Promise<void> {
  const ids = some.map(([id]) => id)
  const there = new Set((await runOnList<{ id: number }>(tx, THERE, ids)).map(({ id }) => id))
  const rows = some.filter(([id]) => there.has(id)).map(([id, score]) => toRow(reader, id, score))
  await insertRows(tx, 'score', rows, AGAIN)
}

/** The most keys in one query. */
const AT_ONCE = 10_000

function toRow(reader: number, article: number, { contentHash, score }: KnownScore): ScoreRow {
  return {
    reader_id: reader,
    article_id: article,
    content_hash: contentHash,
    value: score.value,
    parts: JSON.stringify(score.parts),
    inputs: JSON.stringify(score.inputs),
    taken_at: score.takenAt,
    profile_version: score.profileVersion,
  }
}

/** The last scores of articles, by key. A cross join keeps SQLite from beginning with all scores of the reader. */
export async function scoresOf(db: Db, reader: number, keys: readonly string[]): Promise<Map<string, KnownScore>> {
  const found = new Map<string, KnownScore>()
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('article')
      .crossJoin('score')
      .whereRef('score.article_id', '=', 'article.id')
      .selectAll('score')
      .select('article.key')
      .where('reader_id', '=', reader)
      .where('article.key', 'in', keys.slice(from, from + AT_ONCE).map(toBytes))
      .execute()
    for (const row of rows) found.set(toHex(row.key), { contentHash: row.content_hash, score: toScore(row) })
  }
  return found
}

/** The last scores of a window's articles, by article id. */
export async function scoresInWindow(db: Db, reader: number, window: DigestWindow): Promise<Map<number, KnownScore>> {
  const query = inWindow(db, window)
    .crossJoin('score')
    .whereRef('score.article_id', '=', 'article.id')
    .selectAll('score')
    .where('reader_id', '=', reader)
  const scores = new Map<number, KnownScore>()
  await mapRows(db, query.compile(), (row) => {
    scores.set(row.article_id, { contentHash: row.content_hash, score: toScore(row) })
  })
  return scores
}

/** The articles with the highest scores, best first. */
export async function bestScored(
  db: Db,
  reader: number,
  { limit, ...wanted }: Omit<ArticleQuery, 'before'>,
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<StoredArticle[]> {
  let query = db
    .selectFrom('score')
    .innerJoin('article', 'article.id', 'score.article_id')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .selectAll('article')
    .selectAll('article_body')
    .where('reader_id', '=', reader)
    .where(scope('article', wanted))
  if (wanted.from !== undefined) query = query.where('published_at', '>=', wanted.from)
  if (wanted.to !== undefined) query = query.where('published_at', '<', wanted.to)
  const rows = await query.orderBy('score.value', 'desc').orderBy('article.key').limit(limit).execute()
  return rows.map(toArticle)
}

function toScore(row: ScoreRow): Score {
  return {
    value: row.value,
    parts: JSON.parse(row.parts),
    inputs: JSON.parse(row.inputs),
    takenAt: row.taken_at,
    profileVersion: row.profile_version,
  }
}

import { type Selectable, type SqlBool, sql } from 'kysely'
import type { PageProblem } from '../../core/domain/full-text.ts'
import { SANITIZER_VERSION } from '../../core/text/sanitize-html.ts'
import { toBytes, toHex } from './bytes.ts'
import { type Db, runOnList, runText, underAdmissionLock } from './dialect.ts'
import { insertEvents } from './events.ts'
import { inSteps } from './in-steps.ts'
import { insertRows } from './insert-rows.ts'
import type { FullTextRow } from './schema.ts'
import { versionBehind } from './version-behind.ts'

/** The text of an article's own page. */
export interface FullText {
  /** The address that answered. */
  readonly url: string
  /** Null when the text says it all. */
  readonly html: string | null
  readonly text: string
  readonly wordCount: number
  readonly fetchedAt: number
}

/** Why the last try gave no text, and when another may be made. */
export interface FullTextProblem {
  readonly problem: PageProblem
  readonly message: string
  readonly retryAt: number
}

/** What is known of an article's page. Where a later try failed, the text of an earlier one is still there. */
export interface StoredFullText {
  readonly fullText: FullText | null
  readonly problem: FullTextProblem | null
  /** The content hash of the article when its page was last tried. */
  readonly contentHash: string
  /** How many tries failed since the last that did not. */
  readonly failures: number
}

/** What is known of an article's page; null when it was never tried. */
export async function fullTextOf(db: Db, article: number): Promise<StoredFullText | null> {
  const row = await db.selectFrom('full_text').selectAll().where('article_id', '=', article).executeTakeFirst()
  if (row === undefined) return null
  const { problem, message, retry_at, content_hash, failures } = row
  return {
    fullText: toFullText(row),
    problem:
      problem === null ? null : { problem: problem as PageProblem, message: message ?? '', retryAt: retry_at ?? 0 },
    contentHash: content_hash,
    failures,
  }
}

function toFullText({ url, html, text, word_count, fetched_at }: Selectable<FullTextRow>): FullText | null {
  if (text === null) return null
  return { url: url!, html, text, wordCount: word_count!, fetchedAt: fetched_at! }
}

/** The texts of the pages of some articles, by key; unordered. */
export async function fullTextsByKey(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, Pick<FullText, 'html' | 'text'>>> {
  const rows = await runOnList<{ key: Uint8Array; html: string | null; text: string }>(db, BY_KEY, keys.map(toBytes))
  return new Map(rows.map(({ key, html, text }) => [toHex(key), { html, text }]))
}

const BY_KEY = `select article.key, full_text.html, full_text.text from article
  join full_text on full_text.article_id = article.id where full_text.text is not null and article.key in (*)`

/** How long the texts of the pages of some articles are, by id. */
export async function fullTextCounts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<FullText, 'wordCount' | 'fetchedAt'>>> {
  const rows = await runOnList<CountRow>(db, COUNTS, ids)
  return new Map(
    rows.map(({ article_id, word_count, fetched_at }) => [
      article_id,
      { wordCount: word_count, fetchedAt: Number(fetched_at) },
    ]),
  )
}

interface CountRow {
  readonly article_id: number
  readonly word_count: number
  readonly fetched_at: number
}

const COUNTS = 'select article_id, word_count, fetched_at from full_text where text is not null and article_id in (*)'

/** What a try came to. */
export interface TriedPage {
  readonly article: number
  readonly feed: number
  readonly contentHash: string
  readonly at: number
  readonly result: Omit<FullText, 'fetchedAt'> | FullTextProblem
}

const TEXT_AGAIN = `on conflict (article_id) do update set url = excluded.url, html = excluded.html, text = excluded.text,
  word_count = excluded.word_count, fetched_at = excluded.fetched_at, sanitizer_version = excluded.sanitizer_version,
  tried_at = excluded.tried_at, content_hash = excluded.content_hash, problem = null, message = null, retry_at = null,
  failures = 0`
const FAILED_AGAIN = `on conflict (article_id) do update set tried_at = excluded.tried_at,
  content_hash = excluded.content_hash, problem = excluded.problem, message = excluded.message,
  retry_at = excluded.retry_at, failures = full_text.failures + 1`

/** Stores what a try came to, tells listeners, and has a new text indexed. An article that was deleted meanwhile is left out. */
export async function writeFullText(db: Db, { article, feed, contentHash, at, result }: TriedPage): Promise<void> {
  await underAdmissionLock(db, async (tx) => {
    const there = tx.selectFrom('article').select('id').where('id', '=', article)
    if ((await there.executeTakeFirst()) === undefined) return
    const tried = { article_id: article, sanitizer_version: SANITIZER_VERSION, tried_at: at, content_hash: contentHash }
    if ('problem' in result) {
      const { problem, message, retryAt } = result
      await insertRows(tx, 'full_text', [{ ...tried, problem, message, retry_at: retryAt, failures: 1 }], FAILED_AGAIN)
    } else {
      const { url, html, text, wordCount } = result
      const row = { ...tried, url, html, text, word_count: wordCount, fetched_at: at }
      await insertRows(tx, 'full_text', [row], TEXT_AGAIN)
      await insertRows(tx, 'search_stale', [{ article_id: article }], 'on conflict (article_id) do nothing')
    }
    await insertEvents(tx, [{ at, kind: 'text.came', subject: `feed:${feed}`, payload: { articles: [article] } }])
  })
}

/** An article whose page may be fetched without being asked for. */
export interface WaitingPage {
  readonly article: number
  readonly url: string
  /** The feed that wants it. */
  readonly feed: number
}

/** Which pages may be fetched without being asked for. */
export interface WaitingQuery {
  /** Only of articles first seen since: not of what a feed had before. */
  readonly since: number
  readonly now: number
  /** The problems that may pass, and after how many tries in a row they are believed to stay. */
  readonly passing: readonly PageProblem[]
  readonly mostFailures: number
  /** A time to try again that is further ahead was set by a clock that was wrong. */
  readonly longestRetryMs: number
  readonly limit: number
}

/** Feeds whose pages somebody wants without asking; never those of private feeds. */
const WANTED = sql`select f.id from feed f join source s on s.id = f.source_id cross join reader r
  left join subscription u on u.source_id = s.id and u.reader_id = r.id
  where s.id in (select id from source where full_text = 1 union select source_id from subscription where full_text = 1)
    and s.private = 0 and s.retired_at is null and (s.shared = 1 or u.reader_id is not null)
    and coalesce(u.hidden, 0) = 0 and u.ended_at is null
    and coalesce(u.full_text, case when s.shared = 1 then s.full_text else 0 end) = 1`

/** The newest articles of feeds with full text whose page was not fetched for what they are now. */
export async function waitingPages(db: Db, query: WaitingQuery): Promise<WaitingPage[]> {
  const { since, now, passing, mostFailures, longestRetryMs, limit } = query
  const feeds = (await sql<{ id: number }>`select distinct id from (${WANTED}) as wanted`.execute(db)).rows
  if (feeds.length === 0) return []
  const isDue = sql<SqlBool>`(t.retry_at <= ${now} or t.retry_at > ${now + longestRetryMs})`
  const mayPass = sql<SqlBool>`t.problem in (${sql.join(passing)}) and ${isDue} and t.failures < ${mostFailures}`
  const among = sql.join(feeds.map(({ id }) => id))
  // Read from the newest articles on: the entries of a feed are kept for ever.
  const { rows } = await sql<WaitingRow>`select id, url, feed_id from (
    select a.id, a.url, a.first_seen_at,
      (select min(e.feed_id) from entry e where e.article_id = a.id and e.feed_id in (${among})) as feed_id
    from article a left join full_text t on t.article_id = a.id
    where a.first_seen_at >= ${since} and a.backlog = 0 and a.url is not null
      and (t.article_id is null or t.content_hash <> a.content_hash or (${mayPass}))) as waiting
    where feed_id is not null order by first_seen_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(({ id, url, feed_id }) => ({ article: id, url, feed: feed_id }))
}

interface WaitingRow {
  readonly id: number
  readonly url: string
  readonly feed_id: number
}

/** How many pages were tried for each feed since an instant. */
export async function pagesTried(db: Db, since: number): Promise<Map<number, number>> {
  const { rows } = await sql<{
    feed_id: number
    n: number | string
  }>`select e.feed_id, count(distinct t.article_id) as n
    from full_text t cross join entry e where t.tried_at >= ${since} and e.article_id = t.article_id
    group by e.feed_id`.execute(db)
  return new Map(rows.map(({ feed_id, n }) => [feed_id, Number(n)]))
}

/** The HTML of a page that an older sanitiser let through. */
export interface OldPage {
  readonly article: number
  readonly version: number
  readonly html: string | null
}

const OLD = `select article_id, sanitizer_version, html from full_text where sanitizer_version = ?
  order by article_id desc limit ?`

/** Pages that passed a sanitiser older than a version, of the newest articles first. */
export async function oldPages(db: Db, version: number, limit: number): Promise<OldPage[]> {
  const behind = await versionBehind(db, { table: 'full_text', column: 'sanitizer_version' }, version)
  if (behind === null) return []
  const rows = await runText<{ article_id: number; sanitizer_version: number; html: string | null }>(db, OLD, [
    behind,
    limit,
  ])
  return rows.map(({ article_id, sanitizer_version, html }) => ({
    article: article_id,
    version: sanitizer_version,
    html,
  }))
}

const RENEW = 'update full_text set sanitizer_version = ?, html = ? where article_id = ? and sanitizer_version = ?'

/** Writes pages that were sanitised again; `was` is the version they were found in. */
export async function renewPages(db: Db, pages: readonly (OldPage & { readonly was: number })[]): Promise<void> {
  await inSteps(
    db,
    pages.map(
      ({ article, version, was, html }) =>
        (tx) =>
          runText(tx, RENEW, [version, html, article, was]),
    ),
  )
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What a list of articles is limited to, besides times. */
export interface ArticleFilter {
  readonly tab?: string | undefined
  readonly feed?: number | undefined
  /** One of these feeds. */
  readonly feeds?: readonly number[] | undefined
}

/** The condition that an article, called `article` in the query, may be seen and is in a tab or feed. */
export type ArticleScope = (article: string, filter: ArticleFilter) => RawBuilder<SqlBool>

/** All articles, in the tab and feed they were stored with. */
export const EVERY_ARTICLE: ArticleScope = (article, { tab, feed, feeds }) => {
  const parts = [sql<SqlBool>`1 = 1`]
  if (tab !== undefined) parts.push(sql`${sql.ref(`${article}.tab`)} = ${tab}`)
  if (feed !== undefined) parts.push(sql`${sql.ref(`${article}.feed_id`)} = ${feed}`)
  if (feeds !== undefined) parts.push(oneOf(sql.ref(`${article}.feed_id`), feeds))
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

const oneOf = (column: RawBuilder<unknown>, list: readonly number[]): RawBuilder<SqlBool> =>
  list.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(list)})`

/** A select of the `id` of articles that have an entry in one of some feeds, up to a number. */
export const articlesOfFeeds = (feeds: readonly number[], most: number): RawBuilder<unknown> =>
  sql`select distinct article_id as id from entry where ${oneOf(sql.ref('feed_id'), feeds)} and article_id is not null limit ${most}`

/** A subscription `u` of a reader, or none, makes the entries `e` of a source `s` visible. */
export const SEES_ENTRY_TEXT = `coalesce(u.hidden, 0) = 0 and (s.shared = 1 or u.reader_id is not null)
  and (u.ended_at is null or e.first_seen_at < u.ended_at)`
export const SEES_ENTRY = sql.raw<SqlBool>(SEES_ENTRY_TEXT)

/** The same for a source, whatever became of it since. */
export const SEES_SOURCE = sql<SqlBool>`coalesce(u.hidden, 0) = 0 and (s.shared = 1 or u.reader_id is not null)`

/** Feeds `f` with their sources `s`, and the subscription `u` that a reader may have to them. */
export const sourcesOfFeeds = (reader: number) =>
  sql`join source s on s.id = f.source_id left join subscription u on u.source_id = s.id and u.reader_id = ${reader}`

interface EntryFilter {
  /** About the feed `f`, its source `s` and the subscription `u`. */
  readonly onFeed?: RawBuilder<SqlBool>
  /** About the entry `e`. */
  readonly onEntry?: RawBuilder<SqlBool>
}

const ALWAYS = sql<SqlBool>`1 = 1`

/** A condition on the entries through which a reader sees an article. */
type EntriesSeen = (reader: number, article: string, filter: EntryFilter) => RawBuilder<SqlBool>

/** For many articles: the list of feeds that are followed is made once for a query; subscriptions that ended are looked up. */
const amongAllFeeds: EntriesSeen = (reader, article, { onFeed = ALWAYS, onEntry = ALWAYS }) => {
  const feeds = sql`from feed f ${sourcesOfFeeds(reader)} where ${SEES_SOURCE} and ${onFeed}`
  return sql<SqlBool>`exists (select 1 from entry e where e.article_id = ${sql.ref(`${article}.id`)} and ${onEntry}
    and (e.feed_id in (select f.id ${feeds} and u.ended_at is null)
      or exists (select 1 ${feeds} and f.id = e.feed_id and u.ended_at > e.first_seen_at)))`
}

/** For few articles: the feed of each entry is looked up, so that it does not matter how many feeds there are. */
const feedByFeed: EntriesSeen = (reader, article, { onFeed = ALWAYS, onEntry = ALWAYS }) =>
  sql<SqlBool>`exists (select 1 from entry e join feed f on f.id = e.feed_id ${sourcesOfFeeds(reader)}
    where e.article_id = ${sql.ref(`${article}.id`)} and ${onEntry} and ${onFeed} and ${SEES_ENTRY})`

/** From so many articles on it is cheaper to make the list of feeds first. */
const MANY = 2_000

/**
 * The articles that a reader sees through an entry of a feed they follow. An article is in the tab of its own feed where they
 * follow that, else in the tabs of the feeds through which they see it. `most` is how many articles a query looks at.
 */
export const articlesSeenBy =
  (reader: number, most = Number.POSITIVE_INFINITY): ArticleScope =>
  (article, { tab, feed, feeds }) => {
    const entriesSeen = most < MANY ? feedByFeed : amongAllFeeds
    if (tab === undefined && feed === undefined && feeds === undefined) return entriesSeen(reader, article, {})
    const isOwn = sql<SqlBool>`e.feed_id = ${sql.ref(`${article}.feed_id`)}`
    const wanted = [ALWAYS]
    if (tab !== undefined) wanted.push(sql`coalesce(u.tab, case when s.shared = 1 then s.tab end) = ${tab}`)
    if (feed !== undefined) wanted.push(sql`f.id = ${feed}`)
    if (feeds !== undefined) wanted.push(oneOf(sql.ref('f.id'), feeds))
    const onFeed = sql<SqlBool>`${sql.join(wanted, sql` and `)}`
    return sql<SqlBool>`(${entriesSeen(reader, article, { onFeed, onEntry: isOwn })} or
      (${entriesSeen(reader, article, { onFeed })} and not ${entriesSeen(reader, article, { onEntry: isOwn })}))`
  }

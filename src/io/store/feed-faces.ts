import { sql } from 'kysely'
import type { Article } from '../../core/domain/article.ts'
import { finalCategory } from '../../core/text/final-category.ts'
import type { SearchTerm } from '../../core/text/search-query.ts'
import { searchTokens } from '../../core/text/search-tokens.ts'
import { SEES_ENTRY, SEES_SOURCE, sourcesOfFeeds } from './article-scope.ts'
import type { Db } from './dialect.ts'

/** How a reader has a feed: where they filed it, and what they call it. */
export interface FeedFace {
  readonly tab: string | null
  readonly category: string | null
  /** Null where articles keep the name they were stored with. */
  readonly name: string | null
  /** What the feed is called in a search. */
  readonly shownName: string
  /** What came later is not theirs. */
  readonly until: number
}

export type FeedFaces = ReadonlyMap<number, FeedFace>

interface FaceRow {
  readonly id: number
  readonly url: string
  readonly title: string | null
  readonly shared: number
  readonly tab: string | null
  readonly category: string | null
  readonly own_name: string | null
  readonly source_name: string | null
  readonly ended_at: number | null
}

/** The feeds that a reader follows or once followed; all, or those of some. */
export async function feedFaces(db: Db, reader: number, some: readonly number[] | null = null): Promise<FeedFaces> {
  if (some?.length === 0) return new Map()
  const wanted = some === null ? sql`1 = 1` : sql`f.id in (${sql.join(some)})`
  const { rows } = await sql<FaceRow>`select f.id, f.url, f.title, s.shared, u.name as own_name, s.name as source_name,
    coalesce(u.tab, case when s.shared = 1 then s.tab end) as tab,
    coalesce(u.category, case when s.shared = 1 then s.category end) as category, u.ended_at
    from feed f ${sourcesOfFeeds(reader)} where ${SEES_SOURCE} and ${wanted}`.execute(db)
  return new Map(rows.map((row) => [row.id, faceOf(row)]))
}

function faceOf(row: FaceRow): FeedFace {
  const title = row.title ?? new URL(row.url).hostname
  const isOwn = row.shared === 0
  return {
    tab: row.tab,
    category: row.category,
    name: row.own_name ?? (isOwn ? title : null),
    shownName: row.own_name ?? (isOwn ? null : row.source_name) ?? title,
    until: row.ended_at ?? Number.POSITIVE_INFINITY,
  }
}

/** The fields of an article that depend on who looks at it. */
export type FacedArticle = Pick<
  Article,
  'feed' | 'tab' | 'rssCategory' | 'finalCategory' | 'sourceName' | 'language' | 'title' | 'description' | 'firstSeen'
> & { readonly id: number }

/** Shows articles as coming from the feeds through which a reader sees them, filed and named as they have those. */
export async function withFaces<One extends FacedArticle>(
  db: Db,
  reader: number,
  articles: readonly One[],
): Promise<One[]> {
  const own = await feedFaces(db, reader, [...new Set(articles.map(({ feed }) => feed))])
  const isThrough = ({ feed, firstSeen }: FacedArticle) => firstSeen < (own.get(feed)?.until ?? 0)
  const others = articles.filter((one) => !isThrough(one)).map(({ id }) => id)
  const through = await feedsThrough(db, reader, others)
  const faces = new Map([...own, ...(await feedFaces(db, reader, [...new Set(through.values())]))])
  return articles.map((one) => {
    const feed = isThrough(one) ? one.feed : (through.get(one.id) ?? one.feed)
    const face = faces.get(feed)
    if (face === undefined) return one
    const isSame = one.rssCategory === face.category
    return {
      ...one,
      feed,
      tab: face.tab,
      rssCategory: face.category,
      finalCategory: isSame ? one.finalCategory : finalCategory({ ...one, rssCategory: face.category }),
      sourceName: face.name ?? (feed === one.feed ? one.sourceName : face.shownName),
    }
  })
}

/** The most ids in one query. */
const AT_ONCE = 10_000

/** For articles whose own feed a reader does not follow: the first feed through which they see each. */
async function feedsThrough(db: Db, reader: number, articles: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  for (let from = 0; from < articles.length; from += AT_ONCE) {
    const { rows } = await sql<{ article_id: number; feed_id: number }>`select e.article_id, e.feed_id from entry e
      join feed f on f.id = e.feed_id ${sourcesOfFeeds(reader)}
      where e.article_id in (${sql.join(articles.slice(from, from + AT_ONCE))}) and ${SEES_ENTRY}
      order by coalesce(u.position, s.position), e.feed_id`.execute(db)
    for (const { article_id, feed_id } of rows) if (!found.has(article_id)) found.set(article_id, feed_id)
  }
  return found
}

/** The feeds whose names contain a term. */
export function feedsCalled(faces: FeedFaces, { tokens, prefix }: SearchTerm): number[] {
  const last = tokens.length - 1
  const fits = (found: string | undefined, at: number) =>
    found !== undefined && (at === last && prefix ? found.startsWith(tokens[at]!) : found === tokens[at])
  return [...faces].flatMap(([feed, { shownName }]) => {
    const name = searchTokens(shownName).map(({ token }) => token)
    return name.some((_, from) => tokens.every((__, at) => fits(name[from + at], at))) ? feed : []
  })
}

import { type RawBuilder, sql } from 'kysely'
import { toBytes } from './bytes.ts'
import type { Db } from './dialect.ts'
import type { IdRange } from './search-index.ts'

/* Ranking on PostgreSQL: only the best leave the server. Sending ten thousand titles, and counting words in them here, took three
   quarters of a search. */

/** What is ranked. */
export interface Candidates {
  /** Selects `id` and `in_title` of the articles of a range that match, the latest first, up to a number. */
  readonly hits: Listing
  /** The same of those whose `id` a table called `listed` has. */
  readonly hitsAmongListed: RawBuilder<unknown>
  /** What `in_title` is at most. */
  readonly mostInTitle: number
  /** What an article, called `a`, must satisfy besides; null when nothing. */
  readonly fits: RawBuilder<unknown> | null
  /** Parts of it that an index answers. */
  readonly filters: readonly IndexedFilter[]
  readonly range: IdRange
  /** So many of them that came in last are ranked. */
  readonly most: number
  /** So many matches are looked at first where there are filters: they show whether most of them fit. */
  readonly stretch: number
  /** Up to so many articles of a filter are all looked up in the search index. */
  readonly few: number
}

/** Selects the `id` of articles of a range, the latest first, up to a number. */
export type Listing = (range: IdRange, most: number) => RawBuilder<unknown>

/** The same of articles of a filter, whose range may end where a statement finds by itself. */
export type FilterListing = (range: IdRange | RangeDownTo, most: number) => RawBuilder<unknown>

interface RangeDownTo {
  readonly after: RawBuilder<unknown>
  readonly upTo: number
}

/** A part of a filter that an index answers: whatever satisfies the whole filter is among its articles. */
export interface IndexedFilter {
  /** Selects the `id` of its articles, up to a number, in any order. */
  readonly some: (most: number) => RawBuilder<unknown>
  /** Selects those of them that satisfy the other parts of which an index knows too. Null where no index has them in the order of their ids. */
  readonly latest: FilterListing | null
  /** Whether all the articles so selected satisfy the whole filter. */
  readonly isWhole: boolean
  readonly isLatestWhole: boolean
}

/** An article with all that its rank depends on. */
export interface RankedArticle {
  readonly id: number
  readonly inTitle: number
  readonly published: number
  readonly key: Uint8Array
}

/** The best of some candidates, in no order, among them the best `limit`; how many were ranked, and how many had all words in the title. */
export interface Ranking {
  readonly best: readonly RankedArticle[]
  readonly ranked: number
  readonly titled: number
}

/** By how much more is looked at in the next statement, at most, when hardly any article fitted. */
const GROWTH = 8
/** From so many articles that fitted one can tell how many more have to be looked at. */
const SOME = 50
/** The server lists so many articles of a filter by its index in the time in which it looks one up by its id, or fewer. */
const LISTED_A_LOOKUP = 6
/** By how much more is looked at than those before say, so that one statement is mostly enough. */
const MARGIN = 1.2

/**
 * Most words in the title first, then the newest. Articles are looked at in the order of their ids, the latest first: those that match the
 * words, each of which is compared with the filter, or those of a filter, each of which is compared with the words. Whichever list is
 * read, the statement after it goes on below the last id, so that the articles found are the same.
 */
export async function rankOnServer(db: Db, candidates: Candidates, limit: number): Promise<Ranking> {
  const { filters, range, most, stretch, few } = candidates
  const best: RankedArticle[] = []
  let [ranked, titled] = [0, 0]
  const rank = async (list: RawBuilder<unknown>, kind: ListKind, among: RawBuilder<unknown> | null = null) => {
    const { rows } = await blockQuery(candidates, { list, kind, among, most: most - ranked, limit }).execute(db)
    best.push(...toRanked(rows[0]!.top))
    ranked += rows[0]!.fitting
    titled += rows[0]!.titled
    return rows[0]!
  }
  const words: List = { listing: candidates.hits, kind: 'hits', looksAFit: 1 }
  let list = words
  let other: List | null = null
  let filter: CountedFilter | null = null
  let idsAHit = Number.POSITIVE_INFINITY
  let { upTo } = range
  let length = filters.length === 0 ? most : stretch
  for (let isFirst = true; ; isFirst = false) {
    // Instead of looking up each article that matches the words, those of the filter are listed where they are few.
    const isListed = filter !== null && list === words && filter.density * idsAHit < LISTED_A_LOOKUP
    const among = isListed ? filter!.latest({ after: LAST_HIT, upTo }, EVERY) : null
    const row = await rank(list.listing({ ...range, upTo }, length), list.kind, among)
    const { looked, first, last, fitting } = row
    if (looked < length || ranked >= most || last! - 1 <= range.after) return { best, ranked, titled }
    upTo = last! - 1
    const needed = most - ranked
    list.looksAFit = looked / Math.max(fitting, 0.5)
    if (isFirst && filters.length > 0) {
      const found = await sparsest(db, filters, few)
      if (found.isFew) {
        // There may be more of them by now.
        const rest = sql`select id from (${found.filter.some(2 * few)}) one where id > ${range.after} and id <= ${upTo}`
        await rank(rest, found.filter.isWhole ? 'fitting' : 'maybe')
        return { best, ranked, titled }
      }
      const { latest, isLatestWhole } = found.filter
      if (latest) other = { listing: latest, kind: isLatestWhole ? 'fitting' : 'maybe', looksAFit: Number.NaN }
      if (latest && isLatestWhole) filter = { latest, density: found.density }
    }
    if (list === words) idsAHit = (first! - last! + 1) / looked
    // Of the other list as if words and filter were independent: so many articles there are for each that was looked at.
    if (other !== null && (isFirst || fitting >= SOME)) other.looksAFit = (first! - last! + 1) / looked
    if (other !== null && other.looksAFit < list.looksAFit) [list, other] = [other, list]
    const sure = fitting < SOME ? length * GROWTH : Number.POSITIVE_INFINITY
    length = Math.ceil(Math.max(stretch, Math.min(needed * list.looksAFit * MARGIN, sure)))
  }
}

/** What is known about the articles of a list: that they match the words, that they satisfy the filter, or a part of it. */
type ListKind = 'hits' | 'fitting' | 'maybe'

/** Articles in the order of their ids. */
interface List {
  readonly listing: Listing
  readonly kind: ListKind
  /** How many of them are looked at for one that satisfies everything, as far as is known. */
  looksAFit: number
}

/** A filter that lists all that satisfies the whole of it, and how many of the ids in a stretch are of its articles. */
interface CountedFilter {
  readonly latest: FilterListing
  readonly density: number
}

/** The last of the articles that match, in the statement that looks at them; the range goes down to it. */
const LAST_HIT = sql`(select min(id) - 1 from hit)`
const EVERY = 2 ** 31 - 1

interface Sparsest {
  readonly filter: IndexedFilter
  readonly isFew: boolean
  readonly density: number
}

/** The filter with the fewest articles if they are few, else the one whose latest articles are the furthest apart. */
async function sparsest(db: Db, filters: readonly IndexedFilter[], few: number): Promise<Sparsest> {
  const one = ({ some }: IndexedFilter) =>
    sql`(select array[count(*), coalesce(max(id) - min(id), 0)] from (${some(few + 1)}) one)`
  const query = sql<{ all: string }>`select array_to_json(array[${sql.join(filters.map(one))}])::text as all`
  const { rows } = await query.execute(db)
  const sizes = JSON.parse(rows[0]!.all) as [count: number, span: number][]
  const counted = filters.map((filter, n) => ({ filter, count: sizes[n]![0], span: sizes[n]![1] }))
  const least = counted.reduce((a, b) => (b.count < a.count ? b : a))
  if (least.count <= few) return { filter: least.filter, isFew: true, density: densityOf(least) }
  const isListed = ({ filter }: { readonly filter: IndexedFilter }) => (filter.latest === null ? 0 : 1)
  const widest = counted.reduce((a, b) => ((isListed(b) - isListed(a) || b.span - a.span) > 0 ? b : a))
  return { filter: widest.filter, isFew: false, density: densityOf(widest) }
}

const densityOf = ({ count, span }: { readonly count: number; readonly span: number }): number => count / (span + 1)

type RankedTuple = readonly [id: number, inTitle: number, published: number, key: string]

const toRanked = (top: string): RankedArticle[] =>
  (JSON.parse(top) as RankedTuple[]).map(([id, inTitle, published, key]) => ({
    id,
    inTitle,
    published,
    key: toBytes(key),
  }))

interface Block {
  /** Selects the articles that are looked at. */
  readonly list: RawBuilder<unknown>
  readonly kind: ListKind
  /** Selects the `id` of all of them that satisfy the filter; null where each is tested. */
  readonly among: RawBuilder<unknown> | null
  /** So many are ranked, and so many are given. */
  readonly most: number
  readonly limit: number
}

interface BlockRow {
  readonly looked: number
  /** The ids of the first and the last article that was looked at. */
  readonly first: number | null
  readonly last: number | null
  readonly fitting: number
  readonly titled: number
  readonly top: string
}

function blockQuery(
  { hitsAmongListed, fits, mostInTitle }: Candidates,
  { list, kind, among, most, limit }: Block,
): RawBuilder<BlockRow> {
  const demands = kind === 'fitting' ? null : fits
  const looked = kind === 'hits' ? sql`hit` : sql`listed`
  const hits = kind === 'hits' ? list : latestOf(hitsAmongListed, demands === null ? most : null)
  const ranked = demands === null ? sql`hit` : sql`fit`
  const shown = demands === null ? ofTheFirstPage(limit) : sql`select * from fit`
  return sql<BlockRow>`
    with listed as materialized (${kind === 'hits' ? sql`select 1` : list}), hit as materialized (${hits}),
      fit as materialized (${demands === null ? sql`select 1` : fitting(demands, among, most)})
    select (select count(*) from ${looked}) as looked, (select max(id) from ${looked}) as first,
      (select min(id) from ${looked}) as last, (select count(*) from ${ranked}) as fitting,
      (select count(*) from ${ranked} where in_title = ${mostInTitle}) as titled,
      (select coalesce(json_agg(json_build_array(id, in_title, published_at, encode(key, 'hex'))), '[]')::text
        from (select * from (${shown}) one order by in_title desc, published_at desc, key desc limit ${limit}) best) as top`
}

const latestOf = (hits: RawBuilder<unknown>, most: number | null): RawBuilder<unknown> =>
  most === null ? hits : sql`select * from (${hits}) one order by id desc limit ${most}`

/**
 * One article is looked up for each hit: left to choose, the planner also reads the whole table to find ten thousand rows of it.
 * `offset 0` keeps it from doing so: https://www.postgresql.org/docs/current/queries-table-expressions.html#QUERIES-LATERAL
 */
const ARTICLE_OF_HIT = sql`cross join lateral (select * from article where id = hit.id offset 0) a`

function fitting(fits: RawBuilder<unknown>, among: RawBuilder<unknown> | null, most: number): RawBuilder<unknown> {
  const hits = among === null ? sql`hit` : sql`(select * from hit where id in (${among}) offset 0) hit`
  return sql`select hit.id, hit.in_title, a.published_at, a.key from ${hits} ${ARTICLE_OF_HIT}
    where ${among === null ? fits : sql`true`} order by hit.id desc limit ${most}`
}

/** Of most hits the number of words in the title says that they are not among the first: their articles need not be read. */
const ofTheFirstPage = (limit: number): RawBuilder<unknown> =>
  sql`select hit.id, hit.in_title, a.published_at, a.key from hit ${ARTICLE_OF_HIT} where hit.in_title >=
    coalesce((select in_title from hit order by in_title desc offset ${limit - 1} limit 1), 0)`

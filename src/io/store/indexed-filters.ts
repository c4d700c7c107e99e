import { type RawBuilder, sql } from 'kysely'
import type { SearchQuery } from '../../core/text/search-query.ts'
import type { FilterListing, IndexedFilter } from './rank-on-server.ts'
import type { SearchScope } from './search.ts'

/* The parts of a search's filter that an index of PostgreSQL answers: a search may begin with their articles instead of those that
   match its words. The indexes on language, on tab and on ids have all three columns that a filter is about, so that nothing else is read. */

export function indexedFiltersOf(query: SearchQuery, { scope, also, filters = [] }: SearchScope): IndexedFilter[] {
  const { language, from, to } = query
  // A scope decides by itself which articles are in a tab.
  const tab = scope === undefined ? query.tab : null
  // The order is that in which they are tested: a date takes the least time.
  const parts: Part[] = []
  if (from !== null || to !== null)
    parts.push({ is: isWithin(from, to), by: byDate(isWithin(from, to)), isExact: true })
  if (tab !== null) parts.push({ is: sql`tab = ${tab}`, by: byKey(sql`tab`, tab), isExact: true })
  if (language !== null) parts.push(partOf(language))
  const isAll = scope === undefined && also === undefined
  const listed = parts.map((part) => {
    const tested = parts.filter((one) => one !== part || !part.isExact).map(({ is }) => is)
    const rest = sql.join([sql`true`, ...tested], sql` and `)
    return { ...part.by(rest), isWhole: isAll && tested.length === 0, isLatestWhole: isAll }
  })
  return [...filters, ...listed]
}

interface Part {
  readonly is: RawBuilder<unknown>
  readonly by: ByIndex
  /** Whether the index lists no other articles. */
  readonly isExact: boolean
}

function partOf(language: string): Part {
  const [first] = language.split('-')
  const is = sql`(lower(language) = ${language} or lower(language) like ${`${language}-%`})`
  return { is, by: byKey(LANGUAGE, first!), isExact: first === language }
}

/** Lists articles by one part of a filter, and those of a range that satisfy the rest too. */
type ByIndex = (rest: RawBuilder<unknown>) => Pick<IndexedFilter, 'some' | 'latest'>

function isWithin(from: number | null, to: number | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (from !== null) parts.push(sql`published_at >= ${from}`)
  if (to !== null) parts.push(sql`published_at < ${to}`)
  return sql.join(parts, sql` and `)
}

/** Without its region, as `article_by_language` has it. */
const LANGUAGE = sql`split_part(lower(language), '-', 1)`

/** By an index on a key and the id. */
function byKey(key: RawBuilder<unknown>, value: string): ByIndex {
  const latest =
    (and: RawBuilder<unknown>): FilterListing =>
    ({ after, upTo }, most) =>
      sql`select id from article where ${key} = ${value} and ${and} and id > ${after} and id <= ${upTo}
        order by ${key} desc, id desc limit ${most}`
  return (rest) => ({ some: (most) => latest(sql`true`)(EVERY_ID, most), latest: latest(rest) })
}

const EVERY_ID = { after: 0, upTo: 2 ** 31 - 1 }

/** By the index on dates; in the order of ids by one in which those of other dates are passed over. */
const byDate =
  (isThen: RawBuilder<unknown>): ByIndex =>
  (rest) => ({
    some: (most) => sql`select id from article where ${isThen} order by published_at desc, key desc limit ${most}`,
    latest: ({ after, upTo }, most) =>
      sql`select id from article where id > ${after} and id <= ${upTo} and ${isThen} and ${rest} order by id desc limit ${most}`,
  })

/** By the entries of feeds. */
export const ofFeeds = (feeds: readonly number[]): IndexedFilter => ({
  some: (most) =>
    feeds.length === 0
      ? sql`select 0 as id where 1 = 0`
      : sql`select distinct article_id as id from entry
          where feed_id in (${sql.join(feeds)}) and article_id is not null limit ${most}`,
  latest: null,
  isWhole: false,
  isLatestWhole: false,
})

import { type RawBuilder, sql } from 'kysely'
import type { SearchClause, SearchQuery } from '../../core/text/search-query.ts'
import { type ArticleScope, articlesSeenBy } from './article-scope.ts'
import type { Db } from './dialect.ts'
import { feedFaces, feedsCalled } from './feed-faces.ts'
import type { SearchScope } from './search.ts'

/** A query, and what else its articles must satisfy, as a reader means them who calls feeds by names of their own. */
export async function asReaderSearches(
  db: Db,
  query: SearchQuery,
  reader: number,
  scope: ArticleScope = articlesSeenBy(reader),
): Promise<{ readonly query: SearchQuery; readonly where: SearchScope }> {
  const byName = query.clauses.filter(isAboutSources)
  const faces = byName.length === 0 ? new Map() : await feedFaces(db, reader)
  const named = byName.map(({ wanted, term, or = [] }) => {
    const called = [term, ...or.map((other) => other.term)].flatMap((words) => feedsCalled(faces, words))
    return { wanted, feeds: [...new Set(called)] }
  })
  const also = named.map(({ wanted, feeds }): RawBuilder<unknown> => {
    const there = scope('a', { feeds })
    return wanted ? there : sql`not ${there}`
  })
  const rest = { ...query, clauses: query.clauses.filter((clause) => !isAboutSources(clause)) }
  const wanted = named.filter((one) => one.wanted).map(({ feeds }) => feeds)
  return { query: rest, where: { scope, also: sql.join([sql`1 = 1`, ...also], sql` and `), feeds: wanted } }
}

/** Names of feeds are the reader's own: the index has those of others. */
const isAboutSources = ({ field, or = [] }: SearchClause): boolean =>
  [field, ...or.map((one) => one.field)].every((one) => one === 'source')

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
  const also = byName.map(({ wanted, term, or = [] }): RawBuilder<unknown> => {
    const called = [term, ...or.map((other) => other.term)].flatMap((words) => feedsCalled(faces, words))
    const there = scope('a', { feeds: [...new Set(called)] })
    return wanted ? there : sql`not ${there}`
  })
  const rest = { ...query, clauses: query.clauses.filter((clause) => !isAboutSources(clause)) }
  return { query: rest, where: { scope, also: sql.join([sql`1 = 1`, ...also], sql` and `) } }
}

/** Names of feeds are the reader's own: the index has those of others. */
const isAboutSources = ({ field, or = [] }: SearchClause): boolean =>
  [field, ...or.map((one) => one.field)].every((one) => one === 'source')

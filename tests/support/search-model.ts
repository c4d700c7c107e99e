import { type SearchDocument, searchDocument } from '../../src/core/text/search-document.ts'
import {
  type SearchClause,
  type SearchCondition,
  type SearchQuery,
  type SearchTerm,
  termsAnywhere,
} from '../../src/core/text/search-query.ts'
import type { StoredArticle } from '../../src/io/store/articles.ts'
import type { SearchHit } from '../../src/io/store/search.ts'

/* The search index again, as plainly as it can be said: a list of token lists, walked for every question. */

export function searchModel(articles: () => readonly StoredArticle[]) {
  const indexed = new Map<number, SearchDocument>()
  const stale = new Set<number>()
  let cursor = 0

  return {
    changed: (article: number) => void stale.add(article),
    removed: (article: number) => {
      stale.delete(article)
      indexed.delete(article)
    },
    update: (limit: number): number => {
      const ids = (list: Iterable<number>) => [...list].sort((a, b) => a - b)
      const again = ids(stale)
        .filter((id) => id <= cursor)
        .slice(0, limit)
      const fresh = ids(articles().map((article) => article.id))
        .filter((id) => id > cursor)
        .slice(0, limit)
      for (const id of again) stale.delete(id)
      cursor = fresh.at(-1) ?? cursor
      for (const id of fresh) stale.delete(id)
      for (const id of [...again, ...fresh]) {
        indexed.set(id, searchDocument(articles().find((article) => article.id === id)!))
      }
      return again.length + fresh.length
    },
    clear: () => {
      indexed.clear()
      stale.clear()
      cursor = 0
    },
    search: (query: SearchQuery, limit: number): SearchHit[] => {
      const { clauses } = query
      const titled = clauses.filter((clause) => clause.wanted).map(termsAnywhere)
      return articles()
        .filter((article) => fits(article, query))
        .filter((article) => {
          const document = indexed.get(article.id)
          return clauses.every((clause) => meets(document, clause) === clause.wanted)
        })
        .map((article) => {
          const title = indexed.get(article.id)?.title ?? []
          return { article, inTitle: titled.filter((terms) => terms.some((term) => holds(title, term))).length }
        })
        .sort(
          (a, b) =>
            b.inTitle - a.inTitle ||
            b.article.published - a.article.published ||
            (a.article.key > b.article.key ? -1 : 1),
        )
        .slice(0, limit)
    },
  }
}

function fits(article: StoredArticle, { tab, language, from, to }: SearchQuery): boolean {
  if (tab !== null && article.tab !== tab) return false
  if (language !== null && article.language !== language && !article.language?.startsWith(`${language}-`)) return false
  return (from === null || article.published >= from) && (to === null || article.published < to)
}

const meets = (document: SearchDocument | undefined, { or = [], ...first }: SearchClause): boolean =>
  [first, ...or].some((condition) => meetsOne(document, condition))

function meetsOne(document: SearchDocument | undefined, { field, term }: SearchCondition): boolean {
  if (!document) return false
  return field === 'any' ? holds(document.title, term) || holds(document.text, term) : holds(document[field], term)
}

function holds(tokens: readonly string[], { tokens: wanted, prefix }: SearchTerm): boolean {
  return tokens.some((_, at) =>
    wanted.every((token, i) => {
      const here = tokens[at + i] ?? ''
      return prefix && i === wanted.length - 1 ? here.startsWith(token) : here === token
    }),
  )
}

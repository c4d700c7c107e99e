import type { Article } from '../domain/article.ts'
import { categoryNames } from './category-synonyms.ts'
import { searchTokens } from './search-tokens.ts'

/** The searchable fields of an article, as tokens. */
export interface SearchDocument {
  readonly title: readonly string[]
  readonly text: readonly string[]
  readonly source: readonly string[]
  readonly author: readonly string[]
  readonly category: readonly string[]
}

/** PostgreSQL has positions up to 16,383; later words are not indexed on either database. */
const MOST_TEXT_TOKENS = 10_000
const MOST_TITLE_TOKENS = 500

type Searchable = Pick<
  Article,
  | 'title'
  | 'text'
  | 'description'
  | 'sourceName'
  | 'publisher'
  | 'author'
  | 'rssCategory'
  | 'finalCategory'
  | 'categories'
>

/** Tokenizes an article for the index; deterministic. */
export function searchDocument(article: Searchable): SearchDocument {
  const names = [article.sourceName, article.publisher]
  const own = [article.rssCategory, article.finalCategory, ...article.categories].flatMap((name) => name ?? [])
  const categories = [...new Set(own.flatMap(categoryNames))]
  return {
    title: tokens([article.title], MOST_TITLE_TOKENS),
    text: tokens(texts(article), MOST_TEXT_TOKENS),
    source: tokens(names, MOST_TITLE_TOKENS),
    author: tokens([article.author], MOST_TITLE_TOKENS),
    category: tokens(categories, MOST_TITLE_TOKENS),
  }
}

/** A description that repeats the start of the text is left out. */
function texts({ text, description }: Searchable): readonly (string | null)[] {
  const start = description?.replace(/…$/, '').trim() ?? ''
  return start !== '' && !text?.startsWith(start) ? [text, description] : [text]
}

/** A token between two texts that no query can contain, so that no phrase matches across them. */
const GAP = '·'

function tokens(parts: readonly (string | null)[], most: number): string[] {
  const list: string[] = []
  for (const part of parts) {
    if (part === null) continue
    if (list.length > 0) list.push(GAP)
    for (const { token } of searchTokens(part, most - list.length)) list.push(token)
  }
  return list.slice(0, most)
}

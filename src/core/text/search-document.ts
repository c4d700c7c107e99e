import type { Article } from '../domain/article.ts'
import { searchTokens } from './search-tokens.ts'

/** What of an article can be looked for, as tokens. */
export interface SearchDocument {
  readonly title: readonly string[]
  readonly text: readonly string[]
  readonly source: readonly string[]
  readonly author: readonly string[]
  readonly category: readonly string[]
}

/** PostgreSQL knows places in a text up to 16,383; what stands behind so many words is not indexed on either database. */
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

/** Takes the words of an article apart for the index; the same article always gives the same. */
export function searchDocument(article: Searchable): SearchDocument {
  const names = [article.sourceName, article.publisher]
  const categories = [article.rssCategory, article.finalCategory, ...article.categories]
  return {
    title: tokens([article.title], MOST_TITLE_TOKENS),
    text: tokens(texts(article), MOST_TEXT_TOKENS),
    source: tokens(names, MOST_TITLE_TOKENS),
    author: tokens([article.author], MOST_TITLE_TOKENS),
    category: tokens(categories, MOST_TITLE_TOKENS),
  }
}

/** A description that only repeats the start of the text adds nothing. */
function texts({ text, description }: Searchable): readonly (string | null)[] {
  const start = description?.replace(/…$/, '').trim() ?? ''
  return start !== '' && !text?.startsWith(start) ? [text, description] : [text]
}

/** Between two texts stands a token that is no letter, which nobody can ask for, so that no phrase reaches from one into the other. */
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

import type { Article } from '../core/domain/article.ts'
import { readingMinutes } from '../core/text/reading-minutes.ts'
import type { Store } from '../io/store/open-store.ts'

/** What the text of its page changes about an article. */
type Counted = { readonly id: number } & Pick<Article, 'wordCount' | 'partialContent' | 'contentHash'> &
  Partial<Pick<Article, 'readingMinutes'>>

/** The content hash of an article together with the text of its page. */
export const hashWithPage = (contentHash: string, fetchedAt: number): string => `${contentHash} page ${fetchedAt}`

/**
 * Articles as they count for readers: where the text of the page is there, its length is theirs, and they are whole. Their hash names
 * that text too, so that what was computed without it is computed anew. Never for decisions: those are about what feeds gave.
 */
export async function withFullCounts<One extends Counted>(
  store: Pick<Store, 'fullTextCounts'>,
  articles: readonly One[],
): Promise<readonly One[]> {
  const counts = await store.fullTextCounts(articles.map(({ id }) => id))
  if (counts.size === 0) return articles
  return articles.map((article) => {
    const count = counts.get(article.id)
    if (count === undefined) return article
    const { wordCount, fetchedAt } = count
    const minutes = article.readingMinutes === undefined ? {} : { readingMinutes: readingMinutes(wordCount) }
    const contentHash = hashWithPage(article.contentHash, fetchedAt)
    return { ...article, wordCount, ...minutes, partialContent: false, contentHash }
  })
}

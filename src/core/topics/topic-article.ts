import type { Article } from '../domain/article.ts'
import type { Tier } from '../domain/source.ts'

/** An article as grouping needs it: its text, its date and its importance. */
export interface TopicArticle extends Pick<Article, 'key' | 'title' | 'text' | 'language'> {
  readonly sourceName: string | null
  readonly published: number | null
  /** Importance, 0 to 100. */
  readonly score: number
  readonly tier: Tier
  /** The key of its story, where it is known without the stories of the request. */
  readonly story?: string
  /** Where its terms are in the columns of the request, when they are known without the text. */
  readonly subject?: number
}

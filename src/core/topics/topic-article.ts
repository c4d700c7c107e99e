import type { Article } from '../domain/article.ts'
import type { Tier } from '../domain/source.ts'
import type { Subject } from '../similar/subject.ts'

/** An article as topics are made of it: its words, its place in time, and how much it matters. */
export interface TopicArticle extends Pick<Article, 'key' | 'title' | 'text' | 'language'> {
  readonly sourceName: string | null
  readonly published: number | null
  /** Importance, 0 to 100. */
  readonly score: number
  readonly tier: Tier
  /** What it is about, where that is known without its text. */
  readonly subject?: Subject
}

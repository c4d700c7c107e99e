import type { Article } from '../core/domain/article.ts'

/** An article as JSON: the same names, instants as ISO 8601. */
export function articleJson(article: Article): Record<string, unknown> {
  const { published, firstSeen, ...rest } = article
  return { ...rest, published: new Date(published).toISOString(), firstSeen: new Date(firstSeen).toISOString() }
}

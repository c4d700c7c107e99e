import type { Article } from '../domain/article.ts'
import type { Idf } from '../similar/idf.ts'
import { type SubjectText, subjectTerms, subjectVector } from '../similar/subject.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { DepthSignals } from './depth-signals.ts'
import { likenessTo } from './relevance.ts'

/** What a score needs of an article's text; valid as long as the content hash is the same. Null is what was not read. */
export interface ArticleFacts extends Pick<Article, 'contentHash'> {
  readonly signals: DepthSignals | null
  /** Similarity to the profile of this run. */
  readonly likeness: number | null
}

/**
 * Similarity of a text to a profile, over a frozen background IDF: one more article in the window must not change all the others.
 * `subjectLikeness` gives the same from terms that are known without the text.
 */
export function textLikeness(profile: SparseVector, article: SubjectText, idf: Idf): number {
  return likenessTo(profile, subjectVector(subjectTerms(article), idf))
}

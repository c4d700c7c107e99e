import type { Article } from '../domain/article.ts'
import type { Idf } from '../similar/idf.ts'
import { backgroundIdf, subjectTerms, subjectVector } from '../similar/subject.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { type DepthSignals, depthSignals } from './depth-signals.ts'

/** What a score needs of an article's text; valid as long as the content hash is the same. */
export interface ArticleFacts {
  readonly contentHash: string
  readonly signals: DepthSignals
  /** Its term vector over a frozen background IDF: one more article in the window must not change all the others. */
  readonly vector: SparseVector
}

/** The fields of an article that a score reads. */
export type ReadableArticle = Pick<
  Article,
  'title' | 'text' | 'body' | 'url' | 'language' | 'sourceName' | 'contentHash'
>

/** Reads an article once. `idf` is the epoch's; by default the shipped background of its language. */
export function articleFacts(article: ReadableArticle, idf?: Idf): ArticleFacts {
  const known = idf ?? backgroundIdf(article.language, article.title)
  return {
    contentHash: article.contentHash,
    signals: depthSignals(article),
    vector: subjectVector(subjectTerms(article), known),
  }
}

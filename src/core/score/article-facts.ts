import type { Article } from '../domain/article.ts'
import type { Idf } from '../similar/idf.ts'
import { backgroundIdf, subjectTerms, subjectVector } from '../similar/subject.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { type DepthSignals, depthSignals } from './depth-signals.ts'

/** What only the text of an article tells; it holds as long as the content hash does. */
export interface ArticleFacts {
  readonly contentHash: string
  readonly signals: DepthSignals
  /** Its subject, against a frozen background: one more article in the window must not move all others. */
  readonly vector: SparseVector
}

/** As much of an article as is read for a score; every `Article` has it. */
export type ReadableArticle = Pick<
  Article,
  'title' | 'text' | 'body' | 'url' | 'language' | 'sourceName' | 'contentHash'
>

/** Reads an article once. `idf` is the epoch's; by default the background we ship for its language. */
export function articleFacts(article: ReadableArticle, idf?: Idf): ArticleFacts {
  const known = idf ?? backgroundIdf(article.language, article.title)
  return {
    contentHash: article.contentHash,
    signals: depthSignals(article),
    vector: subjectVector(subjectTerms(article), known),
  }
}

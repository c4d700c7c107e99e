import { countedSubject } from '../core/dedup/print/print-subjects.ts'
import { hasContent } from '../core/dedup/print/read-in-place.ts'
import { type ArticleFacts, textLikeness } from '../core/score/article-facts.ts'
import { depthSignals } from '../core/score/depth-signals.ts'
import type { Unread } from '../core/score/score-window.ts'
import { subjectLikeness } from '../core/score/subject-likeness.ts'
import type { SparseVector } from '../core/similar/vectors.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ArticleLine, TextsToScore } from '../io/store/windows.ts'
import type { RelevanceIdf } from './relevance-idf.ts'
import type { WindowSubjects } from './window-subjects.ts'
import { hashWithPage } from './with-full-counts.ts'

/** What articles are compared with, and by which weights. */
export interface Comparison {
  readonly vector: SparseVector
  readonly background: RelevanceIdf
}

/** How many texts are in memory at once. */
const TEXTS_PER_QUERY = 2000

/**
 * Reads what scores need of articles, by key. What an article is about is in its print; its text is read for the signs of depth, and
 * where the print is missing, older, or not of the text that counts, which may be that of the page.
 */
export async function readFacts(
  unread: Unread<ArticleLine>,
  comparison: Comparison | null,
  store: Pick<Store, 'textsToScore'>,
  subjects: WindowSubjects,
): Promise<Map<string, ArticleFacts>> {
  const likeness = comparison === null ? new Map() : await likenessByPrint(unread.likeness, comparison, subjects)
  const facts = new Map<string, ArticleFacts>()
  for (const { key, contentHash } of unread.likeness)
    if (likeness.has(key)) facts.set(key, { contentHash, signals: null, likeness: likeness.get(key)! })
  const toRead = [...new Set([...unread.signals, ...unread.likeness.filter(({ key }) => !likeness.has(key))])]
  const lines = new Map(toRead.map((line) => [line.id, line]))
  for (let from = 0; from < toRead.length; from += TEXTS_PER_QUERY) {
    const ids = toRead.slice(from, from + TEXTS_PER_QUERY).map(({ id }) => id)
    for (const texts of await store.textsToScore(ids)) {
      const line = lines.get(texts.id)!
      facts.set(line.key, factsOf(line, texts, comparison, likeness.get(line.key)))
    }
  }
  return facts
}

async function likenessByPrint(
  lines: readonly ArticleLine[],
  { vector, background }: Comparison,
  subjects: WindowSubjects,
): Promise<Map<string, number>> {
  const likeness = new Map<string, number>()
  await subjects.load(lines, (line, print) => {
    const subject = hasContent(print, line.contentHash) ? countedSubject(print, line.title) : null
    if (subject !== null) likeness.set(line.key, subjectLikeness(vector, subject, background.weightOf(line)))
  })
  return likeness
}

/** The facts of a text, with the hash of the content that it is: it may have changed since the article was read. */
function factsOf(
  { title, url, language, sourceName }: ArticleLine,
  { contentHash, pageFetchedAt, body, text }: TextsToScore,
  comparison: Comparison | null,
  known: number | undefined,
): ArticleFacts {
  const article = { title, url, language, sourceName, body, text }
  return {
    contentHash: pageFetchedAt === null ? contentHash : hashWithPage(contentHash, pageFetchedAt),
    signals: depthSignals(article),
    likeness:
      known ??
      (comparison && textLikeness(comparison.vector, article, comparison.background.idfOf({ language, title }))),
  }
}

import type { PageRequest, ReadPage } from '../domain/full-text.ts'
import { countWords } from '../text/count-words.ts'
import { sanitizeHtml } from '../text/sanitize-html.ts'
import { storable } from '../text/storable.ts'
import { type ExtractedArticle, extractArticle } from './extract-article.ts'
import { judgeArticle } from './judge-article.ts'
import { refusedPage } from './problem-words.ts'

const NOTHING: ExtractedArticle = { title: null, html: '', base: '' }

/** Finds the article of a decoded page, makes it safe, and refuses what is no better than the feed's own text. */
export function readPage(html: string, { asked, url, feed }: Omit<PageRequest, 'body' | 'contentType'>): ReadPage {
  const extracted = extractArticle(html, url)
  if (extracted === 'tooComplex') return refusedPage('tooComplex')
  const { title, html: found, base } = extracted ?? NOTHING
  const { html: safe, text } = sanitizeHtml(found, base || url)
  const wordCount = countWords(text)
  const problem = judgeArticle({
    asked,
    url,
    pageText: sanitizeHtml(html).text,
    isClosed: isClosed(html),
    html: safe,
    text,
    wordCount,
    feedWordCount: feed.wordCount,
  })
  return problem === null ? storable({ kind: 'article', title, html: safe, text, wordCount }) : refusedPage(problem)
}

/** By https://schema.org/isAccessibleForFree, which search engines ask of articles behind a paywall. */
const isClosed = (html: string): boolean => /"isAccessibleForFree"\s*:\s*"?false/i.test(html)

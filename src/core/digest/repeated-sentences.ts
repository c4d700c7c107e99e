import { splitSentences } from '../text/sentences.ts'
import { words } from '../text/words.ts'
import type { WindowArticle } from './digest-input.ts'
import { languageOf, type SummaryArticle } from './story-sentences.ts'

/** Of a text only so much is compared at either end: what a newsroom puts into every article stands there. */
const READ = 4000

/**
 * The sentences that a source puts into articles of different stories: requests for support, notes about the outlet. They say
 * nothing about a story.
 */
export function repeatedSentences(
  articles: Iterable<SummaryArticle & Pick<WindowArticle, 'sourceName' | 'story'>>,
): ReadonlySet<string> {
  const firstStory = new Map<string, string>()
  const repeated = new Set<string>()
  for (const article of articles) {
    if (article.text === null) continue
    for (const sentence of foldedSentences(article.text, languageOf(article))) {
      const id = `${article.sourceName}\n${sentence}`
      const story = firstStory.get(id)
      if (story === undefined) firstStory.set(id, article.story)
      else if (story !== article.story) repeated.add(sentence)
    }
  }
  return repeated
}

function foldedSentences(text: string, language: string): Set<string> {
  const ends = text.length <= 2 * READ ? text : `${text.slice(0, READ)}\n\n${text.slice(-READ)}`
  return new Set(splitSentences(ends, language).map((sentence) => words(sentence).join(' ')))
}

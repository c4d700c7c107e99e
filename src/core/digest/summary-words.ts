import { countWords } from '../text/count-words.ts'
import { scriptOf } from '../text/words.ts'

/** True for languages whose summaries are measured in characters. */
export function isUnspacedLanguage(language: string | null, sample = ''): boolean {
  const tag = language?.slice(0, 2).toLowerCase() ?? scriptOf(sample)
  return tag === 'zh' || tag === 'ja'
}

/** The length of a summary in words; in Chinese and Japanese two characters, punctuation included, count as one. */
export function summaryWords(text: string, unspaced: boolean): number {
  const blank = text.trim()
  if (blank === '') return 0
  if (unspaced) return Array.from(blank.replace(/\s/g, '')).length / 2
  // A dash between blanks is not a word, but a count by blanks must not exceed the limit either.
  return Math.max(countWords(blank), blank.split(/\s+/).length)
}

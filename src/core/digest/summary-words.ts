import { countWords } from '../text/count-words.ts'
import { scriptOf } from '../text/words.ts'

/** True where summaries are measured in characters. */
export function isUnspacedLanguage(language: string | null, sample = ''): boolean {
  const tag = language?.slice(0, 2).toLowerCase() ?? scriptOf(sample)
  return tag === 'zh' || tag === 'ja'
}

/** The length of a piece of a summary in words; in Chinese and Japanese two characters, punctuation too, make one. */
export function summaryWords(text: string, unspaced: boolean): number {
  const blank = text.trim()
  if (blank === '') return 0
  if (unspaced) return Array.from(blank.replace(/\s/g, '')).length / 2
  // A dash between blanks is no word, but whoever counts by blanks must not find more than the limit either.
  return Math.max(countWords(blank), blank.split(/\s+/).length)
}

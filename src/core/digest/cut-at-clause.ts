import { excerpt } from '../text/excerpt.ts'
import { isBalanced } from '../text/quotes.ts'
import { summaryWords } from './summary-words.ts'

const CLAUSE_END =
  /[,;:](?=\s)|\s(?:[–—]|--?)(?=\s)|[—，、；：]|\s(?=(?:unless|while|because|although|though|which|where|when|but)\s)/gu
/** Small words and marks at the end that only lead to what was cut off. */
const LOOSE_END = /(?:\s\p{Ll}{1,3}|[\s,;:–—-]){1,12}$/u
const LOOSE_MARKS = /[\s,;:–—-]{1,12}$/u
/** A clause shorter than this share of the available length says too little to replace its sentence. */
const LEAST_SHARE = 1 / 3

/** Shortens a sentence: whole clauses if any fit, else whole words, and `…`. */
export function cutAtClause(sentence: string, words: number, unspaced: boolean): string {
  const room = words - (unspaced ? 0.5 : 0)
  let best: string | null = null
  for (const found of sentence.matchAll(CLAUSE_END)) {
    const start = sentence.slice(0, found.index)
    if (summaryWords(start, unspaced) > room) break
    const clause = start.replace(LOOSE_MARKS, '')
    const length = summaryWords(clause, unspaced)
    if (length >= room * LEAST_SHARE && isBalanced(clause)) best = clause
  }
  return best === null ? cutAtWord(sentence, words, unspaced) : `${best}…`
}

function cutAtWord(sentence: string, words: number, unspaced: boolean): string {
  if (unspaced) return excerpt(sentence, Math.floor(words * 2))
  let end = 0
  for (const found of sentence.matchAll(/\S+/gu)) {
    const next = found.index + found[0].length
    if (summaryWords(sentence.slice(0, next), false) > words) break
    end = next
  }
  const start = beforeOpenQuotation(sentence.slice(0, end), words * LEAST_SHARE)
  return `${start.replace(LOOSE_END, '')}…`
}

/** Drops a quotation that would be cut, if enough text precedes it. */
function beforeOpenQuotation(text: string, least: number): string {
  if (isBalanced(text)) return text
  const opened = Math.max(...['“', '„', '«', '"', '(', '‘'].map((mark) => text.lastIndexOf(mark)))
  const before = text.slice(0, Math.max(0, opened))
  return summaryWords(before, false) >= least ? before : text
}

const plain = /^[\x20-\x7e]*$/
const untidy = /^\s|\s$|\s\s|[^\S ]/

/** Folds a line for comparison: case, width and blanks are ignored. Display text is never folded. */
export function fold(text: string): string {
  const lower = (plain.test(text) ? text : text.normalize('NFKC')).toLowerCase()
  return untidy.test(lower) ? lower.replace(/\s+/g, ' ').trim() : lower
}

/** Removes all blanks and invisible joiners: the crawl inserts line breaks that a heading does not have. */
export const squeeze = (text: string): string => text.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, '')

/** A folded label without a trailing bar or colon. */
export function foldLabel(text: string): string {
  const folded = fold(text)
  return /[|:]$/.test(folded) ? folded.slice(0, -1).trimEnd() : folded
}

const marks: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201b\u2032`\u00b4]/g, "'"],
  [/[\u201c\u201d\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
]

/** The headline in the dedup key: one kind of quote and dash, no blanks. */
export function headlineKey(headline: string): string {
  const folded = fold(headline)
  return squeeze(plain.test(folded) ? folded : marks.reduce((text, [from, to]) => text.replace(from, to), folded))
}

const letter = /\p{L}/u

/** True for text that can be a headline: it has a letter. */
export const hasLetter = (text: string): boolean => letter.test(text)

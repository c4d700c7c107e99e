import { fnv1a32Between } from './hash.ts'
import { WORD_FREQUENCIES } from './word-frequencies-data.ts'

/** In which share of texts a term occurs that is not on the list: names, mostly. */
export const UNKNOWN_SHARE = 0.0003

/** The share of texts that hold a hashed term, for terms that are common in a language. */
export type TermShares = ReadonlyMap<number, number>

const tables = new Map<string, TermShares>()

/**
 * How common the words of a language are in ordinary texts, by hashed term. A lasting statistic: a window of articles is
 * too small, or too odd, to tell ordinary words from names. Empty for a language that was not counted.
 */
export function commonTerms(language: string): TermShares {
  const known = tables.get(language)
  if (known !== undefined) return known
  const shares = new Map<number, number>()
  eachCommonTerm(language, (id, share) => shares.set(id, share))
  tables.set(language, shares)
  return shares
}

const [BLANK, BAR] = [32, 124]

/**
 * Visits the common terms of a language and their shares. Reads the table where it lies: it has six thousand words of each language,
 * and a start of the program that decides about an article pays for those of its language.
 */
export function eachCommonTerm(language: string, visit: (id: number, share: number) => void): void {
  const groups = WORD_FREQUENCIES.find(([name]) => name === language)?.[1] ?? ''
  for (let start = 0, share = 0, isCount = true; start < groups.length; ) {
    let end = start
    while (end < groups.length && groups.charCodeAt(end) !== BLANK && groups.charCodeAt(end) !== BAR) end++
    if (isCount) share = Number(groups.slice(start, end)) / 10_000
    else visit(fnv1a32Between(groups, start, end), share)
    isCount = groups.charCodeAt(end) === BAR
    start = end + 1
  }
}

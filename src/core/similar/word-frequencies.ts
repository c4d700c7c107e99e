import { fnv1a32 } from './hash.ts'
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
  const row = WORD_FREQUENCIES.find(([name]) => name === language)
  for (const group of row?.[1].split('|') ?? []) {
    const [count, ...terms] = group.split(' ')
    for (const term of terms) shares.set(fnv1a32(term), Number(count) / 10_000)
  }
  tables.set(language, shares)
  return shares
}

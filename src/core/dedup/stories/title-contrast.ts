import type { PrintTitle } from '../../domain/print.ts'
import { isNumber } from '../../text/numbers.ts'
import type { TermIdf } from '../epoch/epoch.ts'

/** A title, and the IDF of its language. */
export interface WeighedTitle {
  readonly title: Pick<PrintTitle, 'words' | 'terms'>
  readonly idf: TermIdf
}

/** Groups with fewer titles have no words of their own: the next title may bring others. */
export const LEAST_TITLES = 8
/** The share of a group's titles that have its own word, and the share of the other group's titles that may have it too. */
const OWN_SHARE = 2 / 3
const STRAY_SHARE = 0.1
/** An own word is in at most one ordinary text in two hundred. */
const OWN_IDF = Math.log(200)
const LEAST_LETTERS = 3

/**
 * Whether two large groups of titles tell two events: most titles of each have a rare word that hardly any title of the other
 * has, as two bankruptcies of one day. Pairs do not show this: a title may leave out any word, but not most titles of a group.
 */
export function areContrasted(a: readonly WeighedTitle[], b: readonly WeighedTitle[]): boolean {
  if (Math.min(a.length, b.length) < LEAST_TITLES) return false
  const [first, second] = [countWords(a), countWords(b)]
  return hasOwnWord(first, a.length, second, b.length) && hasOwnWord(second, b.length, first, a.length)
}

/** In how many titles each rare word stands. */
function countWords(titles: readonly WeighedTitle[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { title, idf } of titles)
    for (const [at, word] of title.words.entries()) {
      if (word.length < LEAST_LETTERS || isNumber(word) || idf(title.terms[at]!) < OWN_IDF) continue
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  return counts
}

type Counts = ReadonlyMap<string, number>

function hasOwnWord(own: Counts, ownSize: number, other: Counts, otherSize: number): boolean {
  for (const [word, count] of own)
    if (count >= OWN_SHARE * ownSize && countAlike(word, other) <= STRAY_SHARE * otherSize) return true
  return false
}

/** The count of the commonest word that is spelt alike: one begins or ends with the other, as "Gox" and "MtGox". */
function countAlike(word: string, counts: Counts): number {
  let most = counts.get(word) ?? 0
  for (const [other, count] of counts) if (count > most && (isPart(word, other) || isPart(other, word))) most = count
  return most
}

const isPart = (part: string, whole: string): boolean => whole.startsWith(part) || whole.endsWith(part)

import { fnv1a32 } from '../similar/hash.ts'
import { termsOfWords } from '../similar/terms.ts'
import { isUnspaced } from '../text/words.ts'

/** The hashed term of every word met so far, by language: news repeats its words. Dropped before it grows large. */
const known = new Map<string | null, Map<string, number>>()
const MOST_KNOWN = 50_000
let size = 0

/** A word without a term, such as a stop word. */
const NONE = -1

/** The terms of folded words, hashed, in order. */
export function termIds(words: Iterable<string>, language: string | null): number[] {
  const ids: number[] = []
  const own = idsIn(language)
  for (const word of words) {
    const id = own.get(word)
    if (id === undefined) learn(word, language, ids)
    else if (id !== NONE) ids.push(id)
  }
  return ids
}

function idsIn(language: string | null): Map<string, number> {
  if (size >= MOST_KNOWN) {
    known.clear()
    size = 0
  }
  const own = known.get(language) ?? new Map<string, number>()
  known.set(language, own)
  return own
}

function learn(found: string, language: string | null, ids: number[]): void {
  // A word cut out of a text would keep the whole text in memory.
  const word = Array.from(found).join('')
  const terms = termsOfWords([word], language)
  for (const term of terms) ids.push(fnv1a32(term))
  // A run without spaces is a clause, and comes once.
  if (terms.length > 1 || isUnspaced(word)) return
  known.get(language)!.set(word, terms.length === 0 ? NONE : fnv1a32(terms[0]!))
  size++
}

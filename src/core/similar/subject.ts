import { type PrintTerms, TERM_FLAGS } from '../domain/print.ts'
import { comparableText } from '../text/comparable-text.ts'
import { withoutElisions } from '../text/elisions.ts'
import { normalizeTitle } from '../text/title.ts'
import { epoch0 } from './epoch0.ts'
import { fnv1a32 } from './hash.ts'
import { type Idf, idfOf } from './idf.ts'
import { leadOf, terms } from './terms.ts'
import { type SparseVector, unitVector, type Vocabulary } from './vectors.ts'

/** As much of an article as its subject is read from. */
export type SubjectText = {
  readonly title: string
  readonly text: string | null
  readonly language: string | null
  readonly sourceName: string | null
}

/** A subject counts the title twice and the first 200 words once, as is usual for scoring and grouping news. */
const TITLE_WEIGHT = 2
const LEAD_WORDS = 200

/** Terms numbered by their hash: the numbers never change, so that a stored vector and a new one can be compared. */
export const hashedVocabulary: Vocabulary = { numberOf: fnv1a32, size: () => 2 ** 32 }

/** How often an article says each term, without what its feed adds to the headline. */
export function subjectTerms(article: SubjectText): ReadonlyMap<string, number> {
  const { title, text, language, sourceName } = comparableText(article)
  const counts = new Map<string, number>()
  for (const term of terms(withoutElisions(normalizeTitle(title, sourceName), language), language))
    add(counts, term, TITLE_WEIGHT)
  const lead = text === null ? '' : leadOf(text, LEAD_WORDS)
  for (const term of terms(lead, language)) add(counts, term, 1)
  return counts
}

/** The TF-IDF vector of length one, repetition damped: (1 + ln tf) × idf. Terms are numbered by their hash by default. */
export function subjectVector(
  counts: ReadonlyMap<string, number>,
  idf: Idf,
  vocabulary: Vocabulary = hashedVocabulary,
): SparseVector {
  const weigh = (term: string, count: number): number => (1 + Math.log(count)) * idf(term)
  return unitVector(Array.from(counts, ([term, count]) => [vocabulary.numberOf(term), weigh(term, count)] as const))
}

/** How much terms say in a language, by the background we ship. */
export function backgroundIdf(language: string | null, sample: string): Idf {
  return idfOf(epoch0(language, sample))
}

/** What an article says and how often: hashed terms, ascending, and their counts. */
export interface Subject {
  readonly ids: Uint32Array
  readonly counts: Uint8Array
}

/** The subject as read from the article's words. */
export function subjectOf(article: SubjectText): Subject {
  const found = new Map<number, number>()
  for (const [term, count] of subjectTerms(article)) add(found, fnv1a32(term), count)
  const ids = Uint32Array.from(found.keys()).sort()
  return { ids, counts: Uint8Array.from(ids, (id) => Math.min(255, found.get(id)!)) }
}

/** A print counts the headline three times, a subject twice. */
const ONCE_LESS = 1

/** The same from the article's print; a word that a headline repeats counts a little more. */
export function subjectOfPrint({ ids, counts, flags }: Pick<PrintTerms, 'ids' | 'counts' | 'flags'>): Subject {
  const isTitled = (at: number): boolean => (flags[at]! & TERM_FLAGS.inTitle) !== 0
  return { ids, counts: counts.map((count, at) => (isTitled(at) ? count - ONCE_LESS : count)) }
}

function add<Term>(counts: Map<Term, number>, term: Term, count: number): void {
  counts.set(term, (counts.get(term) ?? 0) + count)
}

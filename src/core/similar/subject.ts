import { type PrintTerms, TERM_FLAGS } from '../domain/print.ts'
import { comparableText } from '../text/comparable-text.ts'
import { withoutElisions } from '../text/elisions.ts'
import { normalizeTitle } from '../text/title.ts'
import { epoch0 } from './epoch0.ts'
import { fnv1a32 } from './hash.ts'
import { type Idf, idfOf } from './idf.ts'
import { type StoryTerms, storyTerms, storyVector, type WeighingPolicy } from './story-vector.ts'
import type { SparseVector, Vocabulary } from './vectors.ts'

/** As much of an article as its subject is read from. */
export type SubjectText = {
  readonly title: string
  readonly text: string | null
  readonly language: string | null
  readonly sourceName: string | null
}

/** The title twice and the first 200 words, as everybody who scores and groups news does it. */
export const SUBJECT_POLICY: WeighingPolicy = { titleWeight: 2, leadWords: 200, nameWeight: 1 }

/** Numbers that outlive a window, so that a stored vector and one of today can be compared. */
export const hashedVocabulary: Vocabulary = { numberOf: fnv1a32, size: () => 2 ** 32 }

/** What an article says and how often, without what its feed hangs on the headline. */
export function subjectTerms(article: SubjectText): StoryTerms {
  const { title, text, language, sourceName } = comparableText(article)
  return storyTerms(
    { title: withoutElisions(normalizeTitle(title, sourceName), language), body: text, language },
    SUBJECT_POLICY,
  )
}

/** The TF-IDF vector of an article in numbers that last. */
export function subjectVector(terms: StoryTerms, idf: Idf): SparseVector {
  return storyVector(terms, idf, hashedVocabulary, SUBJECT_POLICY.nameWeight)
}

/** How much terms say in a language, by the background we ship. */
export function backgroundIdf(language: string | null, sample: string): Idf {
  return idfOf(epoch0(language, sample))
}

/** What an article says and how often: terms by numbers that last, ascending. */
export interface Subject {
  readonly ids: Uint32Array
  readonly counts: Uint8Array
}

/** The subject as read from the article's words. */
export function subjectOf(article: SubjectText): Subject {
  const found = new Map<number, number>()
  for (const [term, count] of subjectTerms(article).counts) add(found, fnv1a32(term), count)
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

function add(counts: Map<number, number>, id: number, count: number): void {
  counts.set(id, (counts.get(id) ?? 0) + count)
}

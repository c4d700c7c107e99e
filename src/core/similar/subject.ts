import type { PrintTerms } from '../domain/print.ts'
import { normalizeTitle } from '../text/title.ts'
import { epoch0 } from './epoch0.ts'
import { fnv1a32 } from './hash.ts'
import { type Idf, idfOf } from './idf.ts'
import { STORY_POLICY } from './policies.ts'
import { type StoryTerms, storyTerms, storyVector, type WeighingPolicy } from './story-vector.ts'
import { terms } from './terms.ts'
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
export function subjectTerms({ title, text, language, sourceName }: SubjectText): StoryTerms {
  return storyTerms({ title: normalizeTitle(title, sourceName), body: text, language }, SUBJECT_POLICY)
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

/** The same from the article's print, which counts the headline more often; the text need not be read again. */
export function subjectOfPrint(
  { ids, counts }: Pick<PrintTerms, 'ids' | 'counts'>,
  { title, language, sourceName }: Omit<SubjectText, 'text'>,
): Subject {
  const tooOften = STORY_POLICY.titleWeight - SUBJECT_POLICY.titleWeight
  const fewer = counts.slice()
  for (const term of terms(normalizeTitle(title, sourceName), language)) {
    const place = placeIn(ids, fnv1a32(term))
    if (place >= 0) fewer[place] = Math.max(0, fewer[place]! - tooOften)
  }
  // A term that only the first words of the text have counts for events, not for subjects.
  if (!fewer.includes(0)) return { ids, counts: fewer }
  return { ids: ids.filter((_, at) => fewer[at]! > 0), counts: fewer.filter((count) => count > 0) }
}

/** Where a number stands among ascending ones; −1 when it does not. */
function placeIn(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    if (ids[middle] === id) return middle
    if (ids[middle]! < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

function add(counts: Map<number, number>, id: number, count: number): void {
  counts.set(id, (counts.get(id) ?? 0) + count)
}

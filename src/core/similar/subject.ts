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
  const inTitle = new Map<number, number>()
  for (const term of terms(normalizeTitle(title, sourceName), language)) add(inTitle, fnv1a32(term), 1)
  const tooOften = STORY_POLICY.titleWeight - SUBJECT_POLICY.titleWeight
  const keptIds = new Uint32Array(ids.length)
  const keptCounts = new Uint8Array(ids.length)
  let kept = 0
  for (let at = 0; at < ids.length; at++) {
    const count = counts[at]! - tooOften * (inTitle.get(ids[at]!) ?? 0)
    if (count <= 0) continue
    keptIds[kept] = ids[at]!
    keptCounts[kept++] = count
  }
  return { ids: keptIds.subarray(0, kept), counts: keptCounts.subarray(0, kept) }
}

function add(counts: Map<number, number>, id: number, count: number): void {
  counts.set(id, (counts.get(id) ?? 0) + count)
}

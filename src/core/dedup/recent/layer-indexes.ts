import { fnv1a32 } from '../../similar/hash.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { neededOfTitles, SHARED_PAIRS } from '../layer3-title.ts'
import type { DedupPolicy } from '../policies.ts'
import { headlineWords, letterTerms, weighedTerms } from '../titles.ts'
import type { Tally } from './candidate-counter.ts'
import {
  type CandidateIndex,
  createPrefixIndex,
  createSharedTermsIndex,
  createValueIndex,
  createWeighedIndex,
  joinIndexes,
} from './candidate-index.ts'
import { createContentIndex } from './content-index.ts'
import { createEventIndex } from './event-index.ts'
import { createJaroWinklerIndex } from './jaro-winkler-index.ts'

type BytesAt = (slot: number) => Uint8Array

const NOTHING = new Uint32Array(0)

/** Finds what the title rule of a policy admits. */
export function titleIndex({ title }: DedupPolicy, epoch: Epoch, tally: Tally): CandidateIndex | null {
  switch (title?.measure) {
    case 'soft-idf':
      return joinIndexes([
        createWeighedIndex((print) => weighedTerms(print, epoch), neededOfTitles, tally),
        createSharedTermsIndex((print) => letterTerms(print.title), SHARED_PAIRS, tally),
      ])
    case 'jaccard':
      return createPrefixIndex(
        (print) => headlineWords(print).set,
        Math.min(title.threshold, title.shortThreshold),
        tally,
      )
    case 'jaro-winkler':
      return createJaroWinklerIndex(title.threshold)
    case 'levenshtein':
      return createValueIndex(({ sourceName }) => (sourceName === null ? null : fnv1a32(sourceName)))
    case undefined:
      return null
  }
}

/** Finds what the content rule of a policy admits; fingerprints are asked only of the title layer's candidates. */
export function contentIndex(
  { content }: DedupPolicy,
  bytesAt: BytesAt,
  tally: Tally,
): CandidateIndex<Uint8Array> | null {
  return content?.measure === 'shingles' ? createContentIndex(content.thresholds, bytesAt, tally) : null
}

/** Finds what the event rule of a policy admits. */
export function eventIndex(
  { event, pairs }: DedupPolicy,
  epoch: Epoch,
  bytesAt: BytesAt,
  tally: Tally,
): CandidateIndex | null {
  switch (event?.measure) {
    case 'pair':
      return createEventIndex(pairs, epoch, bytesAt, tally)
    case 'entities':
      return createPrefixIndex(
        ({ entities }) => (entities.length < event.least ? NOTHING : entities),
        event.jaccard,
        tally,
      )
    case undefined:
      return null
  }
}

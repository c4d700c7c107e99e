import { fnv1a32 } from '../../similar/hash.ts'
import type { Epoch } from '../epoch/epoch.ts'
import { neededOfTitles, SHARED_PAIRS } from '../layer3-title.ts'
import type { DedupPolicy } from '../policies.ts'
import { headlineWords, letterTerms, weighedTerms } from '../titles.ts'
import type { CandidateCounter } from './candidate-counter.ts'
import {
  type CandidateIndex,
  createPrefixIndex,
  createSharedTermsIndex,
  createValueIndex,
  createWeighedIndex,
  joinIndexes,
} from './candidate-index.ts'
import { createContentIndex } from './content-index.ts'
import { createEventIndex, type StoredArticles } from './event-index.ts'
import { createJaroWinklerIndex } from './jaro-winkler-index.ts'
import { createTitleSketches, type TitleSketches } from './title-sketches.ts'

const NOTHING = new Uint32Array(0)

/** The candidate index for the title rule of a policy. */
export function titleIndex({ title }: DedupPolicy, epoch: Epoch, counter: CandidateCounter): CandidateIndex | null {
  switch (title?.measure) {
    case 'soft-idf':
      return joinIndexes([
        withTitleBound(
          createWeighedIndex((print) => weighedTerms(print, epoch), neededOfTitles, counter),
          createTitleSketches(epoch, title.thresholds),
          Math.min(title.thresholds.same, title.thresholds.link),
        ),
        createSharedTermsIndex((print) => letterTerms(print.title), SHARED_PAIRS, counter),
      ])
    case 'jaccard':
      return createPrefixIndex(
        (print) => headlineWords(print).set,
        Math.min(title.threshold, title.shortThreshold),
        counter,
      )
    case 'jaro-winkler':
      return createJaroWinklerIndex(title.threshold)
    case 'levenshtein':
      return createValueIndex(({ sourceName }) => (sourceName === null ? null : fnv1a32(sourceName)))
    case undefined:
      return null
  }
}

/** Leaves out candidates whose titles cannot be so much alike. */
function withTitleBound(index: CandidateIndex, sketches: TitleSketches, least: number): CandidateIndex {
  return {
    add: (slot, print) => {
      index.add(slot, print)
      sketches.add(slot, print)
    },
    each: (newcomer, isOpen, visit) => {
      sketches.begin(newcomer)
      index.each(newcomer, isOpen, (slot) => {
        if (sketches.mostAlike(slot) >= least) visit(slot)
      })
    },
    bytes: () => index.bytes() + sketches.bytes(),
  }
}

/** The candidate index for the content rule of a policy; none for fingerprints, which are compared for title candidates only. */
export function contentIndex(
  { content }: DedupPolicy,
  bodySizeAt: (slot: number) => number,
  counter: CandidateCounter,
): CandidateIndex<Uint8Array> | null {
  return content?.measure === 'shingles' ? createContentIndex(content.thresholds, bodySizeAt, counter) : null
}

/** The candidate index for the event rule of a policy. */
export function eventIndex(
  { event, pairs }: DedupPolicy,
  epoch: Epoch,
  stored: StoredArticles,
  counter: CandidateCounter,
): CandidateIndex | null {
  switch (event?.measure) {
    case 'pair':
      return createEventIndex(pairs, epoch, stored, counter)
    case 'entities':
      return createPrefixIndex(
        ({ entities }) => (entities.length < event.least ? NOTHING : entities),
        event.jaccard,
        counter,
      )
    case undefined:
      return null
  }
}

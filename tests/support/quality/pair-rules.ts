import { bodyPrint, compareBodies } from '../../../src/core/similar/body-rule.ts'
import { epoch0 } from '../../../src/core/similar/epoch0.ts'
import { compareEvents } from '../../../src/core/similar/event-rule.ts'
import { idfOf } from '../../../src/core/similar/idf.ts'
import { jaccard } from '../../../src/core/similar/jaccard.ts'
import { jaroWinkler } from '../../../src/core/similar/jaro-winkler.ts'
import { BODY_POLICY, EVENT_POLICY, TITLE_POLICY } from '../../../src/core/similar/policies.ts'
import { hamming } from '../../../src/core/similar/simhash.ts'
import { storyTerms, storyVector } from '../../../src/core/similar/story-vector.ts'
import { compareTitles, type TitleFinding, titlePrint } from '../../../src/core/similar/title-rule.ts'
import { createVocabulary } from '../../../src/core/similar/vectors.ts'
import { normalizeTitle } from '../../../src/core/text/title.ts'
import { words } from '../../../src/core/text/words.ts'
import type { LabelledPair, PairSide } from './corpus.ts'

/** Says whether a pair is the same. */
export type PairRule = (pair: LabelledPair) => boolean

/** The rules a set of pairs is measured with; those of bodies only where there are bodies. */
export const TITLE_RULES: Readonly<Record<string, PairRule>> = {
  'title links': (pair) => titles(pair).relation !== null,
  'title same': (pair) => titles(pair).relation === 'same',
  'literal Jaccard .85/.95': ({ a, b }) => literalJaccard(a.title, b.title),
  'literal Jaro-Winkler .85': ({ a, b }) => literalJaroWinkler(a.title, b.title),
}

export const BODY_RULES: Readonly<Record<string, PairRule>> = {
  'title or event links': (pair) => titles(pair).relation !== null || eventLinks(pair),
  'body same': ({ a, b }) => bodies(a, b)?.relation === 'same',
  'literal SimHash 3': ({ a, b }) => simhashNear(a, b),
}

function titles({ a, b, language }: LabelledPair): TitleFinding {
  const idf = idfOf(epoch0(language, a.title))
  const print = (side: PairSide) => titlePrint(side.title, idf, TITLE_POLICY, { language })
  return compareTitles(print(a), print(b), TITLE_POLICY)
}

function eventLinks({ a, b, language }: LabelledPair): boolean {
  const idf = idfOf(epoch0(language, a.title))
  const vocabulary = createVocabulary()
  const vector = ({ title, body }: PairSide) => {
    const counted = storyTerms({ title: normalizeTitle(title), body, language }, EVENT_POLICY)
    return storyVector(counted, idf, vocabulary, EVENT_POLICY.nameWeight)
  }
  return compareEvents(vector(a), vector(b), null, EVENT_POLICY).relation === 'linked'
}

function bodies(a: PairSide, b: PairSide) {
  const [first, second] = [a, b].map(({ body }) => (body === null ? null : bodyPrint(body, BODY_POLICY)))
  return first && second ? compareBodies(first, second, BODY_POLICY) : null
}

function simhashNear(a: PairSide, b: PairSide): boolean {
  const [first, second] = [a, b].map(({ body }) => (body === null ? null : bodyPrint(body, BODY_POLICY)))
  return first && second ? hamming(first.simhash, second.simhash) <= 3 : false
}

/** Word sets alike to 0.85, or to 0.95 when the shorter has under five words. */
export function literalJaccard(a: string, b: string): boolean {
  const [first, second] = [new Set(words(normalizeTitle(a))), new Set(words(normalizeTitle(b)))]
  return jaccard(first, second) >= (Math.min(first.size, second.size) < 5 ? 0.95 : 0.85)
}

/** Normalised titles alike to 0.85, without any veto. */
export function literalJaroWinkler(a: string, b: string): boolean {
  return jaroWinkler(words(normalizeTitle(a)).join(' '), words(normalizeTitle(b)).join(' ')) >= 0.85
}

import { createDeduper } from '../../../src/core/dedup/deduper.ts'
import { epochZero } from '../../../src/core/dedup/epoch/epoch.ts'
import { contentMatch } from '../../../src/core/dedup/layer4-content.ts'
import { policyOf } from '../../../src/core/dedup/policies.ts'
import { titlePrintOf } from '../../../src/core/dedup/titles.ts'
import type { Disposition } from '../../../src/core/domain/disposition.ts'
import type { Print } from '../../../src/core/domain/print.ts'
import { jaccard } from '../../../src/core/similar/jaccard.ts'
import { jaroWinkler } from '../../../src/core/similar/jaro-winkler.ts'
import { TITLE_POLICY } from '../../../src/core/similar/policies.ts'
import { hamming, simhash } from '../../../src/core/similar/simhash.ts'
import { compareTitles, type TitleFinding } from '../../../src/core/similar/title-rule.ts'
import { normalizeTitle } from '../../../src/core/text/title.ts'
import { words } from '../../../src/core/text/words.ts'
import type { LabelledPair } from './corpus.ts'
import { printsOfPair } from './labelled-sets.ts'

/** Says whether a pair is the same. */
export type PairRule = (pair: LabelledPair) => boolean

/** The rules a set of pairs is measured with: the product, its layers one by one, and the literal rules of the seeds. */
export const TITLE_RULES: Readonly<Record<string, PairRule>> = {
  'one story': (pair) => deduped(pair).isOneStory,
  copy: (pair) => COPIES.includes(deduped(pair).disposition),
  'title links': (pair) => titles(pair).relation !== null,
  'title same': (pair) => titles(pair).relation === 'same',
  'literal Jaccard .85/.95': ({ a, b }) => literalJaccard(a.title, b.title),
  'literal Jaro-Winkler .85': ({ a, b }) => literalJaroWinkler(a.title, b.title),
}

/** Those of bodies, only where there are bodies. */
export const BODY_RULES: Readonly<Record<string, PairRule>> = {
  'body same': (pair) => contentMatch(...printsOfPair(pair), RULES) !== null,
  'literal SimHash 3': ({ a, b }) => a.body !== null && b.body !== null && isSimhashNear(a.body, b.body),
}

const RULES = { policy: policyOf('calibrated'), epoch: epochZero() }
const COPIES: readonly Disposition[] = ['exact_duplicate', 'near_duplicate', 'revision']

interface Outcome {
  readonly disposition: Disposition
  readonly isOneStory: boolean
}

const outcomes = new WeakMap<LabelledPair, Outcome>()

/** What the product makes of the second article of a pair when it has seen only the first. */
function deduped(pair: LabelledPair): Outcome {
  const known = outcomes.get(pair)
  if (known !== undefined) return known
  const { a, b, language } = pair
  const deduper = createDeduper('calibrated')
  deduper.add({ id: 'a', title: a.title, text: a.body, language })
  const { disposition } = deduper.add({ id: 'b', title: b.title, text: b.body, language })
  const stories = deduper.storyOf()
  const outcome = { disposition, isOneStory: stories.get('a') === stories.get('b') }
  outcomes.set(pair, outcome)
  return outcome
}

function titles(pair: LabelledPair): TitleFinding {
  const [first, second] = printsOfPair(pair)
  return compareTitlesOf(first, second)
}

/** The product's title rule on two prints. */
export function compareTitlesOf(a: Print, b: Print): TitleFinding {
  const title = (print: Print) => titlePrintOf(print, RULES.epoch, TITLE_POLICY.weightPower)
  return compareTitles(title(a), title(b), TITLE_POLICY)
}

function isSimhashNear(a: string, b: string): boolean {
  return hamming(simhashOf(a), simhashOf(b)) <= 3
}

function simhashOf(body: string): bigint {
  const counts = new Map<string, number>()
  for (const word of words(body)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return simhash(counts)
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

import { epoch0 } from '../similar/epoch0.ts'
import { idfOf } from '../similar/idf.ts'
import { terms } from '../similar/terms.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import type { StorySentence } from './story-sentences.ts'

export type TermWeights = ReadonlyMap<string, number>

/** Weights terms for the story: frequent in it, rare elsewhere, and more when in a headline. */
export function termWeights(
  sentences: readonly StorySentence[],
  titles: readonly string[],
  language: string,
  policy: SummaryPolicy,
): TermWeights {
  const idf = idfOf(epoch0(language))
  const times = new Map<string, number>()
  for (const sentence of sentences) for (const term of sentence.terms) times.set(term, (times.get(term) ?? 0) + 1)
  const inTitles = new Set(titles.flatMap((title) => terms(title, language)))
  const weigh = (term: string, count: number) =>
    (count === 1 ? policy.toldOnce : 1 + Math.log(count)) * idf(term) * (inTitles.has(term) ? policy.titleTerm : 1)
  return new Map([...times].map(([term, count]) => [term, weigh(term, count)]))
}

/**
 * How strict the choice is: whether a dependent sentence must follow the one it depends on, and how much may be
 * repeated.
 */
export interface Strictness {
  readonly leaning: 'follow' | 'notFirst' | 'any'
  readonly repeats: number
}

export interface Cover {
  /** In the order of the articles. */
  readonly sentences: readonly StorySentence[]
  readonly words: number
}

/** The criteria by which sentences are chosen. */
export interface Choice {
  readonly weights: TermWeights
  readonly limits: WordLimits
  readonly policy: SummaryPolicy
}

/** The weight of the terms that a sentence adds to those already covered; a longer sentence must add more. */
export function gainOf(
  sentence: StorySentence,
  told: ReadonlySet<string>,
  { weights, policy }: Choice,
): { readonly gain: number; readonly repeated: number } {
  let added = 0
  let known = 0
  for (const term of sentence.terms) {
    if (told.has(term)) known++
    else added += weights.get(term) ?? 0
  }
  const index = (sentence.articleIndex === 0 ? policy.lead : 1) / (1 + policy.perSentence * sentence.index)
  const prior = index * (/^["“„«‘「『]/u.test(sentence.text) ? policy.quotation : 1)
  return {
    gain: (added * prior) / Math.sqrt(sentence.words),
    repeated: sentence.terms.size === 0 ? 1 : known / sentence.terms.size,
  }
}

/**
 * Greedy maximum coverage: repeatedly takes the sentence with the highest gain within the limits, after `first` if one
 * is given.
 */
export function coverStory(
  sentences: readonly StorySentence[],
  choice: Choice,
  strictness: Strictness,
  first: StorySentence | null = null,
): Cover {
  const { limits, policy } = choice
  const chosen: StorySentence[] = first === null ? [] : [first]
  const told = new Set<string>(first?.terms)
  let length = first?.words ?? 0
  let firstGain = 0
  for (;;) {
    const fitting = sentences.filter((one) => one.words <= limits.max - length && !chosen.includes(one))
    const best = bestOf(fitting, chosen, told, choice, strictness)
    if (best === null) break
    if (firstGain === 0) firstGain = best.gain
    if (length >= limits.min && best.gain < policy.worthwhile * firstGain) break
    chosen.push(best.sentence)
    length += best.sentence.words
    for (const term of best.sentence.terms) told.add(term)
  }
  return { sentences: chosen.sort(asTheyStand), words: length }
}

function bestOf(
  fitting: readonly StorySentence[],
  chosen: readonly StorySentence[],
  told: ReadonlySet<string>,
  choice: Choice,
  strictness: Strictness,
): { readonly sentence: StorySentence; readonly gain: number } | null {
  let best: { sentence: StorySentence; gain: number } | null = null
  for (const sentence of fitting) {
    if (!mayStand(sentence, chosen, strictness)) continue
    const { gain, repeated } = gainOf(sentence, told, choice)
    if (repeated > strictness.repeats) continue
    if (best === null || gain > best.gain) best = { sentence, gain }
  }
  return best
}

/** Order by article, then by position in the article. */
export const asTheyStand = (a: StorySentence, b: StorySentence): number =>
  a.articleIndex - b.articleIndex || a.index - b.index

function mayStand(sentence: StorySentence, chosen: readonly StorySentence[], { leaning }: Strictness): boolean {
  if (sentence.leansOn === null || leaning === 'any') return true
  if (leaning === 'notFirst') return chosen.some((other) => other.leansOn === null && asTheyStand(other, sentence) < 0)
  return chosen.some(({ text, article }) => text === sentence.leansOn && article === sentence.article)
}

import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { jaccardSorted, sharedSorted } from '../similar/jaccard.ts'
import { jaroWinkler } from '../similar/jaro-winkler.ts'
import { levenshteinRatio } from '../similar/levenshtein.ts'
import { compareTitles, type TitlePrint } from '../similar/title-rule.ts'
import type { Epoch } from './epoch/epoch.ts'
import type { TitleRule } from './policies.ts'
import { type Needed, sharedWeight, totalOf } from './recent/candidate-index.ts'
import { type Compare, inOrder, isOneSource, isWithinHours, matchOf, type Rules } from './rules.ts'
import { headlineWords, letterTerms, numbersDiffer, plainTitle, titlePrintOf, weighedTerms } from './titles.ts'

/*
 * Must never join two releases, two tolls or two days that differ in a number alone, nor a report and its denial. Decides
 * copies alone: headlines that are only alike are the pair rule's.
 */

/** How many character pairs two titles must share to be compared at all; a title of one pair cannot share two. */
export const SHARED_PAIRS = 2
/** How much of what the shorter title says the shared words must say for two titles to be compared. */
const SHARED_WEIGHT = 0.3

/** How much the shared terms of two titles must weigh for them to be compared. */
export const neededOfTitles: Needed = (own, other) => SHARED_WEIGHT * Math.min(own, other)

/** Compares titles by the policy's measure. */
export const titleMatch: Compare = (newcomer, standing, rules) => {
  const rule = rules.policy.title
  switch (rule?.measure) {
    case 'soft-idf':
      return softIdfMatch(newcomer, standing, rule, rules)
    case 'jaccard':
      return jaccardMatch(newcomer, standing, rule)
    case 'jaro-winkler':
      return jaroWinklerMatch(newcomer, standing, rule)
    case 'levenshtein':
      return levenshteinMatch(newcomer, standing, rule)
    case undefined:
      return null
  }
}

type RuleOf<M extends TitleRule['measure']> = Extract<TitleRule, { readonly measure: M }>

function softIdfMatch(newcomer: Print, standing: Print, rule: RuleOf<'soft-idf'>, { epoch }: Rules): Match | null {
  const { thresholds, numberVeto } = rule
  if (!isWithinHours(newcomer, standing, thresholds.sameHours) || !sharesTerms(newcomer, standing, epoch)) return null
  const [first, second] = inOrder(newcomer, standing).map((print) => {
    const title = titlePrintOf(print, epoch, thresholds.weightPower)
    return numberVeto ? title : withoutNumbers(title)
  }) as [TitlePrint, TitlePrint]
  const { relation, measure, value, threshold, veto } = compareTitles(first, second, thresholds)
  if (relation === 'same') {
    const overturned = isColumn(newcomer, standing) ? 'content' : null
    return matchOf('title', standing, { measure, value, threshold, relation, veto: overturned })
  }
  // Likeness that is not sure enough for a copy is the pair rule's to judge; what a veto overturned is kept to be shown.
  return veto === null ? null : matchOf('title', standing, { measure, value, threshold, relation: 'linked', veto })
}

/** Bodies of at least so many words that share less than this are two texts. */
const COLUMN_WORDS = 48
const COLUMN_JACCARD = 0.1

/** "Morning briefing" every morning: one newsroom, one headline, two texts. */
function isColumn(a: Print, b: Print): boolean {
  if (!isOneSource(a, b) || a.body === null || b.body === null) return false
  if (Math.min(a.body.length, b.body.length) < COLUMN_WORDS) return false
  return jaccardSorted(a.body.shingles, b.body.shingles) < COLUMN_JACCARD
}

function sharesTerms(newcomer: Print, standing: Print, epoch: Epoch): boolean {
  if (newcomer.title.letters === null || standing.title.letters === null) {
    const [own, other] = [weighedTerms(newcomer, epoch), weighedTerms(standing, epoch)]
    const shared = sharedWeight(own, other)
    return shared > 0 && shared >= neededOfTitles(totalOf(own), totalOf(other))
  }
  const [own, other] = [letterTerms(newcomer.title), letterTerms(standing.title)]
  const needed = Math.min(SHARED_PAIRS, own.length, other.length)
  return needed > 0 && sharedSorted(own, other) >= needed
}

const NO_NUMBERS: ReadonlySet<string> = new Set()

function withoutNumbers(title: TitlePrint): TitlePrint {
  return { ...title, numbers: NO_NUMBERS }
}

function jaccardMatch(newcomer: Print, standing: Print, rule: RuleOf<'jaccard'>): Match | null {
  if (!isWithinHours(newcomer, standing, rule.hours)) return null
  const [own, other] = [headlineWords(newcomer), headlineWords(standing)]
  const isShort = Math.min(own.count, other.count) < rule.shortWords
  const threshold = isShort ? rule.shortThreshold : rule.threshold
  const value = jaccardSorted(own.set, other.set)
  if (value < threshold) return null
  return matchOf('title', standing, { measure: 'jaccard', value, threshold, relation: 'linked' })
}

function jaroWinklerMatch(newcomer: Print, standing: Print, rule: RuleOf<'jaro-winkler'>): Match | null {
  const value = jaroWinkler(plainTitle(standing.title.raw), plainTitle(newcomer.title.raw))
  const { threshold, numberVeto } = rule
  if (value < threshold) return null
  const veto = numberVeto && numbersDiffer(newcomer.title, standing.title) ? 'numbers' : null
  return matchOf('title', standing, { measure: 'jaro-winkler', value, threshold, relation: 'same', veto })
}

function levenshteinMatch(newcomer: Print, standing: Print, { over }: RuleOf<'levenshtein'>): Match | null {
  if (newcomer.sourceName === null || newcomer.sourceName !== standing.sourceName) return null
  const value = levenshteinRatio(plainTitle(newcomer.title.raw), plainTitle(standing.title.raw))
  if (!(value > over)) return null
  return matchOf('title', standing, { measure: 'levenshtein', value, threshold: over, relation: 'same' })
}

/** The second signal of the layered policy: kept beside the first, deciding nothing. */
export function secondSignal(newcomer: Print, standing: Print): Match {
  const value = levenshteinRatio(plainTitle(newcomer.title.raw), plainTitle(standing.title.raw))
  return matchOf('title', standing, { measure: 'levenshtein', value, threshold: 0, relation: 'linked' })
}

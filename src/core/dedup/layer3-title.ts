import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import { jaccardSorted, sharedSorted } from '../similar/jaccard.ts'
import { jaroWinkler } from '../similar/jaro-winkler.ts'
import { levenshteinRatio } from '../similar/levenshtein.ts'
import type { TitlePolicy } from '../similar/policies.ts'
import { compareTitles, type TitleFinding, type TitlePrint } from '../similar/title-rule.ts'
import type { Epoch } from './epoch/epoch.ts'
import type { TitleRule } from './policies.ts'
import { type Needed, sharedWeight, totalOf } from './recent/candidate-index.ts'
import { type Compare, inOrder, isOneSource, isWithinHours, matchOf, type Rules } from './rules.ts'
import { headlineWords, letterTerms, numbersDiffer, plainTitle, titlePrintOf, weighedTerms } from './titles.ts'

/*
 * Must never join two releases, two tolls or two days that differ in a number alone, nor a report and its denial. Decides
 * copies alone: headlines that are only alike are the pair rule's.
 */

/** The number of character bigrams two titles must share to be compared. */
export const SHARED_PAIRS = 2
/** The share of the lighter title's weight that shared words must have for two titles to be compared. */
const SHARED_WEIGHT = 0.3

/** The weight of shared terms that two titles need to be compared. */
export const neededOfTitles: Needed = (own, other) => SHARED_WEIGHT * Math.min(own, other)

/** Whether two titles of such weights share enough weight to be compared. */
export function isEnoughShared(shared: number, own: number, other: number): boolean {
  return shared > 0 && shared >= neededOfTitles(own, other)
}

/** Compares titles by the policy's measure. */
export const titleMatch: Compare = (newcomer, existing, rules) => {
  const rule = rules.policy.title
  switch (rule?.measure) {
    case 'soft-idf':
      return softIdfMatch(newcomer, existing, rule, rules)
    case 'jaccard':
      return jaccardMatch(newcomer, existing, rule)
    case 'jaro-winkler':
      return jaroWinklerMatch(newcomer, existing, rule)
    case 'levenshtein':
      return levenshteinMatch(newcomer, existing, rule)
    case undefined:
      return null
  }
}

type RuleOf<M extends TitleRule['measure']> = Extract<TitleRule, { readonly measure: M }>

function softIdfMatch(newcomer: Print, existing: Print, rule: RuleOf<'soft-idf'>, rules: Rules): Match | null {
  const found = softIdfFinding(newcomer, existing, rule, rules)
  if (found === null) return null
  const { relation, measure, value, threshold, veto } = found
  if (relation === 'same') {
    const overturned = isColumn(newcomer, existing) ? 'content' : null
    return matchOf('title', existing, { measure, value, threshold, relation, veto: overturned })
  }
  // Titles too unlike for a copy are left to the pair rule; a vetoed match is kept to be shown.
  return veto === null ? null : matchOf('title', existing, { measure, value, threshold, relation: 'linked', veto })
}

/** The fields by which soft IDF compares two articles. */
export type TitledArticle = Pick<Print, 'key' | 'published' | 'language' | 'title'>

/**
 * What soft IDF finds about two titles; null when they are too far apart or share too little to be compared. Symmetric in the two. A caller
 * that knows whether they share enough without decoding them says so.
 */
export function softIdfFinding(
  a: TitledArticle,
  b: TitledArticle,
  { thresholds, numberVeto }: RuleOf<'soft-idf'>,
  { epoch }: Rules,
  sharesEnough = () => sharesTerms(a, b, epoch),
): TitleFinding | null {
  if (!isWithinHours(a, b, thresholds.sameHours) || !sharesEnough()) return null
  const [first, second] = inOrder(a, b)
  const prepared = (one: TitledArticle): TitlePrint => {
    const title = titlePrintOf(one, epoch, thresholds.weightPower)
    return numberVeto ? title : withoutNumbers(title)
  }
  return compareOnce(prepared(first), prepared(second), thresholds)
}

/** What was found about the last pairs of titles, of one order each. Copies of an agency's text share a title, and a newcomer comes before some of them and after others. */
let [compared, comparedBefore]: Compared[] = []

interface Compared {
  readonly first: TitlePrint
  readonly second: TitlePrint
  readonly thresholds: TitlePolicy
  readonly finding: TitleFinding
}

function compareOnce(first: TitlePrint, second: TitlePrint, thresholds: TitlePolicy): TitleFinding {
  for (const known of [compared, comparedBefore])
    if (known?.first === first && known.second === second && known.thresholds === thresholds) return known.finding
  comparedBefore = compared
  compared = { first, second, thresholds, finding: compareTitles(first, second, thresholds) }
  return compared.finding
}

/** Bodies of at least so many words whose Jaccard is below `COLUMN_JACCARD` are two texts. */
const COLUMN_WORDS = 48
const COLUMN_JACCARD = 0.1

/** "Morning briefing" every morning: one newsroom, one headline, two texts. */
function isColumn(a: Print, b: Print): boolean {
  if (!isOneSource(a, b) || a.body === null || b.body === null) return false
  if (Math.min(a.body.length, b.body.length) < COLUMN_WORDS) return false
  return jaccardSorted(a.body.shingles, b.body.shingles) < COLUMN_JACCARD
}

/** Whether two titles share enough to be compared word by word. Symmetric in the two. */
export function sharesTerms(newcomer: TitleFields, existing: TitleFields, epoch: Epoch): boolean {
  if (newcomer.title.letters === null || existing.title.letters === null) {
    const [own, other] = [weighedTerms(newcomer, epoch), weighedTerms(existing, epoch)]
    return isEnoughShared(sharedWeight(own, other), totalOf(own), totalOf(other))
  }
  const [own, other] = [letterTerms(newcomer.title), letterTerms(existing.title)]
  const needed = Math.min(SHARED_PAIRS, own.length, other.length)
  return needed > 0 && sharedSorted(own, other) >= needed
}

type TitleFields = Pick<Print, 'language' | 'title'>

const NO_NUMBERS: ReadonlySet<string> = new Set()

function withoutNumbers(title: TitlePrint): TitlePrint {
  return { ...title, numbers: NO_NUMBERS }
}

function jaccardMatch(newcomer: Print, existing: Print, rule: RuleOf<'jaccard'>): Match | null {
  if (!isWithinHours(newcomer, existing, rule.hours)) return null
  const [own, other] = [headlineWords(newcomer), headlineWords(existing)]
  const isShort = Math.min(own.count, other.count) < rule.shortWords
  const threshold = isShort ? rule.shortThreshold : rule.threshold
  const value = jaccardSorted(own.set, other.set)
  if (value < threshold) return null
  return matchOf('title', existing, { measure: 'jaccard', value, threshold, relation: 'linked' })
}

function jaroWinklerMatch(newcomer: Print, existing: Print, rule: RuleOf<'jaro-winkler'>): Match | null {
  const value = jaroWinkler(plainTitle(existing.title.raw), plainTitle(newcomer.title.raw))
  const { threshold, numberVeto } = rule
  if (value < threshold) return null
  const veto = numberVeto && numbersDiffer(newcomer.title, existing.title) ? 'numbers' : null
  return matchOf('title', existing, { measure: 'jaro-winkler', value, threshold, relation: 'same', veto })
}

function levenshteinMatch(newcomer: Print, existing: Print, { over }: RuleOf<'levenshtein'>): Match | null {
  if (newcomer.sourceName === null || newcomer.sourceName !== existing.sourceName) return null
  const value = levenshteinRatio(plainTitle(newcomer.title.raw), plainTitle(existing.title.raw))
  if (!(value > over)) return null
  return matchOf('title', existing, { measure: 'levenshtein', value, threshold: over, relation: 'same' })
}

/** The second title measure of the layered policy: recorded, but without influence on the decision. */
export function secondSignal(newcomer: Print, existing: Print): Match {
  const value = levenshteinRatio(plainTitle(newcomer.title.raw), plainTitle(existing.title.raw))
  return matchOf('title', existing, { measure: 'levenshtein', value, threshold: 0, relation: 'linked' })
}

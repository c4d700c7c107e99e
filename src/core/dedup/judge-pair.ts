import type { PairEvidence, PairVeto } from '../domain/pair-evidence.ts'
import type { Print, PrintTerms } from '../domain/print.ts'
import { TITLE_POLICY } from '../similar/policies.ts'
import { compareTitles } from '../similar/title-rule.ts'
import { createMemos } from './containers/memo.ts'
import { isBareHeadline } from './epoch/bare-headline.ts'
import type { Epoch } from './epoch/epoch.ts'
import { type WeighedArticle, weighPrint } from './epoch/weighed-article.ts'
import { columnsOf, createPairComparison, NOT_UNDATED } from './pair-comparison.ts'
import { mostAlike, type PairPolicy, pairValue, pairVeto } from './pair-rule.ts'
import { settingOf } from './pair-setting.ts'
import { inOrder, isCredited, isOneSource } from './rules.ts'
import { titlePrintOf } from './titles.ts'

/** The result of the pair rule for two articles. */
export interface PairFinding {
  readonly value: number
  readonly threshold: number
  readonly veto: PairVeto | null
  readonly evidence: PairEvidence
}

const HOUR_MS = 3_600_000
/** Two articles are compared when they share so many of their heaviest terms. */
export const SHARED_HEAVY = 2

/** So many weighed articles are cached, about one newcomer and its candidates: what is kept for longer V8 moves to its old generation. */
const CACHE_SIZE = 128
const weighed = createMemos<Epoch, object, WeighedArticle>(CACHE_SIZE)

/** The TF-IDF vector of a print in an epoch, cached. */
export function weighedIn(print: Parameters<typeof weighPrint>[0], epoch: Epoch): WeighedArticle {
  const memo = weighed(epoch)
  const known = memo.get(print.terms)
  if (known !== undefined) return known
  const made = weighPrint(print, epoch)
  memo.set(print.terms, made)
  return made
}

const comparison = createPairComparison()

/** The pair rule on two prints; null when they share too few heavy terms or are too far apart. The event index gives the same results faster. */
export function judgePair(a: Print, b: Print, epoch: Epoch, policy: PairPolicy): PairFinding | null {
  const [own, other] = [weighedIn(a, epoch), weighedIn(b, epoch)]
  if (own.language !== other.language || sharedOf(own.heavy, other.heavy) < SHARED_HEAVY) return null
  const hours = hoursBetween(a.published, b.published)
  if (hours !== null && hours > policy.reachHours) return null
  const evidence = comparePair(a, b, epoch)
  const setting = settingOf(a.title, b.title, own.language)
  const value = pairValue(evidence, setting, policy)
  return { value, threshold: policy.threshold, veto: pairVeto(evidence, setting, policy), evidence }
}

/** The evidence of two whole prints of one language. Symmetric in the two. */
export function comparePair(a: Print, b: Print, epoch: Epoch): PairEvidence {
  const [own, other] = [weighedIn(a, epoch), weighedIn(b, epoch)]
  const columns = columnsOf(other)
  comparison.begin(own)
  const { overlap, titles, shared, rarest, otherFigures } = comparison.compare(columns, other)
  const isBare = isBarePair(own, other)
  const hoursApart = hoursBetween(a.published, b.published)
  const { terms, otherNames } = isUndated(isBare, hoursApart) ? comparison.compareUndated(columns) : NOT_UNDATED
  const sameSource = isOneSource(a, b)
  return {
    overlap,
    titles,
    headlines: isBare ? headlinesAlike(a, b, titles, epoch) : 0,
    shared,
    rarest,
    otherFigures,
    terms,
    otherNames,
    shorter: Math.min(own.ids.length, other.ids.length),
    isBare,
    hoursApart,
    sameSource,
    isCredited: isCredited(a, b),
    names: sameSource ? comparison.countNames(columns) : 0,
    isFollowUp: false,
  }
}

/** Whether a pair is judged by how much it shares in place of a time. */
export function isUndated(isBare: boolean, hoursApart: number | null): boolean {
  return hoursApart === null && !isBare
}

/** Hours between two instants; null when one is not known. */
export function hoursBetween(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.abs(a - b) / HOUR_MS
}

/** Whether both articles are bare headlines. */
export function isBarePair(a: Pick<PrintTerms, 'bodyTerms'>, b: Pick<PrintTerms, 'bodyTerms'>): boolean {
  return isBareHeadline(a) && isBareHeadline(b)
}

/** How alike two bare headlines are word by word, as far as the share of their terms allows. */
export function headlinesAlike(a: Print, b: Print, titles: number, epoch: Epoch): number {
  const [first, second] = inOrder(a, b).map((print) => titlePrintOf(print, epoch, TITLE_POLICY.weightPower))
  return Math.min(compareTitles(first!, second!, TITLE_POLICY).value, mostAlike(titles))
}

/** How many members two ascending lists share. */
function sharedOf(a: Uint32Array, b: Uint32Array): number {
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      count++
      i++
      j++
    } else if (a[i]! < b[j]!) i++
    else j++
  }
  return count
}

import type { PairEvidence, PairVeto } from '../domain/pair-evidence.ts'
import type { Print } from '../domain/print.ts'
import { occasionsDiffer, placesDiffer } from '../similar/other-occasion.ts'
import { isRoundup } from '../similar/roundup.ts'
import { versionsDiffer } from '../similar/version-numbers.ts'
import type { Epoch } from './epoch.ts'
import { issueNumber } from './issue-number.ts'
import { createMemos } from './memo.ts'
import { columnsOf, createPairComparison, type TermEvidence } from './pair-comparison.ts'
import { type PairPolicy, type PairSetting, pairValue, pairVeto } from './pair-rule.ts'
import { isOneSource, type Newsroom } from './rules.ts'
import { numbersDiffer } from './titles.ts'
import { type WeighedArticle, weighPrint } from './weighed-article.ts'

/** What the pair rule found about two articles. */
export interface PairFinding {
  readonly value: number
  readonly threshold: number
  readonly veto: PairVeto | null
  readonly evidence: PairEvidence
}

const HOUR_MS = 3_600_000
/** Two articles are compared when they share so many of their heaviest terms. */
export const SHARED_HEAVY = 2

/** Articles near a newcomer are near the next one too. */
const AT_HAND = 1024
const weighed = createMemos<Epoch, object, WeighedArticle>(AT_HAND)

/** The terms of a print as they weigh in an epoch. */
export function weighedIn(print: Parameters<typeof weighPrint>[0], epoch: Epoch): WeighedArticle {
  const memo = weighed(epoch)
  const known = memo.get(print.terms)
  if (known !== undefined) return known
  const made = weighPrint(print, epoch)
  memo.set(print.terms, made)
  return made
}

const comparison = createPairComparison()

/** The pair rule on two whole prints; null when it does not admit the pair. The index gives the same answers sooner. */
export function judgePair(a: Print, b: Print, epoch: Epoch, policy: PairPolicy): PairFinding | null {
  const [own, other] = [weighedIn(a, epoch), weighedIn(b, epoch)]
  if (own.language !== other.language || sharedOf(own.heavy, other.heavy) < SHARED_HEAVY) return null
  const hours = hoursBetween(a.published, b.published)
  if (hours !== null && hours > policy.reachHours) return null
  comparison.begin(own)
  const found = comparison.compare(columnsOf(b.terms), other)
  const evidence = evidenceOf(found, { a, b, sizes: [own.ids.length, other.ids.length], hours })
  const setting = settingOf(a, b, own.language)
  const value = pairValue(evidence, setting, policy)
  return { value, threshold: policy.threshold, veto: pairVeto(evidence, setting, policy), evidence }
}

/** Hours between two instants; null when one is not known. */
export function hoursBetween(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.abs(a - b) / HOUR_MS
}

interface EvidenceFrame {
  readonly a: Newsroom
  readonly b: Newsroom
  readonly sizes: readonly [number, number]
  readonly hours: number | null
}

/** What terms have in common, with what else is known of the pair. */
export function evidenceOf(terms: TermEvidence, { a, b, sizes, hours }: EvidenceFrame): PairEvidence {
  const [shorter, longer] = [Math.min(...sizes), Math.max(...sizes)]
  return { ...terms, shorter, longer, hoursApart: hours, sameSource: isOneSource(a, b) }
}

/** What titles say that no counting of terms shows. */
export function settingOf(a: Pick<Print, 'title'>, b: Pick<Print, 'title'>, language: string): PairSetting {
  const otherNumbers = numbersDiffer(a.title, b.title) || issuesDiffer(a.title.raw, b.title.raw)
  const otherPlaces = placesDiffer(a.title.raw, b.title.raw)
  return { language, otherNumbers, otherPlaces, veto: vetoOf(a.title.raw, b.title.raw) }
}

function vetoOf(a: string, b: string): PairVeto | null {
  if (isRoundup(a) || isRoundup(b)) return 'roundup'
  if (versionsDiffer(a, b)) return 'version'
  return occasionsDiffer(a, b) ? 'occasion' : null
}

/** Two issues of one newsroom's column, counted in Han numerals. */
function issuesDiffer(a: string, b: string): boolean {
  const [first, second] = [issueNumber(a), issueNumber(b)]
  return first !== null && second !== null && first !== second
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

import type { PrintTitle } from '../domain/print.ts'
import { areDisjoint } from '../similar/are-disjoint.ts'
import { type Occasions, occasionsDiffer, occasionsIn } from '../similar/occasions.ts'
import { placesIn } from '../similar/title-places.ts'
import { versionsIn } from '../similar/version-numbers.ts'
import { figuresIn } from '../text/figures.ts'
import { isRoundup } from '../text/roundup.ts'
import { createMemo } from './containers/memo.ts'
import { issueNumber } from './issue-number.ts'
import type { PairSetting } from './pair-rule.ts'
import { differ, numbersOf } from './titles.ts'

/** What a title says beyond its terms. */
interface TitleFacts {
  readonly isRoundup: boolean
  readonly versions: ReadonlySet<string>
  readonly occasions: Occasions
  readonly places: ReadonlySet<string>
  /** Number of a column's issue in Han numerals. */
  readonly issue: number | null
}

function readFacts(raw: string): TitleFacts {
  return {
    isRoundup: isRoundup(raw),
    versions: versionsIn(raw),
    occasions: occasionsIn(raw),
    places: placesIn(raw),
    issue: issueNumber(raw),
  }
}

/** What a title says beyond its terms, and its numbers. */
export interface ComparedTitle extends TitleFacts {
  readonly numbers: ReadonlySet<string>
  /** The numbers without running figures: a toll or a magnitude is another one in the next report. */
  readonly fixedNumbers: ReadonlySet<string>
}

/** Reads a title for comparison; the caller keeps the result. Titles that say nothing, as most do, share one. */
export function comparedTitle(raw: string, numbers: ReadonlySet<string>, language: string): ComparedTitle {
  const facts = readFacts(raw)
  const { isRoundup: isOfMany, versions, occasions, places, issue } = facts
  if (!isOfMany && issue === null && versions.size + occasions.size + places.size + numbers.size === 0)
    return PLAIN_TITLE
  return {
    ...facts,
    numbers,
    fixedNumbers: numbers.size === 0 ? numbers : withoutFigures(numbers, raw, language),
  }
}

const NOTHING: ReadonlySet<string> = new Set()

/** What a title says that names no number, version, occasion or place. */
export const PLAIN_TITLE: ComparedTitle = {
  isRoundup: false,
  versions: NOTHING,
  occasions: new Map(),
  places: NOTHING,
  issue: null,
  numbers: NOTHING,
  fixedNumbers: NOTHING,
}

function withoutFigures(numbers: ReadonlySet<string>, title: string, language: string): ReadonlySet<string> {
  const running = new Set(figuresIn(title, null, language).map(({ value }) => value))
  return new Set([...numbers].filter((number) => !running.has(number)))
}

/** So many titles are cached: reading one takes a dozen regular expressions, and candidates of one newcomer are candidates of the next too. */
const CACHE_SIZE = 1024
const known = createMemo<PrintTitle, ComparedTitle>(CACHE_SIZE)

/** A title belongs to one print, so it is always read in the same language. */
function cachedTitle(title: PrintTitle, language: string): ComparedTitle {
  const found = known.get(title)
  if (found !== undefined) return found
  const read = comparedTitle(title.raw, numbersOf(title), language)
  known.set(title, read)
  return read
}

/** What two titles say about their pair. Symmetric in the two. */
export function settingOf(a: PrintTitle, b: PrintTitle, language: string): PairSetting {
  return settingBetween(cachedTitle(a, language), cachedTitle(b, language), language)
}

/** The same for titles that were read. */
export function settingBetween(a: ComparedTitle, b: ComparedTitle, language: string): PairSetting {
  if (a === PLAIN_TITLE && b === PLAIN_TITLE) return plainSetting(language)
  const otherIssues = a.issue !== null && b.issue !== null && a.issue !== b.issue
  return {
    language,
    otherNumbers: otherIssues || differ(a.numbers, b.numbers),
    otherFixedNumbers: otherIssues || differ(a.fixedNumbers, b.fixedNumbers),
    otherPlaces: areDisjoint(a.places, b.places),
    veto: vetoOf(a, b),
  }
}

const plainSetting = (language: string): PairSetting => ({
  language,
  otherNumbers: false,
  otherFixedNumbers: false,
  otherPlaces: false,
  veto: null,
})

function vetoOf(a: TitleFacts, b: TitleFacts): PairSetting['veto'] {
  if (a.isRoundup || b.isRoundup) return 'roundup'
  if (areDisjoint(a.versions, b.versions)) return 'version'
  return occasionsDiffer(a.occasions, b.occasions) ? 'occasion' : null
}

import type { Print, PrintTitle } from '../domain/print.ts'
import { sharedSorted } from '../similar/jaccard.ts'
import { heaviestPlaces } from '../similar/neighbours.ts'
import { STORY_POLICY, type StoryPolicy } from '../similar/policies.ts'
import { areComparable, storyMass } from '../similar/story-mass.ts'
import { monthNames } from '../text/dates/month-names.ts'
import { weekdayNames } from '../text/dates/weekday-names.ts'
import { isNumber } from '../text/numbers.ts'
import { backgroundIdf, type Epoch } from './epoch.ts'
import { issueNumber } from './issue-number.ts'
import { titleMatch } from './layer3-title.ts'
import { contentMatch } from './layer4-content.ts'
import { inOrder, isOneSource, isWithinHours, type Rules } from './rules.ts'
import { NO_WINDOW, type StoryWeights, type WindowArticle } from './story-window.ts'
import { letterTerms, numbersDiffer } from './titles.ts'

/** An article when it comes to where stories are cut: what it is about, and which of its terms bring it together with others. */
export interface StoryNewcomer extends Pick<StoryWeights, 'vector' | 'idfs' | 'length'> {
  readonly language: string
  /** √γ, less for a bare headline, more for an article that is like the whole window; fixed by the epoch. */
  readonly mass: number
  /** Places in the vector, ascending. */
  readonly heavy: readonly number[]
}

/** `copy`: of one text, so they share a story. `barred`: they must not share one. */
export const LINK_KINDS = ['alike', 'copy', 'barred'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** What two articles are to one another when stories are cut. */
export interface StoryLink {
  readonly weight: number
  readonly kind: LinkKind
}

/** Pairs less alike than this are not asked whether they are copies. */
const ASK_FROM = 0.3
/** A pair below half of what it must exceed adds nothing to a story but work. */
const LEAST_SHARE = 0.5

/** Prepares an article for one epoch. */
export function storyNewcomer(
  { terms, language }: WindowArticle,
  epoch: Epoch,
  policy: StoryPolicy = STORY_POLICY,
): StoryNewcomer {
  const { vector, idfs, length, frequencyAt, size, centrality } = (epoch.window ?? NO_WINDOW).weigh(
    terms,
    language,
    backgroundIdf(epoch, language),
  )
  const mass = storyMass({ language, bodyTerms: terms.bodyTerms, size, centrality }, policy)
  // Terms that are in too many articles bring nobody together.
  const heavy = heaviestPlaces(vector, policy.heaviest).filter((at) => frequencyAt(at) <= policy.commonest)
  return { language, mass, vector, idfs, length, heavy }
}

/** How alike two articles that ask so much must be, in words and time, to be more than strangers. */
export function leastWeight(mass: number, other: number, { least }: Pick<StoryPolicy, 'least'>): number {
  return Math.max(least, LEAST_SHARE * mass * other)
}

/** What two articles so alike are to one another, or null when they are strangers; the same whoever is asked first. */
export function linkOf(
  weight: number,
  a: Print,
  b: Print,
  rules: Rules,
  policy: StoryPolicy = STORY_POLICY,
): StoryLink | null {
  const [first, second] = inOrder(a, b)
  const isAsked = weight >= ASK_FROM
  if (isAsked && contentMatch(second, first, rules)?.relation === 'same') return { weight, kind: 'copy' }
  const title = isAsked ? titleMatch(second, first, rules) : null
  if (title !== null && title.veto === null && title.relation === 'same') return { weight, kind: 'copy' }
  if (!areComparable(first.language, second.language)) return null
  const isOne = isOneSource(first, second)
  if (isOne && (numbersDiffer(first.title, second.title) || issuesDiffer(first.title, second.title)))
    return { weight: 0, kind: title?.veto === 'numbers' ? 'barred' : 'alike' }
  const bare = isBare(first, policy) && isBare(second, policy)
  if (isOne && (isBare(first, policy) || isBare(second, policy))) return null
  return bare && !tellsTogether(first, second) ? null : { weight, kind: 'alike' }
}

function isBare({ terms }: Print, { fullBodyTerms }: StoryPolicy): boolean {
  return terms.bodyTerms < fullBodyTerms
}

/** Two issues of one newsroom's column, counted in Han numerals. */
function issuesDiffer(a: PrintTitle, b: PrintTitle): boolean {
  const [first, second] = [issueNumber(a.raw), issueNumber(b.raw)]
  return first !== null && second !== null && first !== second
}

/** One word two bare headlines share says something only while the event is fresh. */
const FRESH_HOURS = 24

/**
 * Bare headlines that share only a date are of one day, not of one event; with different numbers, or more than a day
 * apart, two words must agree.
 */
function tellsTogether(a: Print, b: Print): boolean {
  const needed = numbersDiffer(a.title, b.title) || !isWithinHours(a, b, FRESH_HOURS) ? 2 : 1
  return sharedTelling(a, b) >= needed
}

function sharedTelling(a: Print, b: Print): number {
  if (a.title.letters !== null && b.title.letters !== null) {
    return sharedSorted(letterTerms(a.title), letterTerms(b.title))
  }
  const others = new Set(tellingTerms(b))
  return new Set(tellingTerms(a).filter((term) => others.has(term))).size
}

function tellingTerms({ title }: Print): number[] {
  return Array.from(title.terms).filter((_, at) => !isCalendar(title.words[at]!))
}

function isCalendar(word: string): boolean {
  return isNumber(word) || monthNames.has(word) || weekdayNames.has(word)
}

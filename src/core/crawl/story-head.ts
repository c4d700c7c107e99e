import { authorName } from './author.ts'
import { foldLabel } from './fold.ts'
import { canBeHeadline, isHeadlineHeading, type PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { splitHeadline } from './split-headline.ts'

/** The rule that found the headline above a date line. */
export type HeadRule = 'heading' | 'label' | 'marker' | 'fallback'

/** The lines of a story above its date, by index. */
export interface StoryHead {
  readonly start: number
  readonly headline: number
  readonly label: number | null
  readonly author: number | null
  readonly rule: HeadRule
}

/** A range of lines that ends in a date line: the candidates for that date's story. */
export interface Region {
  readonly from: number
  readonly date: number
}

/** The most lines between a label and its date: headline, subheadline and one or two more. */
const furthest = 4

/** One region for each date line. */
export function dateRegions(lines: readonly PageLine[]): Region[] {
  const regions: Region[] = []
  let from = 0
  lines.forEach((line, date) => {
    if (!line.date) return
    regions.push({ from, date })
    from = date + 1
  })
  return regions
}

/** The head of a date's story; null when no line above the date can be a headline. */
export function findHead(lines: readonly PageLine[], region: Region, rules: ProfileRules): StoryHead | null {
  const found = byHeading(lines, region) ?? byLabel(lines, region, rules) ?? nearest(lines, region)
  return found === null ? null : { ...above(lines, region, found.headline, rules), ...found }
}

interface FoundHeadline {
  readonly headline: number
  readonly rule: HeadRule
}

/** An article's page has its headline in a first-level heading, which must then be near the date. */
function byHeading(lines: readonly PageLine[], { from, date }: Region): FoundHeadline | null {
  const second = lastIndex(lines, from, date, isHeadlineHeading)
  if (second !== null) return { headline: second, rule: 'heading' }
  const first = lastIndex(lines, from, date, (line) => line.level === 1 && canBeHeadline(line))
  return first !== null && date - first <= furthest ? { headline: first, rule: 'heading' } : null
}

function byLabel(lines: readonly PageLine[], { from, date }: Region, rules: ProfileRules): FoundHeadline | null {
  for (let at = date - 1; at >= from; at -= 1) {
    const line = lines[at]!
    const marked = line.marks.length > 0 && canBeHeadline(line)
    if (!marked && !line.label) continue
    const headline = marked ? at : afterLabel(lines, at, date, rules)
    if (headline === null || date - headline > furthest) return null
    return { headline, rule: marked ? 'marker' : 'label' }
  }
  return null
}

/** A columnist's name may be between the label and the headline. */
function afterLabel(lines: readonly PageLine[], label: number, date: number, rules: ProfileRules): number | null {
  const first = firstIndex(lines, label + 1, date, canBeHeadline)
  if (first === null || !rules.opinion.has(lines[label]!.key) || authorName(lines[first]!.text) === null) return first
  return firstIndex(lines, first + 1, date, canBeHeadline) ?? first
}

function nearest(lines: readonly PageLine[], { from, date }: Region): FoundHeadline | null {
  const headline = lastIndex(lines, from, date, canBeHeadline)
  return headline === null ? null : { headline, rule: 'fallback' }
}

/**
 * Labels, and the author above an opinion label, begin the story. A label below the headline is only the second choice.
 */
function above(lines: readonly PageLine[], region: Region, headline: number, rules: ProfileRules) {
  let start = headline
  let label: number | null = null
  let author: number | null = null
  let below: number | null = null
  for (let at = headline - 1; at >= region.from; at -= 1) {
    if (lines[at]!.label) label ??= at
    else if (author === null && isAuthor(lines, at, headline, rules)) author = at
    else if (at === headline - 1 && at > region.from && isUnderLabel(lines, at, rules)) below = at
    else if (!isEmptyBar(lines[at]!)) break
    start = at
  }
  label ??= firstIndex(lines, headline + 1, region.date, (line) => line.label)
  return { start, label, author: author ?? below }
}

/** Some sites print the columnist's name between the column's label and the headline. */
const isUnderLabel = (lines: readonly PageLine[], at: number, rules: ProfileRules): boolean =>
  isName(lines[at]!) && lines[at - 1]!.label && rules.opinion.has(lines[at - 1]!.key)

const isName = (line: PageLine): boolean => line.level !== 2 && authorName(line.text) !== null

const isEmptyBar = (line: PageLine): boolean => /^[|｜·•:-]+$/u.test(line.text)

function isAuthor(lines: readonly PageLine[], at: number, headline: number, rules: ProfileRules): boolean {
  if (!isName(lines[at]!)) return false
  const below = lines[at + 1]!
  if (below.label) return rules.opinion.has(below.key)
  const { prefix } = splitHeadline(lines[headline]!.text, rules)
  return at + 1 === headline && prefix !== null && rules.opinion.has(foldLabel(prefix))
}

function lastIndex(
  lines: readonly PageLine[],
  from: number,
  to: number,
  holds: (line: PageLine) => boolean,
): number | null {
  for (let at = to - 1; at >= from; at -= 1) if (holds(lines[at]!)) return at
  return null
}

function firstIndex(
  lines: readonly PageLine[],
  from: number,
  to: number,
  holds: (line: PageLine) => boolean,
): number | null {
  for (let at = from; at < to; at += 1) if (holds(lines[at]!)) return at
  return null
}

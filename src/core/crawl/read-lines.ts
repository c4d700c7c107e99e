import { alignHeadings } from './align-headings.ts'
import { findDate } from './date-line.ts'
import { foldLabel } from './fold.ts'
import type { PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import type { PageHeading } from './read-page.ts'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** Splits a page's text into lines and recognises dates, headings and section labels. */
export function readLines(
  text: string,
  headings: readonly PageHeading[],
  rules: ProfileRules,
  sections: ReadonlySet<string>,
): PageLine[] {
  const lines = joinDates(splitLines(text), rules)
  return alignHeadings(lines, headings).map(({ text, level, exact }) => {
    const key = foldLabel(text.length > longestKey ? text.slice(0, longestKey) : text)
    const date = findDate(text, rules) !== null
    const label = !date && (rules.labels.has(key) || sections.has(key))
    return { text, key, date, label, level, exact, marks: [], doubtful: false }
  })
}

const untidy = /^\s|\s$|\s\s|[^\S ]|[\u200b\ufeff]/

/** Labels and markers are short, so only the start of a line is folded. */
const longestKey = 80

function splitLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const tidy = untidy.test(line) ? line.replace(/[\s\u200b\ufeff]+/g, ' ').trim() : line
    if (tidy !== '') lines.push(tidy)
  }
  return lines
}

const longestPart = 24

/** Joins dates that the crawl split: it breaks the line at every tag, so "36" and "minutes ago" may be two lines. */
function joinDates(lines: readonly string[], rules: ProfileRules): string[] {
  const joined: string[] = []
  for (let at = 0; at < lines.length; ) {
    const count = partsOfDate(lines, at, rules)
    joined.push(count === 1 ? lines[at]! : lines.slice(at, at + count).join(' '))
    at += count
  }
  return joined
}

function partsOfDate(lines: readonly string[], at: number, rules: ProfileRules): number {
  const next = lines[at + 1]
  if (next === undefined || lines[at]!.length > longestPart || next.length > longestPart) return 1
  if (!/\d/.test(lines[at]! + next) || findDate(lines[at]!, rules) !== null) return 1
  for (const count of [3, 2]) {
    const parts = lines.slice(at, at + count)
    if (parts.length < count || parts.some((part) => part.length > longestPart)) continue
    if (count > 1 && findDate(parts.at(-1)!, rules) !== null) continue
    const text = parts.join(' ')
    const found = rules.dates.find(text)
    if (found?.start === 0 && found.end === text.length) return count
  }
  return 1
}

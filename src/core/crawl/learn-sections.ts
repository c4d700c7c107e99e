import { foldLabel } from './fold.ts'
import { canBeHeadline, type PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { readLines } from './read-lines.ts'
import type { CrawlPage } from './read-page.ts'

const longestLabel = 40
const mostWords = 5
const noSections: ReadonlySet<string> = new Set()

/** Evidence for and against a heading being a section. */
interface Uses {
  readonly labels: Set<string>
  readonly headlines: Set<string>
  /** The lines seen directly below a heading, for cases that are not decided otherwise. */
  readonly under: Map<string, Set<string>>
}

/**
 * Learns section names from the site's own menu: short second-level headings of the seed page that recur. Headlines
 * recur too, on each page that lists them, so a heading that is ever the headline of a date is not a section.
 */
export function learnSections(pages: readonly CrawlPage[], rules: ProfileRules): ReadonlySet<string> {
  const candidates = repeatedHeadings(pages, rules)
  if (candidates.size === 0) return noSections
  const uses: Uses = { labels: new Set(), headlines: new Set(), under: new Map() }
  for (const page of pages) {
    if (!page.headings.some((heading) => candidates.has(foldLabel(heading.text)))) continue
    countUses(readLines(page.text, page.headings, rules, noSections), candidates, uses)
  }
  const isSection = (key: string) => uses.labels.has(key) || (uses.under.get(key)?.size ?? 0) > 1
  return new Set([...candidates].filter((key) => isSection(key) && !uses.headlines.has(key)))
}

function repeatedHeadings(pages: readonly CrawlPage[], rules: ProfileRules): ReadonlySet<string> {
  const seedDepth = pages.reduce((least, page) => Math.min(least, depthOf(page)), Number.POSITIVE_INFINITY)
  const seen = new Map<string, number>()
  const onSeed = new Set<string>()
  for (const page of pages) {
    for (const heading of page.headings) {
      if (heading.level !== 2) continue
      const key = foldLabel(heading.text)
      if (!isLabelLike(key) || rules.labels.has(key) || rules.noise.has(key) || rules.exclusive.has(key)) continue
      seen.set(key, (seen.get(key) ?? 0) + 1)
      if (depthOf(page) === seedDepth) onSeed.add(key)
    }
  }
  return new Set([...onSeed].filter((key) => seen.get(key)! > 1))
}

const depthOf = (page: CrawlPage): number => page.depth ?? Number.POSITIVE_INFINITY

const isLabelLike = (key: string): boolean =>
  key.length > 0 && key.length <= longestLabel && wordsIn(key) <= mostWords && !/[.!?。！？…]$/u.test(key)

/** Han, kana and Hangul, which are twice as wide as letters. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]/gu

/** Words by width: two wide characters are one, since a headline in such a script is as short as a label in another. */
function wordsIn(key: string): number {
  return key.split(' ').reduce((words, part) => words + Math.max(1, (part.match(wide)?.length ?? 0) / 2), 0)
}

/**
 * Below a label comes another heading before the next date; below a headline comes the date itself, or its subheadline.
 * With plain lines between, a headline has the same line on every page, a label a different one for each story.
 */
function countUses(lines: readonly PageLine[], candidates: ReadonlySet<string>, uses: Uses): void {
  lines.forEach((line, at) => {
    if (line.level !== 2 || !candidates.has(line.key)) return
    const next = lines.slice(at + 1, at + 8).find((below) => below.date || (below.level > 0 && canBeHeadline(below)))
    const under = lines[at + 1]
    if (under?.date || next?.level === 3) uses.headlines.add(line.key)
    else if (next?.date) uses.under.set(line.key, (uses.under.get(line.key) ?? new Set()).add(under!.text))
    else uses.labels.add(line.key)
  })
}

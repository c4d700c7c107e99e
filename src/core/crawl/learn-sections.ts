import { foldLabel } from './fold.ts'
import { canBeHeadline, type PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { readLines } from './read-lines.ts'
import type { CrawlPage } from './read-page.ts'

const longestLabel = 40
const mostWords = 5
const noSections: ReadonlySet<string> = new Set()

/**
 * The sections a site's own menu names: short second-level headings of the seed page that come again. Headlines come
 * again too, on each page that lists them, so a heading that ever stands above a date as its headline is none.
 */
export function learnSections(pages: readonly CrawlPage[], rules: ProfileRules): ReadonlySet<string> {
  const candidates = repeatedHeadings(pages, rules)
  if (candidates.size === 0) return noSections
  const labels = new Set<string>()
  const headlines = new Set<string>()
  for (const page of pages) {
    if (!page.headings.some((heading) => candidates.has(foldLabel(heading.text)))) continue
    countUses(readLines(page.text, page.headings, rules, noSections), candidates, labels, headlines)
  }
  return new Set([...labels].filter((label) => !headlines.has(label)))
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
  key.length > 0 && key.length <= longestLabel && key.split(' ').length <= mostWords && !/[.!?。！？…]$/u.test(key)

/** A label has another heading under it before the next date; a headline has the date itself, or its subheadline. */
function countUses(
  lines: readonly PageLine[],
  candidates: ReadonlySet<string>,
  labels: Set<string>,
  headlines: Set<string>,
): void {
  lines.forEach((line, at) => {
    if (line.level !== 2 || !candidates.has(line.key)) return
    const next = lines
      .slice(at + 1, at + 8)
      .findIndex((below) => below.date || (below.level > 0 && canBeHeadline(below)))
    const below = next < 0 ? undefined : lines[at + 1 + next]
    if (below?.date) {
      if (next === 0) headlines.add(line.key)
    } else if (below?.level === 3) headlines.add(line.key)
    else labels.add(line.key)
  })
}

import type { Mark, PageLine } from './page-line.ts'
import { withMarks } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { dateRegions, findHead } from './story-head.ts'
import type { Stripped, StripWarning } from './stripped.ts'

/** So many labels in a row are a menu. */
const shortestMenu = 3

/** A section label that labels no story is navigation. */
export function stripNavigation(lines: readonly PageLine[], rules: ProfileRules): Stripped {
  if (!lines.some((line) => line.label)) return { lines, removed: 0, warnings: [] }
  const used = labelsOfStories(lines, rules)
  const kept: PageLine[] = []
  const warnings: StripWarning[] = []
  let marks: readonly Mark[] = []
  lines.forEach((line, at) => {
    if (line.label && !used.has(at)) {
      marks = [...marks, ...line.marks]
      return
    }
    const doubtful = used.get(at) === 'doubtful'
    if (doubtful) warnings.push({ code: 'SECTION_MAY_BE_NAVIGATION', example: line.text })
    kept.push(withMarks(doubtful ? { ...line, doubtful } : line, line.date ? [] : marks))
    marks = []
  })
  return { lines: kept, removed: lines.length - kept.length, warnings }
}

/**
 * The last label of a menu may be the label of the story below. It is when the menu has it twice or the page's other
 * stories have labels, it is not when they have none, and it stays in doubt when there are no others.
 */
function labelsOfStories(lines: readonly PageLine[], rules: ProfileRules): ReadonlyMap<number, 'sure' | 'doubtful'> {
  const heads = dateRegions(lines).flatMap((region) => findHead(lines, region, rules) ?? [])
  const labels = heads.flatMap(({ label }) => label ?? [])
  const inMenu = labels.filter((label) => endsMenu(lines, label))
  const othersLabelled = labels.length > inMenu.length
  const used = new Map<number, 'sure' | 'doubtful'>(labels.map((label) => [label, 'sure']))
  for (const label of inMenu) {
    if (othersLabelled) continue
    if (heads.length > inMenu.length) used.delete(label)
    else used.set(label, 'doubtful')
  }
  return used
}

function endsMenu(lines: readonly PageLine[], label: number): boolean {
  let first = label
  while (first > 0 && lines[first - 1]!.label) first -= 1
  const earlier = lines.slice(first, label)
  return earlier.length + 1 >= shortestMenu && !earlier.some((line) => line.key === lines[label]!.key)
}

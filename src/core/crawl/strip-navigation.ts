import type { Mark, PageLine } from './page-line.ts'
import { withMarks } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { dateRegions, findHead, type StoryHead } from './story-head.ts'
import type { Stripped, StripWarning } from './stripped.ts'

/** So many labels in a row are a menu. */
const shortestMenu = 3

/** Removes section labels that label no story: navigation. */
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
 * Which labels belong to stories. The last label of a menu may be the label of the story below: yes when the menu has
 * it twice or the page's other stories have labels; no when they have none, unless only the label shows where the
 * headline is; that, and a story alone on its page, is doubtful.
 */
function labelsOfStories(lines: readonly PageLine[], rules: ProfileRules): ReadonlyMap<number, 'sure' | 'doubtful'> {
  const heads = dateRegions(lines).flatMap((region) => findHead(lines, region, rules) ?? [])
  const used = new Map<number, 'sure' | 'doubtful'>()
  const inMenu: StoryHead[] = []
  for (const head of heads) {
    if (head.label === null) continue
    used.set(head.label, 'sure')
    if (endsMenu(lines, head.label)) inMenu.push(head)
  }
  if (used.size > inMenu.length) return used
  for (const { label, rule } of inMenu) {
    if (heads.length > inMenu.length && rule === 'heading') used.delete(label!)
    else used.set(label!, 'doubtful')
  }
  return used
}

function endsMenu(lines: readonly PageLine[], label: number): boolean {
  let first = label
  while (first > 0 && lines[first - 1]!.label) first -= 1
  const earlier = lines.slice(first, label)
  return earlier.length + 1 >= shortestMenu && !earlier.some((line) => line.key === lines[label]!.key)
}

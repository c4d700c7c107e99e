import type { PageLine } from './page-line.ts'
import type { ProfileRules } from './profile.ts'
import { dateRegions, findHead, type StoryHead } from './story-head.ts'

/** The lines of one story. */
export interface StoryBlock {
  readonly head: StoryHead
  readonly date: number
  /** Between headline and date. */
  readonly between: readonly PageLine[]
  /** From the date to the next story. */
  readonly after: readonly PageLine[]
  /** True when another headline without a date ended the body. */
  readonly cut: boolean
}

/** What segmentation could not assign, with the line. */
export interface SegmentWarning {
  readonly code: 'STORY_SKIPPED_NO_HEADLINE' | 'HEADLINE_WITHOUT_DATE'
  readonly example: string
}

/** The stories of a page, in page order. */
export interface Segments {
  readonly blocks: readonly StoryBlock[]
  readonly warnings: readonly SegmentWarning[]
}

interface Anchor {
  readonly head: StoryHead
  readonly date: number
}

/**
 * Stage 3. Each date line is the anchor of one story: its head is above it, its body below it up to the next story's
 * head, so that no body becomes a headline.
 */
export function segmentStories(lines: readonly PageLine[], rules: ProfileRules): Segments {
  const anchors: Anchor[] = []
  const warnings: SegmentWarning[] = []
  for (const region of dateRegions(lines)) {
    const head = findHead(lines, region, rules)
    if (head !== null) anchors.push({ head, date: region.date })
    else if (!isUpdate(lines, region.date))
      warnings.push({ code: 'STORY_SKIPPED_NO_HEADLINE', example: lines[region.date]!.text })
  }
  const blocks = anchors.map((anchor, index) => {
    const end = anchors[index + 1]?.head.start ?? lines.length
    return toBlock(lines, anchor, end, anchors.length > 1, warnings)
  })
  return { blocks, warnings }
}

/** "Updated: ..." directly below the date is a second time of the same story. */
const isUpdate = (lines: readonly PageLine[], date: number): boolean =>
  lines[date - 1]?.date === true && /^\p{L}/u.test(lines[date]!.text)

/**
 * On a page of many stories a heading without a date begins a story that cannot be dated; on an article's page it
 * divides the text.
 */
function toBlock(
  lines: readonly PageLine[],
  { head, date }: Anchor,
  end: number,
  isHub: boolean,
  warnings: SegmentWarning[],
): StoryBlock {
  const between = lines.slice(head.headline + 1, date)
  const below = lines.slice(date + 1, end).filter((line) => !line.date)
  const own = lines[head.headline]!.key
  const stranger = isHub ? below.findIndex((line) => line.level === 2 && line.key !== own) : -1
  if (stranger < 0) return { head, date, between, after: below, cut: false }
  warnings.push({ code: 'HEADLINE_WITHOUT_DATE', example: below[stranger]!.text })
  return { head, date, between, after: below.slice(0, stranger), cut: true }
}

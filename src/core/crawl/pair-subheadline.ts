import { authorName } from './author.ts'
import { canBeHeadline, type PageLine } from './page-line.ts'
import type { StoryBlock } from './segment.ts'

/** The standfirst of a story, and what else stood between headline and date: text of its body. */
export interface Pairing {
  readonly subheadline: string | null
  readonly rest: readonly PageLine[]
}

/** True when the page sets its standfirsts as third-level headings. */
export const setsSubheadlines = (blocks: readonly StoryBlock[]): boolean =>
  blocks.some(({ between }) => between.some(isStandfirst))

const isStandfirst = (line: PageLine): boolean => line.level === 3 && canBeHeadline(line)

/**
 * Stage 4: the first third-level heading between headline and date. Where the page has none at all, the line under the
 * headline is the standfirst by its place; under a column's headline a name is its author's.
 */
export function pairSubheadline({ between }: StoryBlock, byHeading: boolean, isColumn: boolean): Pairing {
  const isByline = ({ text }: PageLine) => /^by\s/i.test(text) || (isColumn && authorName(text) !== null)
  const text = between.filter((line) => canBeHeadline(line) && (line.level > 0 || !isByline(line)))
  const at = byHeading ? text.findIndex(isStandfirst) : 0
  if (at < 0 || text.length === 0) return { subheadline: null, rest: text }
  return { subheadline: text[at]!.text, rest: text.toSpliced(at, 1) }
}

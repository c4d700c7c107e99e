import { authorName } from './author.ts'
import { canBeHeadline, type PageLine } from './page-line.ts'
import type { StoryBlock } from './segment.ts'

/** The standfirst of a story; the rest between headline and date belongs to the body. */
export interface Pairing {
  readonly subheadline: string | null
  readonly rest: readonly PageLine[]
}

/** True when the page's standfirsts are third-level headings. */
export const setsSubheadlines = (blocks: readonly StoryBlock[]): boolean =>
  blocks.some(({ between }) => between.some(isStandfirst))

const isStandfirst = (line: PageLine): boolean => line.level === 3 && canBeHeadline(line)

/**
 * Stage 4: the first third-level heading between headline and date. When the page has none at all, the line below the
 * headline is the standfirst; in an opinion column a name there is the author.
 */
export function pairSubheadline({ between }: StoryBlock, byHeading: boolean, isColumn: boolean): Pairing {
  const isByline = ({ text }: PageLine) => /^by\s/i.test(text) || (isColumn && authorName(text) !== null)
  const text = between.filter((line) => canBeHeadline(line) && (line.level > 0 || !isByline(line)))
  const at = byHeading ? text.findIndex(isStandfirst) : 0
  if (at < 0 || text.length === 0) return { subheadline: null, rest: text }
  return { subheadline: text[at]!.text, rest: text.toSpliced(at, 1) }
}

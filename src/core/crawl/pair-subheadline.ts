import { authorName } from './author.ts'
import { canBeHeadline, type PageLine } from './page-line.ts'
import type { StoryBlock } from './segment.ts'

/** The standfirst of a story; the rest between headline and date belongs to the body. */
export interface Pairing {
  readonly subheadline: string | null
  readonly rest: readonly PageLine[]
}

const isStandfirst = (line: PageLine): boolean => line.level === 3 && canBeHeadline(line)

/**
 * Stage 4, by the level of the headline. Below a second-level heading the first third-level heading before the date; on an
 * article's own page, below a first-level one, the next line if there is none; below a headline that only a label or marker
 * tells (level 0) the next line. In an opinion column a name there is the author.
 */
export function pairSubheadline({ between }: StoryBlock, level: number, isColumn: boolean): Pairing {
  const isByline = ({ text }: PageLine) => /^by\s/i.test(text) || (isColumn && authorName(text) !== null)
  const text = between.filter((line) => canBeHeadline(line) && (line.level > 0 || !isByline(line)))
  const heading = level === 0 ? 0 : text.findIndex(isStandfirst)
  const at = level === 1 ? Math.max(0, heading) : heading
  if (at < 0 || text.length === 0) return { subheadline: null, rest: text }
  return { subheadline: text[at]!.text, rest: text.toSpliced(at, 1) }
}

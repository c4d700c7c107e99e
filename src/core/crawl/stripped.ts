import type { PageLine } from './page-line.ts'

/** A doubtful case that a strip rule left in place, with the line. */
export interface StripWarning {
  readonly code: 'STRIP_RULE_SKIPPED_STORY_SAFETY' | 'STRIP_RULE_AMBIGUOUS' | 'SECTION_MAY_BE_NAVIGATION'
  readonly example: string
}

/** The remaining lines, the number removed, and warnings. */
export interface Stripped {
  readonly lines: readonly PageLine[]
  readonly removed: number
  readonly warnings: readonly StripWarning[]
}

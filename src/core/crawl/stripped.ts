import type { PageLine } from './page-line.ts'

/** What a strip rule saw and let stand, with the line that made it stop. */
export interface StripWarning {
  readonly code: 'STRIP_RULE_SKIPPED_STORY_SAFETY' | 'STRIP_RULE_AMBIGUOUS' | 'SECTION_MAY_BE_NAVIGATION'
  readonly example: string
}

/** The lines a rule left, how many it took, and what it was unsure of. */
export interface Stripped {
  readonly lines: readonly PageLine[]
  readonly removed: number
  readonly warnings: readonly StripWarning[]
}

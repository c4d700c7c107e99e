import type { Mark } from './page-line.ts'
import type { HeadRule } from './story-head.ts'

/** One story as found on one page, before copies on other pages are merged. */
export interface StoryDraft {
  readonly headline: string
  /** The part before the headline's first bar. */
  readonly prefix: string | null
  readonly subheadline: string | null
  readonly section: string | null
  readonly byline: string | null
  readonly publishedAt: number | null
  readonly publishedRaw: string
  readonly body: string | null
  readonly commentCount: number | null
  readonly marks: readonly Mark[]
  readonly tags: readonly string[]
  readonly language: string | null
  readonly rule: HeadRule
  readonly exact: boolean
  readonly doubtful: boolean
  /** True when other stories of the page have a subheadline. */
  readonly othersHaveSubheadline: boolean
  readonly pageUrl: string
  readonly depth: number
  /** Its position in the crawl, for the order of stories without a date. */
  readonly pageIndex: number
  readonly line: number
}

import type { CrawlWarning } from '../domain/crawl-story.ts'
import { authorName } from './author.ts'
import { isOpinion } from './classify.ts'
import type { StoryDraft } from './draft.ts'
import { foldLabel } from './fold.ts'
import type { Mark, PageLine } from './page-line.ts'
import { pairSubheadline } from './pair-subheadline.ts'
import type { ProfileRules } from './profile.ts'
import { type Published, readPublished } from './published.ts'
import { readBody } from './read-body.ts'
import type { CrawlPage } from './read-page.ts'
import { type StoryBlock, segmentStories } from './segment.ts'
import type { SourceZone } from './source-zone.ts'
import { splitHeadline } from './split-headline.ts'

/** What all pages of a crawl share. */
export interface CrawlContext {
  readonly rules: ProfileRules
  readonly zone: SourceZone
  readonly clock: number | null
}

/** A page and its position in the crawl. */
export interface CrawledPage {
  readonly page: CrawlPage
  readonly depth: number
  readonly index: number
}

/** The stories of one page, with warnings. */
export interface PageDrafts {
  readonly drafts: readonly StoryDraft[]
  readonly warnings: readonly CrawlWarning[]
}

/** What is needed of the page to build one story. */
interface PageContext {
  readonly lines: readonly PageLine[]
  readonly crawled: CrawledPage
  readonly context: CrawlContext
  readonly warn: (code: string, example: string) => void
}

/** Stages 3 to 5 for one page: segments, subheadlines, dates. */
export function draftStories(lines: readonly PageLine[], crawled: CrawledPage, context: CrawlContext): PageDrafts {
  const segments = segmentStories(lines, context.rules)
  const warnings: CrawlWarning[] = []
  const warn = (code: string, example: string) =>
    warnings.push({ code, example: example.slice(0, 120), page_url: crawled.page.url })
  for (const warning of segments.warnings) warn(warning.code, warning.example)
  const pageContext: PageContext = { lines, crawled, context, warn }
  const drafts = segments.blocks.map((block) => draftOf(block, pageContext))
  const withSubheadline = drafts.filter((draft) => draft.subheadline !== null).length
  return {
    drafts: drafts.map((draft) => ({
      ...draft,
      othersHaveSubheadline: withSubheadline > (draft.subheadline === null ? 0 : 1),
    })),
    warnings,
  }
}

/** The most lines between a headline and its date: a standfirst, a byline and a few buttons. */
const furthest = 6

function draftOf(block: StoryBlock, pageContext: PageContext): StoryDraft {
  const { lines, crawled, context } = pageContext
  const { head } = block
  const line = lines[head.headline]!
  const { headline, prefix } = splitHeadline(line.text, context.rules)
  const { section, marks, tags } = labelsOf(block, prefix, pageContext)
  const { subheadline, rest } = pairSubheadline(
    block,
    head.rule === 'heading' ? line.level : 0,
    isOpinion({ section, prefix }, context.rules),
  )
  const body = readBody(rest, block.after)
  const raw = lines[block.date]!.text
  const published = readPublished(raw, context.rules, context.zone, context.clock ?? crawled.page.fetchedAt)
  warnOfDate(published, raw, pageContext)
  if (head.rule === 'fallback') pageContext.warn('HEADLINE_BY_FALLBACK', line.text)
  const far = block.date - head.headline > furthest
  if (far) pageContext.warn('HEADLINE_FAR_FROM_DATE', line.text)
  if (head.rule === 'heading' && !line.exact) pageContext.warn('HEADING_SPACING_DIFFERS', line.text)
  const isDoubtful = (one: PageLine) => one.doubtful
  return {
    headline,
    prefix,
    subheadline,
    section,
    byline: head.author === null ? null : authorName(lines[head.author]!.text),
    publishedAt: published.kind === 'at' ? published.at : null,
    publishedRaw: raw,
    body: body.text,
    commentCount: body.commentCount,
    marks,
    tags,
    language: crawled.page.language,
    rule: head.rule,
    exact: line.exact,
    doubtful:
      block.cut ||
      far ||
      lines.slice(head.start, block.date + 1).some(isDoubtful) ||
      block.after.some(isDoubtful) ||
      (published.kind === 'at' && published.doubtful),
    othersHaveSubheadline: false,
    pageUrl: crawled.page.url,
    depth: crawled.depth,
    pageIndex: crawled.index,
    line: head.headline,
  }
}

/** The label above the headline is its section; without one, the part before its bar, which otherwise becomes a tag. */
function labelsOf(block: StoryBlock, prefix: string | null, { lines, context: { rules } }: PageContext) {
  const { head } = block
  const marks = new Set<Mark>(lines.slice(head.start, head.headline + 1).flatMap((line) => line.marks))
  const label = head.label === null ? null : lines[head.label]!.text.replace(/\s*[|｜:]$/u, '')
  const key = prefix === null ? '' : foldLabel(prefix)
  if (rules.exclusive.has(key)) marks.add('exclusive')
  else if (rules.sponsored.includes(key)) marks.add('sponsored')
  const names = prefix !== null && !rules.exclusive.has(key) && !rules.sponsored.includes(key)
  const tags = marks.has('exclusive') ? ['exclusive'] : []
  if (names && label !== null && foldLabel(label) !== key) tags.push(key)
  return { section: label ?? (names ? prefix : null), marks: [...marks], tags }
}

function warnOfDate(published: Published, raw: string, { warn }: PageContext): void {
  if (published.kind === 'failed') warn('DATE_PARSE_FAILED', raw)
  if (published.kind === 'noClock') warn('RELATIVE_DATE_WITHOUT_CLOCK', raw)
  if (published.kind === 'at' && published.doubtful) warn('DATE_ORDER_ASSUMED', raw)
}

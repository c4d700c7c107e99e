import type { CrawlWarning } from '../domain/crawl-story.ts'
import { authorName } from './author.ts'
import { isOpinion } from './classify.ts'
import type { StoryDraft } from './draft.ts'
import { foldLabel } from './fold.ts'
import type { Mark, PageLine } from './page-line.ts'
import { pairSubheadline, setsSubheadlines } from './pair-subheadline.ts'
import type { ProfileRules } from './profile.ts'
import { type Published, readPublished } from './published.ts'
import { readBody } from './read-body.ts'
import type { CrawlPage } from './read-page.ts'
import { type StoryBlock, segmentStories } from './segment.ts'
import type { SourceZone } from './source-zone.ts'
import { splitHeadline } from './split-headline.ts'

/** What is the same for every page of a crawl. */
export interface CrawlContext {
  readonly rules: ProfileRules
  readonly zone: SourceZone
  readonly clock: number | null
}

/** A page and its place in the crawl. */
export interface PlacedPage {
  readonly page: CrawlPage
  readonly depth: number
  readonly index: number
}

/** The stories of one page and the doubts about them. */
export interface PageDrafts {
  readonly drafts: readonly StoryDraft[]
  readonly warnings: readonly CrawlWarning[]
}

/** What the making of one story needs to know of its page. */
interface Desk {
  readonly lines: readonly PageLine[]
  readonly placed: PlacedPage
  readonly context: CrawlContext
  readonly byHeading: boolean
  readonly warn: (code: string, example: string) => void
}

/** Stages 3 to 5 for one page: segments, subheadlines, dates. */
export function draftStories(lines: readonly PageLine[], placed: PlacedPage, context: CrawlContext): PageDrafts {
  const segments = segmentStories(lines, context.rules)
  const warnings: CrawlWarning[] = []
  const warn = (code: string, example: string) =>
    warnings.push({ code, example: example.slice(0, 120), page_url: placed.page.url })
  for (const warning of segments.warnings) warn(warning.code, warning.example)
  const desk: Desk = { lines, placed, context, byHeading: setsSubheadlines(segments.blocks), warn }
  const drafts = segments.blocks.map((block) => draftOf(block, desk))
  const withSubheadline = drafts.filter((draft) => draft.subheadline !== null).length
  return {
    drafts: drafts.map((draft) => ({
      ...draft,
      othersHaveSubheadline: withSubheadline > (draft.subheadline === null ? 0 : 1),
    })),
    warnings,
  }
}

/** Between a headline and its date there is room for a standfirst, a byline and a few buttons. */
const furthest = 6

function draftOf(block: StoryBlock, desk: Desk): StoryDraft {
  const { lines, placed, context } = desk
  const { head } = block
  const line = lines[head.headline]!
  const { headline, prefix } = splitHeadline(line.text, context.rules)
  const { section, marks, tags } = labelsOf(block, prefix, desk)
  const { subheadline, rest } = pairSubheadline(block, desk.byHeading, isOpinion({ section, prefix }, context.rules))
  const body = readBody(rest, block.after)
  const raw = lines[block.date]!.text
  const published = readPublished(raw, context.rules, context.zone, context.clock ?? placed.page.fetchedAt)
  warnOfDate(published, raw, desk)
  if (head.rule === 'fallback') desk.warn('HEADLINE_BY_FALLBACK', line.text)
  const far = block.date - head.headline > furthest
  if (far) desk.warn('HEADLINE_FAR_FROM_DATE', line.text)
  if (head.rule === 'heading' && !line.exact) desk.warn('HEADING_SPACING_DIFFERS', line.text)
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
    language: placed.page.language,
    rule: head.rule,
    exact: line.exact,
    doubtful:
      block.cut ||
      far ||
      lines.slice(head.start, block.date + 1).some(isDoubtful) ||
      block.after.some(isDoubtful) ||
      (published.kind === 'at' && published.doubtful),
    othersHaveSubheadline: false,
    pageUrl: placed.page.url,
    depth: placed.depth,
    pageIndex: placed.index,
    line: head.headline,
  }
}

/** The label above the headline is its section; else what stands before its bar, which otherwise is a tag. */
function labelsOf(block: StoryBlock, prefix: string | null, { lines, context: { rules } }: Desk) {
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

function warnOfDate(published: Published, raw: string, { warn }: Desk): void {
  if (published.kind === 'failed') warn('DATE_PARSE_FAILED', raw)
  if (published.kind === 'noClock') warn('RELATIVE_DATE_WITHOUT_CLOCK', raw)
  if (published.kind === 'at' && published.doubtful) warn('DATE_ORDER_ASSUMED', raw)
}

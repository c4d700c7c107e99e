import type { CrawlFeed, CrawlWarning } from '../domain/crawl-story.ts'
import { isUrl } from '../text/is-url.ts'
import { dedupDrafts, type MergedDraft } from './dedup-drafts.ts'
import type { StoryDraft } from './draft.ts'
import { type CrawlContext, type CrawledPage, draftStories, type PageDrafts } from './draft-stories.ts'
import { learnSections } from './learn-sections.ts'
import { compileProfile, type SourceProfile } from './profile.ts'
import { type Crawl, type CrawlSettings, readCrawl } from './read-crawl.ts'
import { readLines } from './read-lines.ts'
import { type CrawlPage, isRecord } from './read-page.ts'
import { resolveProfile } from './resolve-profile.ts'
import { sourceZone } from './source-zone.ts'
import { stripNoise } from './strip-noise.ts'
import { toStory } from './to-story.ts'

/** Options of the caller; each overrides the field of the same name in the crawl result. */
export interface ParseCrawlOptions extends CrawlSettings {
  /** The name of a profile, or a profile. */
  readonly profile?: unknown
  /** The user's own profiles: a list, or an object by name. */
  readonly profiles?: unknown
}

/**
 * Converts a crawl result to a structured news feed. Deterministic: independent of the order of keys and of the
 * machine's clock. Throws a `CrawlInputError` that names the field when the input is not a crawl result.
 */
export function parseCrawl(result: unknown, options: ParseCrawlOptions = {}): CrawlFeed {
  const crawl = readCrawl(result, options)
  const asked = askedProfile(result, options)
  const { profile, warnings } = resolveProfile(asked.profile, options.profiles, asked.field)
  const rules = compileProfile(profile)
  const context: CrawlContext = { rules, zone: sourceZone(profile.timezone), clock: crawl.clock }
  const pages = parsePages(crawl, context)
  const merged = dedupDrafts(pages.drafts, context.zone).sort(newestFirst)
  const stories = merged.map((one) => toStory(one, crawl.startUrl, context))
  const allWarnings = [...warnings, ...crawl.warnings, ...pages.warnings]
  return {
    feed_meta: {
      parser_version: crawl.parserVersion,
      source_profile: profile.name,
      source_name: sourceName(profile, crawl),
      source_root_url: crawl.startUrl,
      crawl_time_utc: crawl.clock === null ? null : new Date(crawl.clock).toISOString().replace('.000Z', 'Z'),
      pages_crawled: crawl.pageCount,
      stories_extracted: stories.length,
      duplicates_removed: pages.drafts.length - stories.length,
      noise_lines_stripped: pages.removed,
      parse_warnings: allWarnings.length,
    },
    stories,
    warnings: allWarnings,
  }
}

/** A result may contain a whole profile or only its name. */
function askedProfile(result: unknown, { profile }: ParseCrawlOptions): { profile: unknown; field: string } {
  if (profile !== undefined && profile !== null) return { profile, field: 'profile' }
  if (!isRecord(result)) return { profile: undefined, field: 'profile' }
  if (result.source_profile != null) return { profile: result.source_profile, field: 'source_profile' }
  return { profile: result.source_profile_name, field: 'source_profile_name' }
}

interface ParsedPages extends PageDrafts {
  readonly removed: number
}

function parsePages(crawl: Crawl, context: CrawlContext): ParsedPages {
  const sections = learnSections(crawl.pages, context.rules)
  const drafts: StoryDraft[] = []
  const warnings: CrawlWarning[] = []
  let removed = 0
  crawl.pages.forEach((page, index) => {
    const lines = readLines(page.text, page.headings, context.rules, sections)
    const stripped = stripNoise(lines, context.rules)
    removed += stripped.removed
    for (const { code, example } of stripped.warnings)
      warnings.push({ code, example: example.slice(0, 120), page_url: page.url })
    const found = draftStories(stripped.lines, crawledPage(page, index, crawl), context)
    for (const draft of found.drafts) drafts.push(draft)
    for (const warning of found.warnings) warnings.push(warning)
  })
  return { drafts, warnings, removed }
}

/** A page without a depth is the seed when it is the only or first page, else one below it. */
function crawledPage(page: CrawlPage, index: number, crawl: Crawl): CrawledPage {
  const isSeed = crawl.pages.length === 1 || page.url === crawl.startUrl
  return { page, index, depth: page.depth ?? (isSeed ? 1 : 2) }
}

/** Stories without a time come last, in the order of the pages. */
function newestFirst({ draft: a }: MergedDraft, { draft: b }: MergedDraft): number {
  const one = a.publishedAt ?? Number.NEGATIVE_INFINITY
  const other = b.publishedAt ?? Number.NEGATIVE_INFINITY
  if (one !== other) return other < one ? -1 : 1
  return a.pageIndex - b.pageIndex || a.line - b.line
}

function sourceName(profile: SourceProfile, crawl: Crawl): string | null {
  if (profile.display_name !== null) return profile.display_name
  const named = crawl.pages.filter((page) => page.siteName !== null)
  const depth = (page: CrawlPage) => page.depth ?? Number.MAX_SAFE_INTEGER
  const [first] = named.sort((a, b) => depth(a) - depth(b) || (a.url < b.url ? -1 : 1))
  if (first !== undefined) return first.siteName
  return isUrl(crawl.startUrl) ? new URL(crawl.startUrl).host || null : null
}

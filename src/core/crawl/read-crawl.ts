import type { CrawlWarning } from '../domain/crawl-story.ts'
import { CrawlInputError, shown } from './crawl-input-error.ts'
import { type CrawlPage, filled, isRecord, readClock, readPage } from './read-page.ts'

/** A validated crawl result. */
export interface Crawl {
  readonly startUrl: string
  readonly clock: number | null
  readonly parserVersion: string
  readonly pages: readonly CrawlPage[]
  readonly pageCount: number
  readonly warnings: readonly CrawlWarning[]
}

/** Options that override fields of the crawl. */
export interface CrawlSettings {
  readonly crawlTimeUtc?: string | undefined
  readonly parserVersion?: string | undefined
}

/** The version of the rules in this folder: raise it when the same crawl gives other stories. */
export const ownParserVersion = '1.0.0'

type Fields = Readonly<Record<string, unknown>>

/** Validates a crawl result and names a bad field; a bad page is only a warning. */
export function readCrawl(result: unknown, settings: CrawlSettings): Crawl {
  if (!isRecord(result)) throw new CrawlInputError('crawl result', `must be an object, got ${shown(result)}`)
  refuseFailure(result)
  const values = pageValues(result)
  const startUrl = readStartUrl(result)
  const read = values.map(readPage)
  const pages = read.flatMap(({ page }) => page ?? [])
  return {
    startUrl,
    clock: readCrawlTime(result, settings),
    parserVersion: readVersion(result, settings),
    pages,
    pageCount: values.length,
    warnings: [...limits(result), ...read.flatMap((page) => page.warnings)],
  }
}

function refuseFailure(result: Fields): void {
  if (result.success !== false || (Array.isArray(result.pages) && result.pages.length > 0)) return
  const why = filled(result.error_code) ?? filled(result.error) ?? filled(result.message) ?? 'no reason given'
  throw new CrawlInputError('success', `is false: the crawl failed (${why}), crawl again`)
}

/** A crawl of one page has no `pages`: the page's fields are at the top level. */
function pageValues(result: Fields): readonly unknown[] {
  if (Array.isArray(result.pages)) return result.pages
  if (result.pages === undefined && typeof result.text === 'string' && filled(result.url) !== null)
    return [{ ...result, depth: result.depth ?? 1, crawl_time_utc: undefined }]
  throw new CrawlInputError('pages', `must be a list of pages, got ${shown(result.pages)}`)
}

function readStartUrl(result: Fields): string {
  const given = result.start_url === undefined && result.pages === undefined ? result.url : result.start_url
  const url = filled(given)
  if (url === null)
    throw new CrawlInputError('start_url', `must be the address the crawl began at, got ${shown(given)}`)
  return url
}

function readCrawlTime(result: Fields, settings: CrawlSettings): number | null {
  const given = settings.crawlTimeUtc ?? result.crawl_time_utc
  if (given === undefined || given === null) return null
  const at = readClock(given)
  if (at === null)
    throw new CrawlInputError(
      'crawl_time_utc',
      `must be an ISO 8601 time such as 2026-02-14T10:30:00Z, got ${shown(given)}`,
    )
  return at
}

function readVersion(result: Fields, settings: CrawlSettings): string {
  const given = settings.parserVersion ?? result.parser_version
  if (given === undefined || given === null) return ownParserVersion
  const version = filled(given)
  if (version === null)
    throw new CrawlInputError('parser_version', `must be a version such as 1.0.0, got ${shown(given)}`)
  return version
}

/** Crawlers drop pages at the end to stay below a size limit: the feed is then incomplete. */
function limits(result: Fields): readonly CrawlWarning[] {
  const removed = result.pages_removed_for_limit
  const gone = typeof removed === 'number' && removed > 0
  return gone ? [{ code: 'PAGES_REMOVED', example: `pages_removed_for_limit is ${removed}`, page_url: null }] : []
}

import type { CrawlWarning } from '../domain/crawl-story.ts'
import { parseDate } from '../text/parse-date.ts'
import { shown } from './crawl-input-error.ts'

/** One heading of a page. */
export interface PageHeading {
  readonly level: number
  readonly text: string
}

/** A validated crawled page. */
export interface CrawlPage {
  readonly url: string
  readonly text: string
  readonly headings: readonly PageHeading[]
  readonly siteName: string | null
  readonly language: string | null
  /** Null where the crawl does not say. */
  readonly depth: number | null
  readonly fetchedAt: number | null
}

type Fields = Readonly<Record<string, unknown>>

/** A page, or null when it cannot be used; with its warnings. */
export interface ReadPage {
  readonly page: CrawlPage | null
  readonly warnings: readonly CrawlWarning[]
}

/** Names that crawlers give to the fetch time of a page. */
const fetchTimeKeys = [
  'fetched_at',
  'fetched_at_utc',
  'fetch_time',
  'fetch_time_utc',
  'fetch_timestamp',
  'crawl_time_utc',
  'crawled_at',
  'retrieved_at',
  'timestamp',
]

/** Faults of a page are warnings, so that one bad page does not cost the others. */
export function readPage(value: unknown, index: number): ReadPage {
  const skip = (why: string): ReadPage => ({
    page: null,
    warnings: [{ code: 'PAGE_SKIPPED', example: `pages[${index}]${why}`.slice(0, 120), page_url: null }],
  })
  if (!isRecord(value)) return skip(` must be an object, got ${shown(value)}`)
  if (typeof value.url !== 'string' || value.url.trim() === '')
    return skip(`.url must be text, got ${shown(value.url)}`)
  if (value.success === false) return skip(`.success is false: ${shown(value.error_code ?? value.error ?? value.url)}`)
  if (value.text != null && typeof value.text !== 'string') return skip(`.text must be text, got ${shown(value.text)}`)
  return readFields(value, value.url, index)
}

function readFields(value: Fields, url: string, index: number): ReadPage {
  const warnings: CrawlWarning[] = []
  const warn = (code: string, example: string) =>
    warnings.push({ code, example: `pages[${index}].${example}`.slice(0, 120), page_url: url })
  const meta = isRecord(value.meta) ? value.meta : {}
  if (value.headings != null && !Array.isArray(value.headings))
    warn('PAGE_HEADINGS_IGNORED', `headings must be a list, got ${shown(value.headings)}`)
  if (value.truncated === true) warn('PAGE_TRUNCATED', 'truncated is true')
  const depth = readDepth(value.depth)
  if (value.depth != null && depth === null) warn('PAGE_DEPTH_IGNORED', `depth is ${shown(value.depth)}`)
  const fetched = readFetchTime({ ...meta, ...value })
  if (fetched.bad !== null) warn('PAGE_FETCH_TIME_IGNORED', fetched.bad)
  const page: CrawlPage = {
    url,
    text: typeof value.text === 'string' ? value.text : '',
    headings: readHeadings(value.headings),
    siteName: filled(meta['og:site_name']),
    language: filled(value.language) ?? filled(meta.language) ?? filled(meta.lang),
    depth,
    fetchedAt: fetched.at,
  }
  return { page, warnings }
}

/** True for a plain object. */
export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A non-blank text, else null. */
export const filled = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const readDepth = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null

function readHeadings(value: unknown): readonly PageHeading[] {
  if (!Array.isArray(value)) return []
  const headings: PageHeading[] = []
  for (const entry of value) {
    if (!isRecord(entry) || typeof entry.text !== 'string') continue
    const level = Number(String(entry.level).replace(/^h/i, ''))
    if (Number.isInteger(level) && level >= 1 && level <= 6) headings.push({ level, text: entry.text })
  }
  return headings
}

function readFetchTime(value: Fields): { readonly at: number | null; readonly bad: string | null } {
  const key = fetchTimeKeys.find((name) => value[name] != null)
  if (key === undefined) return { at: null, bad: null }
  const given = value[key]
  const at = typeof given === 'number' ? readUnix(given) : readClock(given)
  return { at, bad: at === null ? `${key} is ${shown(value[key])}` : null }
}

const readUnix = (given: number): number | null =>
  given > 0 && given < lastSecond * 1000 ? Math.floor(given < lastSecond ? given * 1000 : given) : null

const clock = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i

/** Unix time is in seconds up to here (the year 2286) and in milliseconds beyond. */
const lastSecond = 1e10

/** An ISO 8601 instant; without a zone it is UTC, as the field's name says. */
export function readClock(value: unknown): number | null {
  if (typeof value !== 'string' || !clock.test(value.trim())) return null
  return parseDate(value.trim())?.at ?? null
}

import type { EntryDates } from '../domain/entry.ts'
import { type ParsedDate, parseDate } from '../text/parse-date.ts'

/** When an article was published, and how sure that is. */
export interface ArticleDate {
  readonly published: number
  readonly dateUncertain: boolean
  readonly dateZoneAssumed: boolean
}

const oneDayMs = 86_400_000

/** What programs write when they have no date: the first instant of their calendar. */
const zeroDates = new Set([
  0,
  Date.UTC(1900, 0, 1),
  Date.UTC(1899, 11, 30),
  Date.UTC(1899, 11, 31),
  -62_135_596_800_000,
])

/**
 * The first readable of dc:date, published, updated, pubDate. The time of the poll is used when there is none, or when
 * it is more than a day in the future, which no clock or zone explains.
 */
export function articleDate(dates: EntryDates, now: number): ArticleDate {
  const date = firstDate([dates.dcDate, dates.published, dates.updated, dates.pubDate])
  if (date === null || date.at > now + oneDayMs) return { published: now, dateUncertain: true, dateZoneAssumed: false }
  return { published: date.at, dateUncertain: false, dateZoneAssumed: date.zone === 'assumed' }
}

function firstDate(written: readonly (string | null)[]): ParsedDate | null {
  for (const text of written) {
    const date = text === null ? null : parseDate(text)
    if (date !== null && !zeroDates.has(date.at)) return date
  }
  return null
}

import type { EntrySource } from '../domain/entry.ts'
import { agencyOf, datelineAgency, namesNewsroom } from '../text/agencies.ts'

/**
 * The original publisher when it is not the source: from the RSS `source` element, an agency as author, or an agency in
 * the dateline.
 */
export function articlePublisher(
  source: EntrySource | null,
  author: string | null,
  text: string | null,
  sourceName: string,
): string | null {
  const named = source?.title?.replace(/\s+/g, ' ').trim() ?? ''
  if (named !== '') return named
  const byline = author === null ? null : agencyOf(author)
  const agency = byline ?? (text === null ? null : datelineAgency(text))
  return agency === null || namesNewsroom(agency, sourceName) ? null : agency
}

import type { PolledFeed } from '../app/halves.ts'
import type { PollReport } from '../app/poll-report.ts'
import type { Outcome } from '../core/domain/outcome.ts'
import { counted } from '../core/text/counted.ts'
import { fitText } from './text-width.ts'

/** The counts of a pass, for its last line. */
export interface PollTally {
  polled: number
  unchanged: number
  failed: number
  added: number
  revised: number
  duplicates: number
}

export const newTally = (): PollTally => ({ polled: 0, unchanged: 0, failed: 0, added: 0, revised: 0, duplicates: 0 })

export function count(tally: PollTally, { outcome, count: counts }: PollReport): void {
  tally.polled++
  if (isFailure(outcome)) tally.failed++
  else if (counts.added + counts.revised === 0) tally.unchanged++
  tally.added += counts.added
  tally.revised += counts.revised
  tally.duplicates += counts.duplicates
}

export function tallyLine(tally: PollTally): string {
  const { polled, unchanged, failed, added, revised, duplicates } = tally
  const feeds = `${counted(polled, 'feed')} polled`
  return `${feeds}: ${added} new, ${revised} updated, ${duplicates} seen before; ${unchanged} unchanged, ${failed} failed`
}

export function isFailure({ kind }: Outcome): boolean {
  return kind === 'failed' || kind === 'slowDown' || kind === 'gone'
}

/** One poll in one line. */
export function pollLine(report: PolledFeed, width: number): string {
  return fitText(`${nameOf(report)}: ${outcomeWords(report)}`, width).trimEnd()
}

function nameOf({ source, feed }: PolledFeed): string {
  return source.name ?? feed.title ?? feed.url
}

function outcomeWords(report: PolledFeed): string {
  const { outcome, count: counts, leaseLost } = report
  if (leaseLost) return 'another process took over its host; nothing stored'
  if (outcome.kind === 'gone') return 'gone for good (410): it is polled no more; add it again to revive it'
  if (outcome.kind === 'slowDown') return `asked us to slow down (${outcome.status})`
  if (outcome.kind === 'failed') return `${outcome.message}${insteadOf(report)}`
  const moved = outcome.kind === 'moved' ? `moved to ${outcome.to}, ` : ''
  if (counts.added + counts.revised + counts.duplicates === 0) return `${moved}unchanged`
  return `${moved}${counts.added} new, ${counts.revised} updated, ${counts.duplicates} seen before`
}

/** What to do about a page in place of a feed; candidates are there for pages only. An address that was guessed may be no feed. */
function insteadOf({ candidates, feed }: PolledFeed): string {
  if (candidates.length === 0) return ''
  const named = candidates.find(({ found }) => found !== 'path')
  if (named !== undefined) return `; the page names ${named.url} — \`copytaster feeds add\` it`
  return `; it names no feed: \`copytaster feeds discover ${feed.url}\` looks for one`
}

/** One poll as JSON. */
export function pollJson(report: PollReport): Record<string, unknown> {
  const { outcome, count: counts, next } = report
  return {
    feed: report.feed.id,
    url: report.feed.url,
    outcome: outcome.kind,
    failure: outcome.kind === 'failed' ? outcome.failure : null,
    status: 'status' in outcome ? outcome.status : null,
    message: outcome.kind === 'failed' ? outcome.message : null,
    movedTo: outcome.kind === 'moved' ? outcome.to : null,
    entries: report.entries,
    malformed: report.malformed,
    ...counts,
    warnings: report.warnings,
    candidates: report.candidates,
    events: report.events,
    nextAt: next.at === null ? null : new Date(next.at).toISOString(),
    nextReason: next.reason,
  }
}

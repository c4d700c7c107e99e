import type { PollDay } from '../domain/health.ts'
import type { FailureClass, FinishedPoll } from '../domain/outcome.ts'
import { classifyFailure } from './classify-failure.ts'

const dayMs = 86_400_000

/** The UTC day an instant falls on. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)

export function emptyDay(day: number): PollDay {
  return {
    day,
    polls: 0,
    successes: 0,
    failures: {},
    notModified: 0,
    documents: 0,
    validDocuments: 0,
    datedDocuments: 0,
    consistentDates: 0,
    malformed: 0,
    newArticles: 0,
    durationMs: 0,
    bytes: 0,
    storedBytes: 0,
    leftOut: 0,
  }
}

/** The day's counters with one more poll. Dates are counted only when the document has new entries. */
export function countPoll(day: PollDay, { outcome, reading, tookMs, wireBytes }: FinishedPoll): PollDay {
  const failure = classifyFailure(outcome)
  const isDated = reading !== null && reading.newEntries + reading.revisedEntries > 0
  return {
    day: day.day,
    polls: day.polls + 1,
    successes: day.successes + Number(failure === null),
    failures: failure === null ? day.failures : { ...day.failures, [failure]: (day.failures[failure] ?? 0) + 1 },
    notModified: day.notModified + Number(failure === null && reading === null),
    documents: day.documents + Number(failure === 'document' || reading !== null),
    validDocuments: day.validDocuments + Number(reading?.valid ?? false),
    datedDocuments: day.datedDocuments + Number(isDated),
    consistentDates: day.consistentDates + Number(isDated && reading.uncertainDates === 0),
    malformed: day.malformed + (reading?.malformed ?? 0),
    newArticles: day.newArticles + (reading?.newEntries ?? 0),
    durationMs: day.durationMs + tookMs,
    bytes: day.bytes + wireBytes,
    storedBytes: day.storedBytes + (reading?.storedBytes ?? 0),
    // Most of them are the same entries each time.
    leftOut: Math.max(day.leftOut, reading?.leftOut.length ?? 0),
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The sum over a window of so many days that ends today. */
export function addUp(days: readonly PollDay[], today: number, count: number): PollDay {
  const total: Mutable<PollDay> & { failures: Partial<Record<FailureClass, number>> } = {
    ...emptyDay(today),
    failures: {},
  }
  for (const day of days) {
    if (day.day <= today - count || day.day > today) continue
    total.polls += day.polls
    total.successes += day.successes
    total.notModified += day.notModified
    total.documents += day.documents
    total.validDocuments += day.validDocuments
    total.datedDocuments += day.datedDocuments
    total.consistentDates += day.consistentDates
    total.malformed += day.malformed
    total.newArticles += day.newArticles
    total.durationMs += day.durationMs
    total.bytes += day.bytes
    total.storedBytes += day.storedBytes
    total.leftOut += day.leftOut
    for (const kind in day.failures) {
      const known = kind as FailureClass
      total.failures[known] = (total.failures[known] ?? 0) + (day.failures[known] ?? 0)
    }
  }
  return total
}

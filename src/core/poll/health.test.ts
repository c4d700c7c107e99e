import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PollDay } from '../domain/health.ts'
import type { FailureKind, FinishedPoll, Outcome } from '../domain/outcome.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { afterPoll, type PolledFeed } from './after-poll.ts'
import { feedHealth, reliabilityOf } from './health.ts'
import { newHistory } from './new-history.ts'
import { emptyDay } from './poll-days.ts'
import { defaultPollPolicy as policy } from './poll-policy.ts'
import { failed } from './read-reply.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 2, 31, 12)
const today = Math.floor(now / dayMs)
const aHistory = (part: Partial<PollHistory>): PollHistory => ({
  ...newHistory('major', policy),
  polls: 5,
  lastSuccessAt: now,
  lastNewAt: now,
  ...part,
})
const aDay = (part: Partial<PollDay>): PollDay => ({ ...emptyDay(today), ...part })
const stateOf = (part: Partial<PollHistory>, days: readonly PollDay[] = []) =>
  feedHealth(aHistory(part), days, now, policy).state

describe('the state of a feed', () => {
  test.each<[string, Partial<PollHistory>, string]>([
    ['that answers', {}, 'healthy'],
    ['that was never polled', { lastSuccessAt: null, polls: 0 }, 'new'],
    ['that never answered', { lastSuccessAt: null, polls: 2, failuresInARow: 2 }, 'new'],
    ['that never answered three times', { lastSuccessAt: null, polls: 3, failuresInARow: 3 }, 'unhealthy'],
    ['that failed twice', { failuresInARow: 2 }, 'healthy'],
    ['that failed three times', { failuresInARow: 3 }, 'unhealthy'],
    ['with three documents nobody can read, answers between them', { documentFailuresInARow: 3 }, 'unhealthy'],
    ['that timed out twice in ten', { recent: ['timeout', 'timeout', 'new', 'unchanged'] }, 'healthy'],
    ['that timed out three times in ten', { recent: ['timeout', 'new', 'timeout', 'unchanged', 'timeout'] }, 'slow'],
    ['that is quiet for a fortnight', { lastNewAt: now - 14 * dayMs }, 'dormant'],
    ['that moved this month', { movedAt: now - 29 * dayMs }, 'moved'],
    ['that moved long ago', { movedAt: now - 30 * dayMs }, 'healthy'],
    ['that is gone, whatever else', { deadAt: now, failuresInARow: 9 }, 'dead'],
    ['that is broken rather than quiet', { failuresInARow: 3, lastNewAt: now - 20 * dayMs }, 'unhealthy'],
  ])('%s', (_fact, part, state) => expect(stateOf(part)).toBe(state))

  test.each<[string, readonly PollDay[], string]>([
    ['over half of a week failed', [aDay({ polls: 10, successes: 4 })], 'unhealthy'],
    ['half of a week failed', [aDay({ polls: 10, successes: 5 })], 'healthy'],
    ['too few polls to tell', [aDay({ polls: 3, successes: 1 })], 'healthy'],
    ['bad days a week ago', [aDay({ day: today - 7, polls: 50 }), aDay({ polls: 10, successes: 9 })], 'healthy'],
    ['bad days within the week', [aDay({ day: today - 6, polls: 50 }), aDay({ polls: 10, successes: 9 })], 'unhealthy'],
  ])('%s', (_fact, days, state) => expect(stateOf({}, days)).toBe(state))
})

test.each<[string, Partial<PollDay>, number | null]>([
  ['unknown before the first poll', {}, null],
  [
    '100 for a feed without fault',
    { polls: 4, successes: 4, documents: 2, validDocuments: 2, datedDocuments: 2, consistentDates: 2 },
    100,
  ],
  ['half lost for never answering', { polls: 4 }, 50],
  ['three tenths lost for documents nobody can read', { polls: 4, successes: 4, documents: 4 }, 70],
  [
    'two tenths lost for dates that make no sense',
    { polls: 4, successes: 4, documents: 4, validDocuments: 4, datedDocuments: 4 },
    80,
  ],
  [
    'shares of each',
    { polls: 4, successes: 3, documents: 4, validDocuments: 2, datedDocuments: 2, consistentDates: 1 },
    63,
  ],
])('reliability is %s', (_fact, part, expected) => expect(reliabilityOf(aDay(part))).toBe(expected))

/** One poll of a made-up month. */
interface Event {
  readonly hours: number
  readonly what: 'new' | 'same' | FailureKind
}
const anyEvent: fc.Arbitrary<Event> = fc.record({
  hours: fc.integer({ min: 1, max: 60 }),
  what: fc.constantFrom<Event['what'][]>('new', 'same', 'totalTimeout', 'http', 'unparsable', 'reset'),
})

function toPoll(at: number, { what }: Event): FinishedPoll {
  const hints = {
    ttlMinutes: null,
    skipHours: [],
    skipDays: [],
    updatePeriod: null,
    updateFrequency: null,
    updateBase: null,
  }
  const outcome: Outcome =
    what === 'same' || what === 'new'
      ? { kind: 'notModified', url: 'https://a.example/', freshness: null }
      : failed(what, 'trouble')
  const reading =
    what === 'new'
      ? {
          entries: 9,
          newEntries: 1,
          revisedEntries: 0,
          uncertainDates: 0,
          malformed: 0,
          cutOff: 0,
          valid: true,
          publishedAt: [],
          storedBytes: 0,
          leftOut: [],
          hints,
        }
      : null
  return { at, feedUrl: 'https://a.example/', outcome, reading, tookMs: 10, wireBytes: 10 }
}

test('windows, rows and streaks agree with a model that keeps every poll', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 60 }), (events) => {
      let feed: PolledFeed = {
        key: 'k',
        history: newHistory('major', policy),
        days: [],
        validators: { etag: null, lastModified: null },
      }
      const kept: { day: number; what: Event['what'] }[] = []
      let at = Date.UTC(2026, 0, 1)
      for (const event of events) {
        at += event.hours * 3_600_000
        const after = afterPoll(feed, toPoll(at, event), policy)
        feed = {
          ...feed,
          history: after.history,
          days: [...feed.days.filter(({ day }) => day !== after.day.day), after.day],
        }
        kept.push({ day: Math.floor(at / dayMs), what: event.what })
        expect(after.health).toMatchObject(slowModel(kept))
      }
    }),
    { seed: 3, numRuns: 60 },
  )
})

/** Health by going through all polls again each time. */
function slowModel(kept: readonly { readonly day: number; readonly what: Event['what'] }[]) {
  const day = kept.at(-1)!.day
  const isGood = (what: string) => what === 'new' || what === 'same'
  const month = kept.filter((poll) => day - poll.day < 30)
  const week = kept.filter((poll) => day - poll.day < 7)
  const lastGood = kept.findLastIndex((poll) => isGood(poll.what))
  const lastRead = kept.findLastIndex((poll) => poll.what === 'new')
  const row = kept.length - 1 - lastGood
  const unread = kept.slice(lastRead + 1).filter((poll) => poll.what === 'unparsable').length
  const bad = week.filter((poll) => !isGood(poll.what)).length
  const isBroken = row >= 3 || unread >= 3 || (week.length >= 4 && bad * 2 > week.length)
  const isSlow = kept.slice(-10).filter((poll) => poll.what === 'totalTimeout').length >= 3
  const model = {
    polls: month.length,
    successes: month.filter((poll) => isGood(poll.what)).length,
    failuresInARow: row,
  }
  return isBroken ? { ...model, state: 'unhealthy' } : isSlow ? { ...model, state: 'slow' } : model
}

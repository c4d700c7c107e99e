import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import type { RefreshHints } from '../domain/feed-document.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { explainNextPoll } from './explain-next-poll.ts'
import { visitWords } from './feed-reason-words.ts'
import { newHistory } from './new-history.ts'
import { type AnswerHints, nextPoll } from './next-poll.ts'
import { defaultPollPolicy as policy } from './poll-policy.ts'
import { publisherMinimum } from './publisher-minimum.ts'
import { skippedBy } from './skip-times.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 2, 2, 12)
const nothing: AnswerHints = { slowDown: false, retryAfterMs: null, turnedOver: false }
const noHints: RefreshHints = {
  ttlMinutes: null,
  skipHours: [],
  skipDays: [],
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
}

const aHistory = (overrides: Partial<PollHistory> = {}): PollHistory => ({
  ...newHistory('major', policy),
  polls: 9,
  lastPolledAt: now,
  lastSuccessAt: now,
  lastNewAt: now - hour,
  ...overrides,
})

const plan = (overrides: Partial<PollHistory> = {}, request: Partial<AnswerHints> = {}, jitter = 0) =>
  nextPoll(aHistory(overrides), { ...nothing, ...request }, { now, jitter }, policy)

describe('nextPoll', () => {
  test.each<[string, Partial<PollHistory>, Partial<AnswerHints>, number, string]>([
    ["starts at its kind's interval", {}, {}, 30 * minute, 'kind'],
    ['follows the learnt interval', { intervalMs: 2 * hour }, {}, 2 * hour, 'adaptive'],
    ['obeys a ttl', { hints: { ...noHints, ttlMinutes: 60 } }, {}, hour, 'ttl'],
    ['ignores a ttl that asks for less', { hints: { ...noHints, ttlMinutes: 5 } }, {}, 30 * minute, 'kind'],
    ['obeys a ttl even when it fails', { failuresInARow: 1, hints: { ...noHints, ttlMinutes: 60 } }, {}, hour, 'ttl'],
    ['waits its interval after one failure', { failuresInARow: 1 }, {}, 30 * minute, 'failure_backoff'],
    ['doubles with each further failure', { failuresInARow: 4 }, {}, 4 * hour, 'failure_backoff'],
    ['waits a day at most for failures', { failuresInARow: 400 }, {}, day, 'failure_backoff'],
    [
      'waits for a failing feed no longer than a part of the time in which its document is replaced',
      { failuresInARow: 6, lastEntries: 20, newPerPoll: 2, intervalMs: 30 * minute, lastSuccessAt: now - 20 * hour },
      {},
      30 * minute,
      'failure_backoff',
    ],
    [
      'waits longer where that takes longer',
      { failuresInARow: 6, lastEntries: 100, newPerPoll: 1, intervalMs: 30 * minute, lastSuccessAt: now - 20 * hour },
      {},
      187.5 * minute,
      'failure_backoff',
    ],
    [
      'backs off as usual when that was over a day ago',
      { failuresInARow: 6, lastEntries: 20, newPerPoll: 2, intervalMs: 30 * minute, lastSuccessAt: now - 25 * hour },
      {},
      16 * hour,
      'failure_backoff',
    ],
    [
      'comes soon when a whole document was new',
      { intervalMs: 4 * hour },
      { turnedOver: true },
      15 * minute,
      'turned_over',
    ],
    [
      'but not sooner than the publisher allows',
      { hints: { ...noHints, ttlMinutes: 60 } },
      { turnedOver: true },
      hour,
      'ttl',
    ],
    ['obeys Retry-After', {}, { retryAfterMs: 5 * hour, slowDown: true }, 5 * hour, 'retry_after'],
    ['believes Retry-After for a week', {}, { retryAfterMs: 30 * day, slowDown: true }, 7 * day, 'retry_after'],
    [
      'keeps its interval when Retry-After is shorter',
      { intervalMs: hour },
      { retryAfterMs: minute, slowDown: true },
      hour,
      'slow_down',
    ],
    ['goes to daily after a fortnight of silence', { lastNewAt: now - 14 * day }, {}, day, 'dormant'],
    ['does not before', { lastNewAt: now - 14 * day + 1 }, {}, 30 * minute, 'kind'],
    [
      'takes a feed that fails for broken, not for quiet',
      { lastNewAt: now - 20 * day, lastSuccessAt: now - 10 * day, failuresInARow: 2 },
      {},
      hour,
      'failure_backoff',
    ],
    [
      'waits for a regular arrival',
      { intervalMs: 4 * hour, gapMs: 6 * hour, gapSpreadMs: 10 * minute },
      {},
      5 * hour + 10 * minute,
      'predicted',
    ],
    [
      'comes early for one',
      { intervalMs: 4 * hour, gapMs: 2 * hour, gapSpreadMs: 10 * minute },
      {},
      70 * minute,
      'predicted',
    ],
    [
      'stretches to its double at most',
      { intervalMs: hour, gapMs: 20 * hour, gapSpreadMs: hour },
      {},
      2 * hour,
      'predicted',
    ],
    [
      'does not wait for an irregular one',
      { intervalMs: 4 * hour, gapMs: 6 * hour, gapSpreadMs: 3 * hour },
      {},
      4 * hour,
      'adaptive',
    ],
    [
      'does not wait for one that is late',
      { intervalMs: hour, lastNewAt: now - 7 * hour, gapMs: 6 * hour, gapSpreadMs: 0 },
      {},
      hour,
      'adaptive',
    ],
  ])('%s', (_fact, history, request, waitMs, reason) =>
    expect(plan(history, request)).toMatchObject({ at: now + waitMs, waitMs, reason }),
  )

  test.each<[string, number, Partial<PollHistory>, number | null]>([
    ['polls an active feed shortly before a digest', 3 * hour, { intervalMs: 4 * hour }, 2 * hour + 40 * minute],
    ['not when its turn comes sooner anyway', 5 * hour, { intervalMs: 4 * hour }, null],
    ['not within the minimum interval', 30 * minute, { intervalMs: 4 * hour }, null],
    [
      'not sooner than the publisher allows',
      hour,
      { intervalMs: 2 * hour, hints: { ...noHints, ttlMinutes: 60 } },
      null,
    ],
    ['not a feed that rarely brings anything', 3 * hour, { intervalMs: 20 * hour }, null],
    ['not a silent one', 3 * hour, { intervalMs: 4 * hour, lastNewAt: now - 20 * day }, null],
    ['not a failing one', 3 * hour, { intervalMs: 4 * hour, failuresInARow: 1 }, null],
    [
      'not in an hour it asks us to skip',
      3 * hour,
      { intervalMs: 4 * hour, hints: { ...noHints, skipHours: [14] } },
      null,
    ],
  ])('%s', (_, digestIn, overrides, wait) => {
    const usual = nextPoll(aHistory(overrides), nothing, { now, jitter: 0 }, policy)
    const next = nextPoll(aHistory(overrides), nothing, { now, jitter: 0, digestAt: now + digestIn }, policy)
    expect(next.at! - now).toBe(wait ?? usual.at! - now)
    expect(next.reason).toBe(wait === null ? usual.reason : 'digest')
  })

  test('polls a new feed at once and a dead one never', () => {
    expect(plan({ polls: 0 })).toMatchObject({ at: now, reason: 'first' })
    expect(plan({ deadAt: now })).toMatchObject({ at: null, reason: 'dead' })
  })

  test('steps over hours and days the publisher excludes', () => {
    expect(plan({ hints: { ...noHints, skipHours: [12, 13] } })).toMatchObject({
      at: now + 2 * hour,
      reason: 'skip_hours',
    })
    expect(plan({ hints: { ...noHints, skipDays: ['monday'] } })).toMatchObject({
      at: now + 12 * hour,
      reason: 'skip_days',
    })
    expect(plan({ hints: { ...noHints, skipDays: ['monday', 'tuesday'] } })).toMatchObject({
      at: now + day,
      reason: 'skip_days',
    })
  })

  test('adds jitter of a tenth, half an hour at most', () => {
    expect(plan({}, {}, 0.5)).toMatchObject({ waitMs: 31.5 * minute, jitterMs: 1.5 * minute })
    expect(plan({ intervalMs: day }, {}, 0.999)).toMatchObject({ reason: 'adaptive' })
    expect(plan({ intervalMs: day }, {}, 0.999).jitterMs).toBeLessThan(30 * minute)
  })
})

const ms = (most: number) => fc.integer({ min: 0, max: most })
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const anyHints: fc.Arbitrary<RefreshHints> = fc.record({
  ttlMinutes: orNull(fc.integer({ min: -10, max: 100_000 })),
  skipHours: fc.uniqueArray(fc.nat(23), { maxLength: 24 }),
  skipDays: fc.uniqueArray(fc.constantFrom('monday', 'tuesday', 'saturday', 'sunday')),
  updatePeriod: orNull(fc.constantFrom('hourly', 'daily', 'weekly', 'never')),
  updateFrequency: orNull(fc.integer({ min: -1, max: 50 })),
  updateBase: fc.constant(null),
})
const anyHistory: fc.Arbitrary<PollHistory> = fc
  .record({
    kind: fc.constantFrom(
      'breaking' as const,
      'major' as const,
      'blog' as const,
      'weekly' as const,
      'dormant' as const,
    ),
    intervalMs: fc.integer({ min: 15 * minute, max: day }),
    hints: orNull(anyHints),
    freshness: orNull(
      fc.record({ ms: ms(30 * day), by: fc.constantFrom('cache_control' as const, 'expires' as const) }),
    ),
    gapMs: orNull(ms(40 * day)),
    gapSpreadMs: orNull(ms(day)),
    lastNewAt: orNull(ms(200 * day).map((ago) => now - ago)),
    failuresInARow: fc.nat(40),
    lastEntries: orNull(fc.nat(1_000)),
    lastSuccessAt: orNull(ms(3 * day).map((ago) => now - ago)),
    newPerPoll: orNull(fc.double({ min: 0, max: 50, noNaN: true })),
  })
  .map((fields) => aHistory(fields))
const anyRequest: fc.Arbitrary<AnswerHints> = fc.record({
  slowDown: fc.boolean(),
  retryAfterMs: orNull(ms(60 * day)),
  turnedOver: fc.boolean(),
})
const anyJitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const anyMoment = fc.record({
  now: fc.constant(now),
  jitter: anyJitter,
  digestAt: orNull(ms(day).map((ahead) => now + ahead)),
})
const runs = { seed: 11, numRuns: volume(200, 20_000) }

describe('nextPoll, whatever the feed', () => {
  test('is never before what the publisher allows, nor before a quarter of an hour', () => {
    fc.assert(
      fc.property(anyHistory, anyRequest, anyMoment, (history, request, moment) => {
        const next = nextPoll(history, request, moment, policy)
        const asked = Math.min(request.retryAfterMs ?? 0, 7 * day)
        const minimum = publisherMinimum(history.hints, history.freshness, day).ms
        expect(next.at! - now).toBeGreaterThanOrEqual(Math.max(15 * minute, minimum, asked))
      }),
      runs,
    )
  })

  test('is never after a day, or a week where Retry-After asks, and the jitter', () => {
    fc.assert(
      fc.property(anyHistory, anyRequest, anyMoment, (history, request, moment) => {
        const next = nextPoll(history, request, moment, policy)
        const most = Math.max(day, Math.min(request.retryAfterMs ?? 0, 7 * day))
        expect(next.at! - now).toBeLessThanOrEqual(most + 30 * minute)
      }),
      runs,
    )
  })

  test('is in no excluded hour, unless the exclusion lasts a day', () => {
    fc.assert(
      fc.property(anyHistory, anyMoment, (history, moment) => {
        const next = nextPoll(history, nothing, moment, policy)
        const excluded = history.hints && skippedBy(next.at!, history.hints)
        expect(excluded === null || next.at! >= now + day).toBe(true)
      }),
      runs,
    )
  })

  test('never comes sooner for more failures, a longer interval or a longer Retry-After', () => {
    fc.assert(
      fc.property(anyHistory, ms(8 * day), ms(8 * day), (given, a, b) => {
        const history = { ...given, hints: null }
        const at = (changed: Partial<PollHistory>, request = nothing) =>
          nextPoll({ ...history, ...changed }, request, { now, jitter: 0 }, policy).at!
        const [less, more] = a < b ? [a, b] : [b, a]
        expect(at({ failuresInARow: history.failuresInARow + 2 })).toBeGreaterThanOrEqual(
          at({ failuresInARow: history.failuresInARow + 1 }),
        )
        expect(at({ intervalMs: history.intervalMs * 2, gapMs: null })).toBeGreaterThanOrEqual(at({ gapMs: null }))
        expect(at({}, { ...nothing, slowDown: true, retryAfterMs: more })).toBeGreaterThanOrEqual(
          at({}, { ...nothing, slowDown: true, retryAfterMs: less }),
        )
      }),
      runs,
    )
  })

  test('depends on nothing but its arguments, and always has a sentence', () => {
    fc.assert(
      fc.property(anyHistory, anyRequest, anyMoment, (history, request, moment) => {
        const next = nextPoll(history, request, moment, policy)
        expect(nextPoll(history, request, moment, policy)).toEqual(next)
        expect(visitWords(explainNextPoll(next))).toMatch(/^[a-z].{10,}[^.]$/)
      }),
      runs,
    )
  })
})

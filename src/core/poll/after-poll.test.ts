import { describe, expect, test } from 'vitest'
import type { FinishedPoll, Outcome, Reading } from '../domain/outcome.ts'
import { type AfterPoll, afterPoll, type PolledFeed } from './after-poll.ts'
import { newHistory, restoreHistory } from './new-history.ts'
import { defaultPollPolicy as policy } from './poll-policy.ts'
import { failed } from './read-reply.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 2, 2, 12)
const url = 'https://a.example/feed'
const noHints = {
  ttlMinutes: null,
  skipHours: [],
  skipDays: [],
  updatePeriod: null,
  updateFrequency: null,
  updateBase: null,
}
const validators = { etag: '"a"', lastModified: null }

const fetched: Outcome = {
  kind: 'fetched',
  url,
  body: new Uint8Array(),
  headers: {},
  contentType: null,
  validators: { url, ...validators },
  freshness: null,
}
const same: Outcome = { kind: 'notModified', url, freshness: null }
const timeout: Outcome = failed('totalTimeout', 'no complete answer')
const broken: Outcome = failed('unparsable', 'not a feed')
const slowDown: Outcome = { kind: 'slowDown', status: 429, retryAfterMs: null, retry: false }

const reading = (newEntries: number, more: Partial<Reading> = {}): Reading => ({
  entries: 20,
  newEntries,
  revisedEntries: 0,
  uncertainDates: 0,
  malformed: 0,
  cutOff: 0,
  valid: true,
  publishedAt: [],
  storedBytes: 0,
  leftOut: [],
  hints: noHints,
  ...more,
})

/** A feed and the polls it goes through. */
function aFeed(kind: 'breaking' | 'major' = 'major') {
  let feed: PolledFeed = {
    key: url,
    history: newHistory(kind, policy),
    days: [],
    validators: { etag: null, lastModified: null },
  }
  return (at: number, outcome: Outcome, read: Reading | null = null): AfterPoll => {
    const poll: FinishedPoll = { at, feedUrl: url, outcome, reading: read, tookMs: 100, wireBytes: 1_000 }
    const after = afterPoll(feed, poll, policy)
    const days = [...feed.days.filter((one) => one.day !== after.day.day), after.day]
    feed = { key: url, history: after.history, days, validators: after.validators }
    return after
  }
}

describe('the interval', () => {
  test('doubles after five polls without news, and again after five more, up to a day', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    const intervals = Array.from({ length: 40 }, (_, n) => poll(start + (n + 1) * hour, same).history.intervalMs)
    expect(intervals.slice(0, 5)).toEqual([0.5, 0.5, 0.5, 0.5, 1].map((hours) => hours * hour))
    expect([intervals[9], intervals[14], intervals[39]]).toEqual([2 * hour, 4 * hour, day])
  })

  test('halves after five polls that each had news, down to a quarter of an hour', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    const intervals = Array.from(
      { length: 12 },
      (_, n) => poll(start + (n + 1) * hour, fetched, reading(2)).history.intervalMs,
    )
    expect([intervals[3], intervals[4], intervals[11]]).toEqual([30 * minute, 15 * minute, 15 * minute])
  })

  test('halves no further than the publisher allows', () => {
    const poll = aFeed()
    const hinted = (n: number) => reading(n, { hints: { ...noHints, ttlMinutes: 25 } })
    poll(start, fetched, hinted(20))
    let last = poll(start + hour, fetched, hinted(1))
    for (let n = 2; n < 20; n++) last = poll(start + n * hour, fetched, hinted(1))
    expect(last.history.intervalMs).toBe(25 * minute)
  })

  test('is left alone by a mixture, by revisions and by failures', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    let last = poll(start + hour, same)
    for (let n = 2; n < 30; n++) last = poll(start + n * hour, ...mixture[n % 4]!)
    expect(last.history.intervalMs).toBe(30 * minute)
  })
  const mixture: ReadonlyArray<[Outcome, Reading | null]> = [
    [same, null],
    [fetched, reading(1)],
    [fetched, reading(0, { revisedEntries: 2 })],
    [timeout, null],
  ]

  test('learns nothing about rhythm from the first document', () => {
    const { history } = aFeed()(start, fetched, reading(20, { publishedAt: [start - 3 * day] }))
    expect(history).toMatchObject({ changedInARow: 0, gapMs: null, newPerPoll: null, lastNewAt: start - 3 * day })
  })

  test('doubles when asked to slow down, and stays so', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    poll(start + hour, slowDown)
    expect(poll(start + 2 * hour, same).history.intervalMs).toBe(hour)
  })
})

test.each([
  ['soon again when every entry of a later document was new', 20, {}, 'turned_over'],
  ['as usual when some were known', 19, {}, 'predicted'],
  ['as usual when the document is so short that it means nothing', 3, { entries: 3 }, 'kind'],
])('a feed is visited %s', (_fact, newEntries, more, reason) => {
  const poll = aFeed()
  expect(poll(start, fetched, reading(20)).next.reason).toBe('kind')
  expect(poll(start + hour, fetched, reading(newEntries, more)).next.reason).toBe(reason)
})

describe('a rhythm', () => {
  test('is learnt from the dates of arrivals, and waited for', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20, { publishedAt: [start - minute] }))
    for (let n = 1; n <= 12; n++)
      poll(start + n * 3 * hour, fetched, reading(1, { publishedAt: [start - minute + n * 3 * hour] }))
    const { history, next } = poll(start + 36 * hour + 1, same)
    expect(history.gapMs).toBe(3 * hour)
    expect(next.reason).toBe('predicted')
  })

  test('of a feed without dates is unknown: our own polls are not its rhythm', () => {
    const poll = aFeed()
    let last = poll(start, fetched, reading(20))
    let at = start
    for (let n = 1; n <= 10; n++) {
      at = last.next.at!
      last = poll(at, fetched, reading(1, { uncertainDates: 1 }))
    }
    expect(last.history).toMatchObject({ gapMs: null, gapSpreadMs: null, lastNewAt: at, intervalMs: 15 * minute })
    expect(last.next).toMatchObject({ reason: 'adaptive' })
    expect(last.next.waitMs - last.next.jitterMs).toBe(15 * minute)
  })

  test('that was learnt from our own polls is forgotten', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20, { publishedAt: [start - minute] }))
    for (let n = 1; n <= 3; n++)
      poll(start + n * 3 * hour, fetched, reading(1, { publishedAt: [start + n * 3 * hour - minute] }))
    expect(poll(start + 12 * hour, fetched, reading(1)).history).toMatchObject({ gapMs: null, gapSpreadMs: null })
  })

  test('is left alone by articles that came late', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20, { publishedAt: [start - minute] }))
    for (let n = 1; n <= 3; n++)
      poll(start + n * 3 * hour, fetched, reading(1, { publishedAt: [start + n * 3 * hour - minute] }))
    const late = poll(start + 12 * hour, fetched, reading(1, { publishedAt: [start] }))
    expect(late.history).toMatchObject({ gapMs: 3 * hour, lastNewAt: start + 12 * hour })
  })

  test('is counted in new articles per poll', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    for (let n = 1; n < 40; n++) poll(start + n * hour, fetched, reading(3))
    expect(poll(start + 50 * hour, fetched, reading(3)).history.newPerPoll).toBeCloseTo(3)
    expect(poll(start + 51 * hour, same).history.newPerPoll).toBeCloseTo(2.25)
  })
})

describe('silence', () => {
  test('of a fortnight makes a feed dormant and daily; the first new article wakes it', () => {
    const poll = aFeed('breaking')
    poll(start, fetched, reading(20))
    expect(poll(start + 13 * day, same).history.state).toBe('healthy')
    const dormant = poll(start + 14 * day, same)
    expect([dormant.health.state, dormant.next.reason]).toEqual(['dormant', 'dormant'])
    expect(dormant.events).toMatchObject([{ kind: 'stateChanged', from: 'healthy', to: 'dormant' }])
    const awake = poll(start + 15 * day, fetched, reading(1))
    expect([awake.health.state, awake.history.intervalMs, awake.next.reason]).toEqual(['healthy', 15 * minute, 'kind'])
  })

  test('of ninety days asks the user, once in each silence', () => {
    const poll = aFeed()
    const asked = (after: AfterPoll) => after.events.some((event) => event.kind === 'stillWanted')
    poll(start, fetched, reading(20))
    expect(asked(poll(start + 89 * day, same))).toBe(false)
    expect(poll(start + 90 * day, same).events).toContainEqual({ kind: 'stillWanted', quietDays: 90 })
    expect(asked(poll(start + 91 * day, same))).toBe(false)
    poll(start + 92 * day, fetched, reading(1))
    expect(asked(poll(start + 182 * day, same))).toBe(true)
  })

  test('is not what a feed without answers has', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    for (let n = 1; n <= 100; n++) expect(poll(start + n * day, timeout).health.state).not.toBe('dormant')
  })

  test('of a feed that was silent before we knew it counts from its newest article', () => {
    const after = aFeed()(start, fetched, reading(20, { publishedAt: [start - 200 * day] }))
    expect([after.health.state, after.next.reason]).toEqual(['dormant', 'dormant'])
  })
})

describe('events', () => {
  test('tell each change of state once', () => {
    const poll = aFeed()
    const told: string[] = []
    const outcomes = [fetched, timeout, timeout, timeout, timeout, fetched, fetched, fetched, fetched, fetched]
    outcomes.forEach((outcome, n) => {
      const after = poll(start + n * hour, outcome, outcome === fetched ? reading(1) : null)
      for (const event of after.events) if (event.kind === 'stateChanged') told.push(`${n} ${event.from} ${event.to}`)
    })
    expect(told).toEqual(['3 healthy unhealthy', '7 unhealthy slow'])
  })
})

describe('validators', () => {
  test('follow the document that was read, and nothing else', () => {
    const poll = aFeed()
    expect(poll(start, broken).validators).toEqual({ etag: null, lastModified: null })
    expect(poll(start + 1, fetched, reading(1)).validators).toEqual(validators)
    expect(poll(start + 2, same).validators).toEqual(validators)
    expect(poll(start + 3, timeout).validators).toEqual(validators)
    const bare: Outcome = { ...fetched, validators: null }
    expect(poll(start + 4, bare, reading(0)).validators).toEqual({ etag: null, lastModified: null })
  })
})

describe('a kept history', () => {
  test('comes back as it was; an empty one is new; another kind starts anew', () => {
    const { history } = aFeed()(start, fetched, reading(20))
    const kept = JSON.parse(JSON.stringify(history))
    expect(restoreHistory(kept, 'major', policy)).toEqual(history)
    expect(restoreHistory({}, 'blog', policy)).toEqual(newHistory('blog', policy))
    expect(restoreHistory(kept, 'weekly', policy)).toMatchObject({ kind: 'weekly', intervalMs: 12 * hour, polls: 1 })
  })
})

describe('reliability', () => {
  test('counts a document that had to be mended as not valid', () => {
    const poll = aFeed()
    poll(start, fetched, reading(20))
    const { day: counted, health } = poll(start + hour, fetched, reading(1, { valid: false }))
    expect(counted).toMatchObject({ documents: 2, validDocuments: 1 })
    expect(health).toMatchObject({ state: 'healthy', reliability: 85 })
  })

  test('remembers of an unchanged document whether it was valid', () => {
    const poll = aFeed()
    expect(poll(start, fetched, reading(20, { valid: false })).history.lastValid).toBe(false)
    expect(poll(start + hour, fetched, reading(1)).history.lastValid).toBe(true)
  })
})

test('malformed entries are counted for thirty days', () => {
  const poll = aFeed()
  poll(start, fetched, reading(20, { malformed: 2 }))
  expect(poll(start + hour, fetched, reading(1, { malformed: 1 })).health.malformed).toBe(3)
  expect(poll(start + 31 * day, same).health.malformed).toBe(0)
})

test('entries beyond the newest thousand of a document are told in the health of the feed', () => {
  const { health } = aFeed()(start, fetched, reading(20, { cutOff: 200 }))
  expect(health).toMatchObject({
    state: 'healthy',
    cutOff: 200,
    notes: ['200 entries of the last document not stored: only its newest 1,000 are'],
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_SCHEDULE,
  type DigestSchedule,
  dueDigest,
  dueLaterToday,
  dueSearchDigest,
  lastDue,
  latestType,
  localDateOf,
  nextDue,
  readerSchedule,
} from './digest-schedule.ts'

const at = (iso: string): number => Date.parse(iso)
const plan = (zone: string, cron: string, type: DigestSchedule['type'] = 'morning'): DigestSchedule => ({
  type,
  cron,
  zone,
})
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString().slice(0, 16))

test.each([
  ['2026-03-03T07:00Z', 'morning'],
  ['2026-03-03T11:59Z', 'morning'],
  ['2026-03-03T12:00Z', 'midday'],
  ['2026-03-03T23:00Z', 'evening'],
  ['2026-03-04T05:00Z', 'evening'],
  ['2026-03-07T08:30Z', 'morning'],
] as const)('at %s a digest of the moment is a %s digest', (now, type) =>
  expect(latestType(DEFAULT_SCHEDULE, 'UTC', at(now))).toBe(type),
)

test.each([
  ['lies ahead in the morning', '0 18 * * *', '2026-03-03T08:00Z', '2026-03-03T17:00'],
  ['lies ahead to its last second', '0 18 * * *', '2026-03-03T16:59:59Z', '2026-03-03T17:00'],
  ['has come at its instant', '0 18 * * *', '2026-03-03T17:00Z', null],
  ['has come for the rest of the day', '0 18 * * *', '2026-03-03T22:59Z', null],
  ['is tomorrow’s after midnight where the reader is', '0 18 * * *', '2026-03-03T23:30Z', '2026-03-04T17:00'],
  ['is none on a day without one', '0 8 * * 6', '2026-03-03T05:00Z', null],
  ['has come with the first of two', '0 6,18 * * *', '2026-03-03T09:00Z', null],
  ['of a skipped time is the first after the gap', '30 2 * * *', '2026-03-29T00:10Z', '2026-03-29T01:00'],
] as const)('the hour of the day %s', (_fact, cron, now, due) =>
  expect(iso(dueLaterToday(plan('Europe/Berlin', cron), at(now)))).toBe(due),
)

describe('the next instant', () => {
  test.each([
    [
      'keeps its local hour over the change to summer time',
      'Europe/Berlin',
      '0 7 * * *',
      '2026-03-28T12:00Z',
      ['2026-03-29T05:00', '2026-03-30T05:00'],
    ],
    [
      'keeps its local hour over the change to winter time',
      'Europe/Berlin',
      '0 7 * * *',
      '2026-10-24T12:00Z',
      ['2026-10-25T06:00', '2026-10-26T06:00'],
    ],
    [
      'of a time that is skipped is the first after the gap',
      'Europe/Berlin',
      '30 2 * * *',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'of a time that is repeated comes once',
      'Europe/Berlin',
      '30 2 * * *',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'over the spring change in New York',
      'America/New_York',
      '30 2 * * *',
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00', '2026-03-09T06:30'],
    ],
    [
      'over the autumn change in New York',
      'America/New_York',
      '30 1 * * *',
      '2026-10-31T12:00Z',
      ['2026-11-01T05:30', '2026-11-02T06:30'],
    ],
    [
      'of the morning after both changes in New York',
      'America/New_York',
      '0 7 * * *',
      '2026-10-31T12:00Z',
      ['2026-11-01T12:00', '2026-11-02T12:00'],
    ],
    [
      'where clocks never change',
      'Asia/Taipei',
      '0 7 * * *',
      '2026-03-28T12:00Z',
      ['2026-03-28T23:00', '2026-03-29T23:00'],
    ],
    [
      'where they change by half an hour, forward',
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15'],
    ],
    [
      'where they change by half an hour, back',
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-03T20:00Z',
      ['2026-04-04T14:45', '2026-04-05T15:15'],
    ],
    [
      'of a weekly one is its Saturday',
      'Europe/Berlin',
      '0 8 * * 6',
      '2026-10-20T00:00Z',
      ['2026-10-24T06:00', '2026-10-31T07:00'],
    ],
  ])('%s', (_fact, zone, cron, from, expected) => {
    const schedule = plan(zone, cron)
    const first = nextDue(schedule, at(from))!
    expect([iso(first), iso(nextDue(schedule, first))]).toEqual(expected)
  })

  test('is none for a day that never comes', () => {
    expect(nextDue(plan('Europe/Berlin', '0 7 30 2 *'), at('2026-01-01T00:00Z'))).toBeNull()
  })
})

describe('the last instant', () => {
  test.each([
    ['is the moment itself', '2026-05-04T05:00:00Z', '2026-05-04T05:00'],
    ['is the day before, a millisecond earlier', '2026-05-04T04:59:59.999Z', '2026-05-03T05:00'],
    ['is the same all day', '2026-05-04T23:00:00Z', '2026-05-04T05:00'],
    ['is found over the change of the clocks', '2026-10-25T05:59:00Z', '2026-10-24T05:00'],
  ])('%s', (_fact, now, expected) => expect(iso(lastDue(plan('Europe/Berlin', '0 7 * * *'), at(now)))).toBe(expected))

  test('that is remembered follows the clock on, and back', () => {
    const daily = plan('Europe/Berlin', '15 9 * * *')
    const moments = [
      '05-04T07:15',
      '05-04T20:00',
      '05-05T07:14',
      '05-05T07:15',
      '05-04T07:14',
      '05-04T07:15',
      '05-09T00:00',
    ]
    const days = moments.map((moment) => iso(lastDue(daily, at(`2026-${moment}:00Z`)))!.slice(8, 10))
    expect(days).toEqual(['04', '04', '04', '05', '03', '04', '08'])
  })

  test('and the next one enclose every moment', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Taipei', 'Australia/Lord_Howe')
    const crons = fc.constantFrom('0 7 * * *', '30 2 * * *', '0 8 * * 6', '45 1 * * *')
    fc.assert(
      fc.property(
        zones,
        crons,
        fc.integer({ min: at('2026-01-01T00:00Z'), max: at('2027-01-01T00:00Z') }),
        (zone, cron, now) => {
          const schedule = plan(zone, cron)
          const last = lastDue(schedule, now)!
          const next = nextDue(schedule, now)!
          expect(last <= now && now < next).toBe(true)
          expect(nextDue(schedule, last)).toBe(next)
        },
      ),
      { seed: 2, numRuns: 60 },
    )
  })

  test.each([
    ['Europe/Berlin', '30 2 * * *'],
    ['America/New_York', '30 1 * * *'],
    ['Australia/Lord_Howe', '45 1 * * *'],
    ['Asia/Taipei', '0 7 * * *'],
  ])('of a year there is one for each date in %s', (zone, cron) => {
    const dates: string[] = []
    for (
      let now = nextDue(plan(zone, cron), at('2026-01-01T12:00Z'))!;
      dates.length < 365;
      now = nextDue(plan(zone, cron), now)!
    )
      dates.push(localDateOf(now, zone))
    expect(new Set(dates).size).toBe(365)
    expect(dates).toEqual([...dates].sort())
  })
})

describe('what is due', () => {
  const berlin = (type: DigestSchedule['type'], cron = DEFAULT_SCHEDULE[type]) => plan('Europe/Berlin', cron, type)
  test.each<[string, DigestSchedule, string, string | null, object | null]>([
    [
      'a morning brief at its hour is sent',
      berlin('morning'),
      '2026-05-04T05:00Z',
      null,
      { localDate: '2026-05-04', send: true },
    ],
    [
      'one missed by less than its window is sent',
      berlin('morning'),
      '2026-05-04T06:00Z',
      '2026-05-03',
      { localDate: '2026-05-04', send: true },
    ],
    [
      'one missed by more is made and not sent',
      berlin('morning'),
      '2026-05-04T06:01Z',
      '2026-05-03',
      { localDate: '2026-05-04', send: false },
    ],
    ['one that was made is not made again', berlin('morning'), '2026-05-04T05:30Z', '2026-05-04', null],
    [
      'before its hour yesterday’s is made up, not sent',
      berlin('morning'),
      '2026-05-04T04:30Z',
      '2026-05-02',
      { localDate: '2026-05-03', send: false },
    ],
    [
      'a midday update ends at one',
      berlin('midday'),
      '2026-05-04T11:01Z',
      null,
      { localDate: '2026-05-04', send: false },
    ],
    [
      'an evening recap ends at seven',
      berlin('evening'),
      '2026-05-04T17:00Z',
      null,
      { localDate: '2026-05-04', send: true },
    ],
    [
      'a weekly one is sent on Saturday morning',
      berlin('weekly'),
      '2026-05-09T08:00Z',
      null,
      { localDate: '2026-05-09', send: true },
    ],
    ['missed, it waits through Saturday afternoon', berlin('weekly'), '2026-05-09T13:00Z', null, null],
    [
      'and is sent on Sunday morning',
      berlin('weekly'),
      '2026-05-10T05:00Z',
      null,
      { localDate: '2026-05-09', send: true },
    ],
    [
      'after which it is only kept',
      berlin('weekly'),
      '2026-05-10T10:01Z',
      null,
      { localDate: '2026-05-09', send: false },
    ],
    [
      'an hour of the user’s own is kept to within an hour',
      berlin('morning', '0 9 * * *'),
      '2026-05-04T08:00Z',
      null,
      { localDate: '2026-05-04', send: true },
    ],
    [
      'and not after it',
      berlin('morning', '0 9 * * *'),
      '2026-05-04T08:01Z',
      null,
      { localDate: '2026-05-04', send: false },
    ],
    [
      'the local date is the reader’s',
      plan('Asia/Taipei', '0 7 * * *'),
      '2026-05-03T23:00Z',
      null,
      { localDate: '2026-05-04', send: true },
    ],
  ])('%s', (_fact, schedule, now, made, expected) => {
    const due = dueDigest(schedule, at(now), made, 0)
    if (expected === null) expect(due).toBeNull()
    else expect(due).toMatchObject(expected)
  })

  test('nothing is made up from before the schedule held', () => {
    expect(dueDigest(berlin('morning'), at('2026-05-04T12:00Z'), null, at('2026-05-04T11:00Z'))).toBeNull()
  })

  test('asleep for a week, one is made', () => {
    expect(dueDigest(berlin('morning'), at('2026-05-11T12:00Z'), '2026-05-04', 0)).toMatchObject({
      localDate: '2026-05-11',
    })
  })
})

describe('the schedule of a reader', () => {
  const none = { morning: null, midday: null, evening: null, weekly: null }
  test.each([
    ['is that of the server', none, DEFAULT_SCHEDULE],
    [
      'has their hours, on the days of the server',
      { ...none, morning: '06:30', weekly: '09:05' },
      { ...DEFAULT_SCHEDULE, morning: '30 6 * * *', weekly: '5 9 * * 6' },
    ],
    ['keeps the line of a type they do not want', { ...none, midday: 'off' }, DEFAULT_SCHEDULE],
  ])('%s', (_fact, hours, expected) => expect(readerSchedule(DEFAULT_SCHEDULE, hours).schedule).toEqual(expected))

  test('leaves out the types they do not want', () => {
    expect(readerSchedule(DEFAULT_SCHEDULE, { ...none, midday: 'off' }).types).toEqual(['morning', 'evening', 'weekly'])
  })
})

describe('the digest of a search', () => {
  const due = (now: string, given: { days?: number[]; since?: string } = {}) => {
    const { days = [1, 2, 3, 4, 5, 6, 7], since = '2026-01-01T00:00Z' } = given
    const found = dueSearchDigest({ at: '07:30', days }, 'Europe/Berlin', at(now), at(since))
    return found && [found.localDate, found.send]
  }
  test.each<[string, ReturnType<typeof due>, ReturnType<typeof due>]>([
    ['is due at its hour', due('2026-03-03T06:30Z'), ['2026-03-03', true]],
    ['before it, that of the day before is', due('2026-03-03T06:29Z'), ['2026-03-02', false]],
    ['is not sent when it is over an hour late', due('2026-03-03T07:31Z'), ['2026-03-03', false]],
    ['is due on its days alone', due('2026-03-03T06:30Z', { days: [1] }), ['2026-03-02', false]],
    ['is due on Sunday as on other days', due('2026-03-08T06:30Z', { days: [7] }), ['2026-03-08', true]],
    ['is not due for an hour before it was asked for', due('2026-03-03T06:40Z', { since: '2026-03-03T06:35Z' }), null],
    ['follows the clock of summer', due('2026-03-30T05:30Z'), ['2026-03-30', true]],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))
})

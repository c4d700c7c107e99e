import { Cron } from 'croner'
import type { DigestType } from '../core/domain/digest.ts'
import type { DigestHour } from '../core/domain/reader-settings.ts'
import type { SearchSchedule } from '../core/domain/rule.ts'

/** Hours of the day at which a digest may be delivered, in minutes since midnight, on some days of the week (1 is Monday). */
interface DeliveryHours {
  readonly days: readonly number[]
  readonly from: number
  readonly to: number
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const clock = (hours: number, minutes = 0): number => 60 * hours + minutes

export const DIGEST_TYPES: readonly DigestType[] = ['morning', 'midday', 'evening', 'weekly']

/** When each type is made, unless the user says otherwise. */
export const DEFAULT_SCHEDULE: Readonly<Record<DigestType, string>> = {
  morning: '0 7 * * *',
  midday: '0 12 * * *',
  evening: '0 18 * * *',
  weekly: '0 8 * * 6',
}

/** The delivery window of each type: outside it a digest is stored, not sent. */
const DELIVERY_HOURS: Readonly<Record<DigestType, DeliveryHours>> = {
  morning: { days: everyDay, from: clock(6), to: clock(8) },
  midday: { days: everyDay, from: clock(11, 30), to: clock(13) },
  evening: { days: everyDay, from: clock(17), to: clock(19) },
  weekly: { days: [6, 7], from: clock(6), to: clock(12) },
}

/** When a reader's digests are made: lines of the schedule, and the types that are made at all. */
export interface ReaderSchedule {
  readonly schedule: Readonly<Record<DigestType, string>>
  readonly types: readonly DigestType[]
}

/** The server's schedule with the hours that a reader chose, on the days of the server's. */
export function readerSchedule(
  schedule: Readonly<Record<DigestType, string>>,
  hours: Readonly<Record<DigestType, DigestHour>>,
): ReaderSchedule {
  const atHour = (type: DigestType) => {
    const [hour, minute] = (hours[type] ?? '').split(':').map(Number)
    const days = schedule[type].trim().split(/\s+/).slice(2)
    return minute === undefined ? schedule[type] : [minute, hour, ...days].join(' ')
  }
  return {
    schedule: {
      morning: atHour('morning'),
      midday: atHour('midday'),
      evening: atHour('evening'),
      weekly: atHour('weekly'),
    },
    types: DIGEST_TYPES.filter((type) => hours[type] !== 'off'),
  }
}

/** How late a digest may be sent at least, where its own hour is near the end of its delivery window or outside it. */
const OWN_HOUR_MS = 3_600_000

/** One type's line in the schedule. */
export interface DigestSchedule {
  readonly type: DigestType
  /** Five fields, read in the zone. */
  readonly cron: string
  readonly zone: string
}

/** A digest that is due. */
export interface DueDigest {
  readonly type: DigestType
  /** The scheduled instant, which the digest is made for. */
  readonly at: number
  /** Of that instant in its zone, YYYY-MM-DD; one digest of a type per reader and date. */
  readonly localDate: string
  /** False when its delivery window has passed: it is stored, not sent. */
  readonly send: boolean
}

/** The first scheduled instant after a moment; null when there is none. At a clock change each scheduled time occurs exactly once. */
export function nextDue({ cron, zone }: DigestSchedule, after: number): number | null {
  return new Cron(cron, { timezone: zone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}

/** The next instant at which any digest is due, remembered until it has passed, because every poll asks for it. */
export function nextDigestClock(
  schedule: Readonly<Record<DigestType, string>>,
  zone: string,
): (after: number) => number | null {
  let known: { readonly from: number; readonly at: number | null } | null = null
  return (after) => {
    if (known === null || after < known.from || (known.at !== null && after >= known.at)) {
      known = { from: after, at: nextOfAll(schedule, zone, after) }
    }
    return known.at
  }
}

/** The first instant after a moment at which a digest of any type is due; null when there is none. */
export function nextOfAll(schedule: Readonly<Record<DigestType, string>>, zone: string, after: number): number | null {
  const instants = DIGEST_TYPES.flatMap((type) => nextDue({ type, cron: schedule[type], zone }, after) ?? [])
  return instants.length === 0 ? null : Math.min(...instants)
}

/** A last scheduled instant, and the moments for which it is the last. */
interface KnownLast {
  readonly from: number
  readonly until: number
  readonly at: number | null
}

/** More schedules than readers and their searches have. */
const KNOWN_SCHEDULES = 10_000
const knownLast = new Map<string, KnownLast>()

/**
 * The last scheduled instant up to and including a moment; null when there is none. Remembered until the next one, because it is asked
 * for every second and after every poll, and finding it takes a walk through the calendar.
 */
export function lastDue({ cron, zone }: Pick<DigestSchedule, 'cron' | 'zone'>, now: number): number | null {
  const line = `${zone} ${cron}`
  const known = knownLast.get(line)
  if (known !== undefined && now >= known.from && now < known.until) return known.at
  if (knownLast.size >= KNOWN_SCHEDULES) knownLast.clear()
  const found = findLast(new Cron(cron, { timezone: zone, paused: true }), now)
  knownLast.set(line, found)
  return found.at
}

function findLast(cron: Cron, now: number): KnownLast {
  // `previousRuns` excludes the reference and works in whole seconds: so pass the next second and drop what is later than `now`.
  const runs = cron.previousRuns(2, new Date(now + 1000))
  const at = runs.map((run) => run.getTime()).find((one) => one <= now) ?? null
  return { from: at ?? now, until: cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY, at }
}

/**
 * The last due digest if it was not made yet, else null. After its delivery window it is made but not sent; between the two
 * mornings of a weekend the weekly digest waits. `made` is the local date of the last digest made of this type. A digest that
 * was due before `since`, when the schedule began, is not made.
 */
export function dueDigest(schedule: DigestSchedule, now: number, made: string | null, since: number): DueDigest | null {
  const at = lastDue(schedule, now)
  if (at === null || at < since) return null
  const localDate = localTime(at, schedule.zone).date
  if (made !== null && made >= localDate) return null
  const delivery = deliveryAt(schedule, at, now)
  return delivery === 'wait' ? null : { type: schedule.type, at, localDate, send: delivery === 'send' }
}

/** A digest of a search that is due. */
export type DueSearchDigest = Omit<DueDigest, 'type'>

/**
 * The last due digest of a search, by the hour and the days of the week that its reader chose; null when none was due since an
 * instant. One that is over an hour late is made, not sent.
 */
export function dueSearchDigest(
  { at: hour, days }: Pick<SearchSchedule, 'at' | 'days'>,
  zone: string,
  now: number,
  since: number,
): DueSearchDigest | null {
  const [hours, minutes] = hour.split(':').map(Number)
  const at = lastDue({ cron: `${minutes} ${hours} * * ${days.join(',')}`, zone }, now)
  if (at === null || at < since) return null
  return { at, localDate: localTime(at, zone).date, send: now - at <= OWN_HOUR_MS }
}

/** The daily digests; a weekly one covers seven days and is only made when it is named. */
const DAILY: readonly DigestType[] = ['morning', 'midday', 'evening']

/** The daily type whose hour passed last: what a digest of this moment is called. */
export function latestType(schedule: Readonly<Record<DigestType, string>>, zone: string, now: number): DigestType {
  const last = (type: DigestType) => lastDue({ cron: schedule[type], zone }, now) ?? Number.NEGATIVE_INFINITY
  return DAILY.reduce((latest, type) => (last(type) > last(latest) ? type : latest))
}

/** When today's digest of a type is due, if that is later today; else null. */
export function dueLaterToday(schedule: DigestSchedule, now: number): number | null {
  const [last, next] = [lastDue(schedule, now), nextDue(schedule, now)]
  const isToday = (at: number) => localDateOf(at, schedule.zone) === localDateOf(now, schedule.zone)
  return next !== null && isToday(next) && !(last !== null && isToday(last)) ? next : null
}

/** The date of an instant where the reader is. */
export const localDateOf = (at: number, zone: string): string => localTime(at, zone).date

function deliveryAt({ type, zone }: DigestSchedule, at: number, now: number): 'send' | 'wait' | 'late' {
  const hours = DELIVERY_HOURS[type]
  const due = localTime(at, zone)
  if (now >= at && now - at <= OWN_HOUR_MS) return 'send'
  if (!isWithin(due, hours)) return 'late'
  const here = localTime(now, zone)
  const daysLeft = hours.days.length === 7 ? 0 : hours.days.at(-1)! - due.weekday
  const late = daysBetween(due.date, here.date)
  if (late > daysLeft || (late === daysLeft && here.minutes > hours.to)) return 'late'
  return isWithin(here, hours) ? 'send' : 'wait'
}

interface LocalTime {
  readonly date: string
  readonly weekday: number
  readonly minutes: number
}

const isWithin = ({ weekday, minutes }: LocalTime, { days, from, to }: DeliveryHours): boolean =>
  days.includes(weekday) && minutes >= from && minutes <= to

const formats = new Map<string, Intl.DateTimeFormat>()

function localTime(at: number, zone: string): LocalTime {
  const format = formats.get(zone) ?? localFormat(zone)
  formats.set(zone, format)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
  return { date, weekday, minutes: clock(Number(parts.get('hour')), Number(parts.get('minute'))) }
}

const localFormat = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

const daysBetween = (a: string, b: string): number => Math.round((Date.parse(b) - Date.parse(a)) / 86_400_000)

/* Instants as people tell them, in the reader's zone and language. */

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes a hundred times as long as using it. */
function formatOf(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, format)
  return format
}

/** In what language and zone, and seen from when. */
export interface TimeView {
  readonly locale: string
  readonly zone: string
  readonly now: number
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export const clockTime = (at: number, { locale, zone }: TimeView): string => formatOf(locale, zone, CLOCK).format(at)

const isoDay = (at: number, zone: string): string =>
  formatOf('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** The hour of today, the day and hour of this week, else the date. */
export function shortTime(at: number, view: TimeView): string {
  const { locale, zone, now } = view
  if (isoDay(at, zone) === isoDay(now, zone)) return clockTime(at, view)
  if (at < now && now - at < 6 * DAY_MS) return formatOf(locale, zone, { weekday: 'short', ...CLOCK }).format(at)
  const isThisYear = isoDay(at, zone).slice(0, 4) === isoDay(now, zone).slice(0, 4)
  return formatOf(locale, zone, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }).format(
    at,
  )
}

export const longTime = (at: number, { locale, zone }: TimeView): string =>
  formatOf(locale, zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...CLOCK }).format(at)

export const longDate = (at: number, { locale, zone }: TimeView): string =>
  formatOf(locale, zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(at)

/** Day and hour, for the ends of a span. */
export const dayTime = (at: number, { locale, zone }: TimeView): string =>
  formatOf(locale, zone, { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK }).format(at)

/** From when to when: the day is told once where both are of one. */
export function timeSpan(from: number, to: number, view: TimeView): string {
  if (from === to) return dayTime(from, view)
  const isOneDay = isoDay(from, view.zone) === isoDay(to, view.zone)
  return `${dayTime(from, view)} – ${isOneDay ? clockTime(to, view) : dayTime(to, view)}`
}

/** The hour under the heading of a date, and the day where the reader's zone has another one. */
export const timeOn = (date: string, at: number, view: TimeView): string =>
  isoDay(at, view.zone) === date ? clockTime(at, view) : dayTime(at, view)

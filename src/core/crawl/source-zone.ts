const fixed = /^([+-])(\d{2}):?(\d{2})$/
const hourMs = 3_600_000

/** True for a known IANA name, or a fixed offset such as +08:00. */
export function isZone(zone: string): boolean {
  if (fixed.test(zone)) return Math.abs(fixedMinutes(zone)!) <= 14 * 60
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function fixedMinutes(zone: string): number | null {
  const found = fixed.exec(zone)
  if (found === null) return null
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
}

/** The time zone of a source: minutes east of UTC at an instant. */
export type SourceZone = (at: number) => number

/** Caches one offset per quarter of an hour: offsets change on quarters at most. */
export function sourceZone(zone: string): SourceZone {
  const minutes = fixedMinutes(zone)
  if (minutes !== null) return () => minutes
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor((at * 4) / hourMs)
    const before = known.get(quarter)
    if (before !== undefined) return before
    const offset = readOffset(format.format(at))
    if (known.size > 50_000) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

/** `GMT`, `GMT+08:00`, `GMT-03:30`. */
function readOffset(formatted: string): number {
  const found = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(formatted)
  if (found?.[1] === undefined) return 0
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
}

/** The instant at which the source's clocks show this time (given as if it were UTC); in a gap, the later one. */
export function instantAt(local: number, zone: SourceZone): number {
  const early = local - zone(local - 24 * hourMs) * 60_000
  if (early + zone(early) * 60_000 === local) return early
  const late = local - zone(local + 24 * hourMs) * 60_000
  return late + zone(late) * 60_000 === local ? late : early
}

/** ISO 8601 to the second, with the source's offset at that instant. */
export function isoInZone(at: number, zone: SourceZone): string {
  const minutes = zone(at)
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19)
  const size = Math.abs(minutes)
  const [hour, minute] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${local}${minutes < 0 ? '-' : '+'}${hour}:${minute}`
}

/** The source's local day at an instant; cached, since a crawl has many stories and few days. */
export function localDays(zone: SourceZone): (at: number) => string {
  const written = new Map<number, string>()
  return (at) => {
    const day = Math.floor((at + zone(at) * 60_000) / (24 * hourMs))
    const known = written.get(day)
    if (known !== undefined) return known
    const text = new Date(day * 24 * hourMs).toISOString().slice(0, 10)
    written.set(day, text)
    return text
  }
}

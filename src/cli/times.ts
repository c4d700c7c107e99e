const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** "3 h ago", "in 12 min", "now". */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now)
  const unit = UNITS.find(([, ms]) => distance >= ms)
  if (!unit) return 'now'
  const text = `${Math.round(distance / unit[1])} ${unit[0]}`
  return at > now ? `in ${text}` : `${text} ago`
}

/** "2026-11-15 07:00" in the reader's zone. */
export function localTime(at: number, zone: string | null): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone === null ? {} : { timeZone: zone }),
  })
  return format.format(at)
}

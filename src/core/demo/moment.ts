const dayMs = 86_400_000
const minuteMs = 60_000

/** Converts times of the description to instants, in the reader's zone. */
export interface Almanac {
  readonly opensAt: number
  readonly offsetMinutes: number
}

/** The first day of the world, from an ISO date with its offset; null when it is not one. */
export function almanacOf(opens: string): Almanac | null {
  const found = /^\d{4}-\d{2}-\d{2}T00:00:00([+-])(\d{2}):(\d{2})$/.exec(opens)
  const opensAt = Date.parse(opens)
  if (found === null || Number.isNaN(opensAt)) return null
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return { opensAt, offsetMinutes: found[1] === '-' ? -minutes : minutes }
}

/**
 * `2 09:05` is the second day at 09:05; a date long before is written in full, `2025-11-20 22:30`. Null for anything
 * else.
 */
export function momentOf(text: string, { opensAt, offsetMinutes }: Almanac): number | null {
  const found = /^(?:(\d)|(\d{4}-\d{2}-\d{2})) ([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (found === null) return null
  const [, day, date, hours, minutes] = found
  const midnight =
    date === undefined
      ? opensAt + (Number(day) - 1) * dayMs
      : Date.parse(`${date}T00:00:00Z`) - offsetMinutes * minuteMs
  return midnight + (Number(hours) * 60 + Number(minutes)) * minuteMs
}

/** The date and time of an instant in the reader's zone: `20260302`, `09:05`. */
export function clockOf(at: number, offsetMinutes: number): { readonly date: string; readonly time: string } {
  const local = new Date(at + offsetMinutes * minuteMs).toISOString()
  return { date: local.slice(0, 10).replaceAll('-', ''), time: local.slice(11, 16) }
}

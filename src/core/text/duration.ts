const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Some 190 years: an instant that long ago is still valid in every database and calendar. */
const LONGEST_MS = 9999 * UNITS.w!

/**
 * The one parser for lengths of time, in settings, options and searches: "90s", "15min", "1.5h" or "7d" in
 * milliseconds. Null when it is not a number with a unit, or longer than 9999 weeks.
 */
export function durationMs(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d|w)$/.exec(text.trim())
  if (!parts) return null
  const ms = Math.round(Number(parts[1]) * UNITS[parts[2]!]!)
  return ms > LONGEST_MS ? null : ms
}

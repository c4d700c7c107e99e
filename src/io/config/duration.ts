const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** The length of "90s", "1.5h" or "7d" in milliseconds; null when it is not a length of time with a unit. */
export function durationMs(text: string): number | null {
  const parts = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d|w)$/.exec(text.trim())
  if (!parts) return null
  return Math.round(Number(parts[1]) * UNITS[parts[2]!]!)
}

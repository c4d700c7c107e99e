/** House style: instants end in `At`; these are the ones of an article, a poll and a plan. */
const INSTANT = /(?:At|^at|^published|^firstSeen)$/

/** A value for JSON in which every instant is ISO 8601, as in all JSON of this program. */
export function isoInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(isoInstants)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [
    key,
    typeof part === 'number' && INSTANT.test(key) ? new Date(part).toISOString() : isoInstants(part),
  ])
  return Object.fromEntries(parts)
}

import CachePolicy from 'http-cache-semantics'
import type { Freshness } from '../domain/outcome.ts'
import { parseHttpDate } from './http-date.ts'

/**
 * How long the response headers declare a response fresh. The package reads the clock only when `Date` is missing, so
 * it is filled in; heuristic freshness is off, since "modified long ago" is not a hint of the publisher's.
 */
export function readFreshness(headers: Readonly<Record<string, string>>, now: number): Freshness | null {
  const dated = parseHttpDate(headers.date ?? '') === null ? { ...headers, date: new Date(now).toUTCString() } : headers
  const policy = new CachePolicy(
    { method: 'GET', headers: {} },
    { status: 200, headers: dated },
    { shared: false, cacheHeuristic: 0 },
  )
  const ms = (policy.maxAge() - ageSeconds(headers)) * 1000
  if (!(ms > 0)) return null
  return { ms, by: /(?:max-age|immutable)/i.test(headers['cache-control'] ?? '') ? 'cache_control' : 'expires' }
}

/** Seconds the response already spent in a cache. */
function ageSeconds(headers: Readonly<Record<string, string>>): number {
  const age = Number(headers.age ?? 0)
  return Number.isFinite(age) && age > 0 ? age : 0
}

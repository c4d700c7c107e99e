import { expect, test } from 'vitest'
import { readFreshness } from './read-freshness.ts'

const now = Date.UTC(2026, 2, 2, 12)
const http = (at: number) => new Date(at).toUTCString()

test.each<[string, Record<string, string>, ReturnType<typeof readFreshness>]>([
  ['max-age', { 'cache-control': 'max-age=600' }, { ms: 600_000, by: 'cache_control' }],
  [
    'max-age in a longer header',
    { 'cache-control': 'private, max-age=600, must-revalidate' },
    { ms: 600_000, by: 'cache_control' },
  ],
  [
    'max-age before Expires',
    { 'cache-control': 'max-age=600', expires: http(now + 9_000_000) },
    { ms: 600_000, by: 'cache_control' },
  ],
  [
    'max-age less the time in caches',
    { 'cache-control': 'max-age=600', age: '200' },
    { ms: 400_000, by: 'cache_control' },
  ],
  [
    'Expires by the server clock',
    { expires: http(now + 5_000_000), date: http(now + 2_000_000) },
    { ms: 3_000_000, by: 'expires' },
  ],
  ['Expires by our clock without one', { expires: http(now + 3_000_000) }, { ms: 3_000_000, by: 'expires' }],
  ['nothing for no-cache', { 'cache-control': 'no-cache, max-age=600' }, null],
  ['nothing for no-store', { 'cache-control': 'no-store' }, null],
  ['nothing for max-age 0', { 'cache-control': 'max-age=0' }, null],
  ['nothing for Expires 0', { expires: '0' }, null],
  ['nothing for Expires in the past', { expires: http(now - 1_000) }, null],
  ['nothing for Expires -1', { expires: '-1' }, null],
  ['nothing for a stale copy', { 'cache-control': 'max-age=600', age: '900' }, null],
  ['nothing guessed from Last-Modified', { 'last-modified': http(now - 90 * 86_400_000) }, null],
  ['nothing without headers', {}, null],
])('readFreshness is %s', (_fact, headers, expected) => expect(readFreshness(headers, now)).toEqual(expected))

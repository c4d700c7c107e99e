import { foldDate } from '../text/dates/fold-date.ts'
import { parseDate } from '../text/parse-date.ts'
import { findDate } from './date-line.ts'
import type { ProfileRules } from './profile.ts'
import { instantAt, type SourceZone } from './source-zone.ts'

/** The time of a date line: an instant, possibly ambiguous, or the reason why there is none. */
export type Published =
  | { readonly kind: 'at'; readonly at: number; readonly doubtful: boolean }
  | { readonly kind: 'noClock' }
  | { readonly kind: 'failed' }

const failed: Published = { kind: 'failed' }

const relative = /\bago\b|前$|^(?:vor|il y a|hace|ha)\b|\bfa$/

/** Folded words for units of time, longest unit first, so that no shorter name matches inside a longer one. */
const spans: readonly (readonly [RegExp, number])[] = [
  [/week|woche|semain|seman|settiman|週|周/, 604_800],
  [/day|tag|jour|dia|giorn|天|日/, 86_400],
  [/hour|\bhr|stund|heure|hora|\bor[ae]\b|小時|小时|時間/, 3_600],
  [/min|分/, 60],
  [/sec|sek|segund|秒/, 1],
]

/**
 * Stage 5. `clock` is when the page was fetched, or null: a relative time is then left open, never computed from the
 * machine's clock.
 */
export function readPublished(raw: string, rules: ProfileRules, zone: SourceZone, clock: number | null): Published {
  const found = findDate(raw, rules)
  if (found === null) return failed
  const date = raw.slice(found.start, found.end)
  const folded = foldDate(date)
  if (relative.test(folded)) return readRelative(folded, clock)
  return readAbsolute(date, raw.slice(found.end), rules, zone)
}

function readRelative(folded: string, clock: number | null): Published {
  const span = spans.find(([name]) => name.test(folded))
  const count = Number(/\d+/.exec(folded)?.[0] ?? '1')
  if (span === undefined || count > 1_000_000) return failed
  if (clock === null) return { kind: 'noClock' }
  const at = Math.floor(clock / 1000) * 1000 - count * span[1] * 1000
  return { kind: 'at', at, doubtful: false }
}

/** A zone may follow the part that the pattern matches: "10:15PM HKT". */
function readAbsolute(date: string, after: string, rules: ProfileRules, zone: SourceZone): Published {
  const ordered = inOrder(date, rules.profile.date_order)
  const parsed = parseDate(ordered + after) ?? parseDate(ordered)
  if (parsed === null || parsed.assumed.includes('day') || parsed.assumed.includes('month')) return failed
  const at = Math.floor(parsed.at / 1000) * 1000
  const doubtful = rules.profile.name === 'generic' && isAmbiguous(date)
  return { kind: 'at', at: parsed.zone === 'given' ? at : instantAt(at, zone), doubtful }
}

const slashed = /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\b/

/** True for 02/03/2026, which is in March or in February. */
function isAmbiguous(date: string): boolean {
  const [, a, , b] = slashed.exec(date) ?? []
  return a !== undefined && Number(a) <= 12 && Number(b) <= 12 && Number(a) !== Number(b)
}

/** 02/03/2026 is February where the profile says the month comes first, and March elsewhere. */
function inOrder(date: string, order: 'dmy' | 'mdy'): string {
  return date.replace(slashed, (whole, a: string, _bar: string, b: string, year: string) => {
    const [first, second] = order === 'mdy' ? [a, b] : [b, a]
    const [month, day] = Number(first) > 12 ? [second, first] : [first, second]
    return Number(month) > 12 ? whole : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  })
}

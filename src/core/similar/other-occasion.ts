import { hanPlacesIn } from '../text/entities/han-places.ts'
import { placeNamed } from '../text/entities/places.ts'
import { words } from '../text/words.ts'

/** A quarter, half, season, episode, stage, matchday, day of the week or date that a headline names. Compiled by hand. */
const OCCASIONS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['quarter', /\b(first|second|third|fourth|1st|2nd|3rd|4th)[ -]quarter\b|\bq([1-4])\b|第([一二三四1-4])[季四]/giu],
  ['season', /\bseason (\d+|one|two|three|four|five)\b|\bstaffel (\d+)|第([一二三四五六七八九十\d]+)季/giu],
  [
    'episode',
    /\b(?:episode|ep\.?|folge|part|chapter|no\.|nr\.|vol\.|#)\s?(\d+)\b|第([一二三四五六七八九十百\d]+)[集回話话期]/giu,
  ],
  ['round', /\b(?:matchday|round|stage|week|day|runde|spieltag|etappe|tag|jornada|etapa)\s(\d+)\b/giu],
  [
    'weekday',
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b|\b(lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b|(?:週|周|星期|礼拜)([一二三四五六日])|([月火水木金土日])曜/giu,
  ],
  ['date', /(?<![\d./])(\d{1,2}\/\d{1,2})(?![\d./])|(\d{1,2}月\d{1,2}日)/gu],
]

/** True when two headlines name occasions of one kind and none of them is the same: two quarters, episodes, days. */
export function occasionsDiffer(a: string, b: string): boolean {
  return OCCASIONS.some(([, pattern]) => {
    const first = namedBy(pattern, a)
    return first.size > 0 && areDisjoint(first, namedBy(pattern, b))
  })
}

function namedBy(pattern: RegExp, title: string): ReadonlySet<string> {
  return new Set(Array.from(title.toLowerCase().matchAll(pattern), (found) => found.slice(1).find(Boolean)!))
}

/** True when both headlines name places and have none in common. */
export function placesDiffer(a: string, b: string): boolean {
  const first = placesIn(a)
  return first.size > 0 && areDisjoint(first, placesIn(b))
}

function placesIn(title: string): ReadonlySet<string> {
  return new Set([...words(title).flatMap((word) => placeNamed(word) ?? []), ...hanPlacesIn(title)])
}

function areDisjoint(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (b.size === 0) return false
  for (const one of a) if (b.has(one)) return false
  return true
}

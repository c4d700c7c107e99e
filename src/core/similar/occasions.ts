import { areDisjoint } from './are-disjoint.ts'

const ENGLISH_MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** Months behind the number of a day: English, German, Spanish, French, Italian, Portuguese, Dutch, Russian. */
const MONTHS =
  'january|february|april|june|july|august|september|october|november|december|' +
  'januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|' +
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|' +
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|' +
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|' +
  'janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|' +
  'januari|februari|maart|mei|augustus|' +
  'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'

/** A quarter, half, season, episode, stage, matchday, day of the week or date that a headline in lower case names. Compiled by hand. */
const OCCASIONS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['quarter', /\b(first|second|third|fourth|1st|2nd|3rd|4th)[ -]quarter\b|\bq([1-4])\b|第([一二三四1-4])[季四]/gu],
  ['season', /\bseason (\d+|one|two|three|four|five)\b|\bstaffel (\d+)|第([一二三四五六七八九十\d]+)季/gu],
  [
    'episode',
    /(?:\b(?:episode|ep\.?|folge|part|chapter|no\.|nr\.|vol\.)|(?<![\p{L}\p{N}&])#)\s?(\d+)\b|第([一二三四五六七八九十百\d]+)[集回話话期]/gu,
  ],
  ['round', /\b(?:matchday|round|stage|week|day|runde|spieltag|etappe|tag|jornada|etapa)\s(\d+)\b/gu],
  [
    'weekday',
    /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b|\b(lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b|(?:週|周|星期|礼拜)([一二三四五六日])|([月火水木金土日])曜/gu,
  ],
  ['date', /(?<![\d./])(\d{1,2}\/\d{1,2})(?![\d./])|(\d{1,2}月\d{1,2}日)/gu],
  // By the day alone, so that "8 June" and "June 8" are one; "may" and "march" behind a number are verbs unless a year follows.
  [
    'day of the month',
    new RegExp(
      `(?<![\\d.,:])(\\d{1,2})(?:st|nd|rd|th|\\.|º)? (?:de |of )?(?:${MONTHS})(?!\\p{L})|(?<![\\d.,:])(\\d{1,2}) (?:may|march) (?:19|20)\\d\\d|\\b(?:${ENGLISH_MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?![.,:]\\d)`,
      'gu',
    ),
  ],
]

/** All of them in one: most headlines name none, and one search tells. */
const ANY = new RegExp(OCCASIONS.map(([, { source }]) => source).join('|'), 'u')

const NONE: ReadonlySet<string> = new Set()
const NO_OCCASIONS: Occasions = new Map()

/** What a headline names of each kind; kinds it does not name are left out. */
export type Occasions = ReadonlyMap<string, ReadonlySet<string>>

/** The occasions a headline names. */
export function occasionsIn(title: string): Occasions {
  const lower = title.toLowerCase()
  if (!ANY.test(lower)) return NO_OCCASIONS
  const found = new Map<string, ReadonlySet<string>>()
  for (const [kind, pattern] of OCCASIONS) {
    if (lower.search(pattern) < 0) continue
    const named = Array.from(lower.matchAll(pattern), (one) => one.slice(1).find(Boolean)!)
    found.set(kind, new Set(named))
  }
  return found
}

/** True when two headlines name occasions of one kind and none of them is the same: two quarters, episodes, days. */
export function occasionsDiffer(a: Occasions, b: Occasions): boolean {
  for (const [kind, named] of a) if (areDisjoint(named, b.get(kind) ?? NONE)) return true
  return false
}

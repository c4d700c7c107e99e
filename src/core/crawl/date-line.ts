import { foldDate } from '../text/dates/fold-date.ts'
import { weekdayNames } from '../text/dates/weekday-names.ts'
import { zoneMinutes } from '../text/dates/zones.ts'
import type { PatternMatch } from './pattern.ts'
import type { ProfileRules } from './profile.ts'

/** Longer lines are prose; the limit also bounds the cost of a pattern. */
const longestDateLine = 100

/** Words that may accompany a date on a line of its own. */
const besideDates = new Set(
  (
    'published posted updated last modified first on at date time dated created edited edition release released live ' +
    'publié publie le mis à a jour veröffentlicht veroffentlicht am aktualisiert stand uhr publicado actualizado el ' +
    'pubblicato aggiornato il 發佈 發布 发布 更新 時間 时间 於 于 公開 配信 掲載 發佈時間 發布時間 发布时间 更新時間 更新时间 公開日 更新日'
  ).split(' '),
)

const bar = '[|｜·•‧∙–—/]'
const barBefore = new RegExp(`(?:${bar}|\\s-)\\s*$`, 'u')
const barAfter = new RegExp(`^\\s*(?:${bar}|-\\s)`, 'u')
/** "By Jane Park, " or "Hong Kong, ": author or place. */
const dateline = /^(?:[Bb]y\s+(?:\S+\s+){0,3}\S+,?|\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*){0,2},)\s*$/u
const words = /[\p{L}\p{M}]+(?:['’.][\p{L}\p{M}]+)*/gu

/**
 * Finds the date line, the required anchor of a story. A date inside a sentence does not count: only words such as
 * "Published", a weekday, a zone or a short part behind a bar may be beside it.
 */
export function findDate(line: string, rules: ProfileRules): PatternMatch | null {
  if (line.length > longestDateLine) return null
  const found = rules.dates.find(line)
  if (found === null) return null
  const before = line.slice(0, found.start)
  const after = line.slice(found.end)
  const opens = standsBeside(before, barBefore) || dateline.test(before)
  return opens && standsBeside(after, barAfter) ? found : null
}

function standsBeside(rest: string, parted: RegExp): boolean {
  const said = rest.match(words) ?? []
  if (said.every(isBesideDates)) return true
  return parted.test(rest) && said.length <= 6 && !/[.!?。！？]/u.test(rest)
}

function isBesideDates(word: string): boolean {
  const folded = foldDate(word)
  return besideDates.has(folded) || besideDates.has(word) || weekdayNames.has(folded) || zoneMinutes(folded) !== null
}

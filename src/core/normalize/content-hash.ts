import { codeUnitBuffer } from '../text/code-unit-buffer.ts'
import { monthNames } from '../text/dates/month-names.ts'
import { weekdayNames } from '../text/dates/weekday-names.ts'
import { lowerWordsHash } from '../text/words-hash.ts'

/** Words in front of the time at which a page last changed. */
const label =
  /((?:updated?|modified|published|posted)(?![a-z]))|aktualisiert|stand:|mis à jour|modifié|publié|actualizado|última actualización|publicado|aggiornato|atualizado|обновлено|опубликовано|更新(?:日時|时间|時間|日)?|업데이트|수정|입력/y

/** The first three characters of each label. */
const beginnings = 'upd mod pub pos akt sta mis act últ agg atu обн опу 更新 업데 수정 입력'.split(' ')

/**
 * For each code unit, the beginnings it may be part of at this position: one bit for each beginning, all bits after its
 * end. The check runs over every character of every article and hardly ever matches: three tables take half the time of
 * the pattern.
 */
function unitsAt(index: number): Uint32Array {
  const bits = beginnings.map((beginning, at) => ({ unit: beginning.charCodeAt(index), bit: 1 << at }))
  const ended = bits.reduce((all, { unit, bit }) => (Number.isNaN(unit) ? all | bit : all), 0)
  const table = new Uint32Array(65536).fill(ended)
  for (const { unit, bit } of bits) if (!Number.isNaN(unit)) table[unit]! |= bit
  return table
}

const [firsts, seconds, thirds] = [unitsAt(0), unitsAt(1), unitsAt(2)]

/** Words that occur between the numbers of a time. */
const timeWords = new Set(
  'on at am pm a.m p.m the of le à a um uhr den der el de las los o clock h hrs gmt utc ago minutes minute mins min hours hour hrs hr days day seconds today yesterday et est edt ct cst cdt pt pst pdt bst cet cest ist jst kst hkt 年 月 日 時 时 分 秒 午前 午後 上午 下午 년 월 일 시 분 오전 오후 г в года'.split(
    ' ',
  ),
)

const token = /\s*(?:(\d+)|([\p{L}.]+)|([^\s\p{L}\d]))/uy

/**
 * A hash (hex) that ignores white space, case, punctuation, and the "Updated 10:05" that some sites print anew at every
 * poll. A time without such a label is content: meetings get moved.
 */
export function contentHash(title: string, text: string | null): string {
  return lowerWordsHash([title.toLowerCase(), text === null ? '' : withoutUpdateTimes(text.toLowerCase())])
}

function withoutUpdateTimes(text: string): string {
  let out = ''
  let done = 0
  for (const index of labelStarts(text)) {
    label.lastIndex = index
    const found = label.exec(text)
    if (found === null) continue
    const [, english] = found
    const start = english === undefined ? index : beforeEnglish(text, index)
    const end = endOfTime(text, label.lastIndex)
    if (start < done || end === null) continue
    out += text.slice(done, start)
    done = end
  }
  return done === 0 ? text : out + text.slice(done)
}

/** Where the label begins in English, with "last" or "first" in front of it. */
function beforeEnglish(text: string, index: number): number {
  if (text.startsWith('last ', index - 5)) return index - 5
  return text.startsWith('first ', index - 6) ? index - 6 : index
}

/** The positions at which a label may begin. */
function labelStarts(text: string): readonly number[] {
  const found: number[] = []
  const { units, write } = codeUnitBuffer(text.length + 2)
  write(text, 0)
  units.fill(0, text.length, text.length + 2)
  for (let at = 0; at < text.length; at++)
    if ((firsts[units[at]!]! & seconds[units[at + 1]!]! & thirds[units[at + 2]!]!) !== 0) found.push(at)
  return found
}

/** The end of a time that starts here; null when there is none. */
function endOfTime(text: string, start: number): number | null {
  let end: number | null = null
  token.lastIndex = start
  for (let taken = 0; taken < 24; taken++) {
    const found = token.exec(text)
    if (found === null) break
    const [, number, word, sign] = found
    if (number !== undefined) end = token.lastIndex
    else if (word !== undefined) {
      if (!isTimeWord(word)) break
      if (end !== null) end = token.lastIndex
    } else if (!',:/|-–—().：'.includes(sign!)) break
  }
  return end
}

function isTimeWord(word: string): boolean {
  const bare = word.replace(/\.$/, '')
  return bare === '' || bare === '.' || timeWords.has(bare) || monthNames.has(bare) || weekdayNames.has(bare)
}

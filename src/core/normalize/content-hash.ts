import { monthNames } from '../text/dates/month-names.ts'
import { weekdayNames } from '../text/dates/weekday-names.ts'
import { lowerWordsHash } from '../text/words-hash.ts'

/** Words in front of the time at which a page last changed. */
const label =
  /(?:last |first )?(?:updated?|modified|published|posted)(?![a-z])|aktualisiert|stand:|mis à jour|modifié|publié|actualizado|última actualización|publicado|aggiornato|atualizado|обновлено|опубликовано|更新(?:日時|时间|時間|日)?|업데이트|수정|입력/g

/**
 * Of each label a piece that it cannot do without, with a rare letter in front where there is one. Most texts have none of
 * them, and to look for all is faster than the pattern.
 */
const labelPieces = [
  'update',
  'modif',
  'publi',
  'posted',
  'ktualisiert',
  'd:',
  'à jour',
  'ualiza',
  'ggiornato',
  'обновлено',
  'опубликовано',
  '更新',
  '업데이트',
  '수정',
  '입력',
]

/** Words that belong to a time: what stands between its numbers. */
const timeWords = new Set(
  'on at am pm a.m p.m the of le à a um uhr den der el de las los o clock h hrs gmt utc ago minutes minute mins min hours hour hrs hr days day seconds today yesterday et est edt ct cst cdt pt pst pdt bst cet cest ist jst kst hkt 年 月 日 時 时 分 秒 午前 午後 上午 下午 년 월 일 시 분 오전 오후 г в года'.split(
    ' ',
  ),
)

const token = /\s*(?:(\d+)|([\p{L}.]+)|([^\s\p{L}\d]))/uy

/**
 * Hex that stays the same while only the noise changes: white space, case, punctuation, and the "Updated 10:05" that some
 * sites print anew at every poll. A time without such a word in front is content: meetings get moved.
 */
export function contentHash(title: string, text: string | null): string {
  return lowerWordsHash([title.toLowerCase(), text === null ? '' : withoutUpdateTimes(text.toLowerCase())])
}

function withoutUpdateTimes(text: string): string {
  if (!labelPieces.some((piece) => text.includes(piece))) return text
  let out = ''
  let done = 0
  for (const found of text.matchAll(label)) {
    if (found.index < done) continue
    const end = endOfTime(text, found.index + found[0].length)
    if (end === null) continue
    out += text.slice(done, found.index)
    done = end
  }
  return done === 0 ? text : out + text.slice(done)
}

/** Where a time that starts here ends; null when none does. */
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

import { monthNames } from '../text/dates/month-names.ts'
import { weekdayNames } from '../text/dates/weekday-names.ts'
import { wordsHash } from '../text/words-hash.ts'

/** Words in front of the time at which a page last changed. */
const label =
  /(?:last |first )?(?:updated?|modified|published|posted)(?![a-z])|aktualisiert|stand:|mis à jour|modifié|publié|actualizado|última actualización|publicado|aggiornato|atualizado|обновлено|опубликовано|更新(?:日時|时间|時間|日)?|업데이트|수정|입력/g

/** Of each label a piece that it cannot do without; most texts have none of them. */
const labelPieces = [
  'update',
  'modif',
  'publi',
  'posted',
  'aktualisiert',
  'stand:',
  'mis à jour',
  'actualiza',
  'aggiornato',
  'atualizado',
  'обновлено',
  'опубликовано',
  '更新',
  '업데이트',
  '수정',
  '입력',
]

const longestPiece = Math.max(...labelPieces.map((piece) => piece.length))

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
  return wordsHash([title, text === null ? '' : holdsLabel(text) ? withoutUpdateTimes(text.toLowerCase()) : text])
}

/**
 * Hashes of the first two letters of a piece, in either case. To look at each pair of letters once is faster than to search for
 * the pieces one by one, and needs no copy in lower case.
 */
const startingPairs = new Uint8Array(4096)
for (const [first, second] of labelPieces)
  for (const a of eitherCase(first!)) for (const b of eitherCase(second!)) startingPairs[pairHash(a, b)] = 1

/** Every code unit that is this letter in lower case: the sign for kelvin is a k. */
function eitherCase(letter: string): readonly number[] {
  return [letter, letter.toUpperCase(), letter === 'k' ? '\u212a' : letter].map((one) => one.charCodeAt(0))
}

function pairHash(a: number, b: number): number {
  return ((a << 6) ^ b) & 4095
}

function holdsLabel(text: string): boolean {
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (startingPairs[pairHash(last, unit)] === 1 && pieceAt(text, at - 1)) return true
    last = unit
  }
  return false
}

function pieceAt(text: string, start: number): boolean {
  const written = text.slice(start, start + longestPiece).toLowerCase()
  return labelPieces.some((piece) => written.startsWith(piece))
}

function withoutUpdateTimes(text: string): string {
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

import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

const unspacedEnd = new RegExp(`[${UNSPACED_SCRIPTS}、。，．]$`, 'u')

/** How far before the limit the cut may be moved to the end of a word or clause. */
const searched = 60

/**
 * The start of a text in at most `limit` characters, the `…` included: whole words, and in scripts without blanks whole
 * segments; a character of several code points is never split. The text itself when it fits.
 */
export function excerpt(text: string, limit: number): string {
  // A little more than the limit is enough to find a cut; white space may take three times as much.
  const [enough, most] = [Math.min(limit + 3 * searched, limit * 3), limit * 3]
  const first = collapsed(text.slice(0, enough))
  const plain = text.length <= enough || first.length > limit + searched ? first : collapsed(text.slice(0, most))
  if (plain.length > limit) return cut(plain, limit)
  return text.length <= most ? plain : cut(`${plain} `.padEnd(limit + 1), limit)
}

const collapsed = (text: string): string => text.replace(/[^\S ]\s*| \s+/g, ' ').trim()

function cut(text: string, limit: number): string {
  const start = Math.max(0, limit - 1 - searched)
  const room = text.slice(0, limit - 1)
  const blank = text[limit - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  const end = unspacedEnd.test(room.slice(-2)) || blank < start ? lastBreak(text, start, limit - 1) : blank
  return `${text.slice(0, end).replace(/[\s,;:、，\-–—]+$/u, '')}…`
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenter(granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const made = segmenters.get(granularity) ?? new Intl.Segmenter('ja', { granularity })
  segmenters.set(granularity, made)
  return made
}

/** The last end of a word, or else of a character, within the limit. */
function lastBreak(text: string, start: number, limit: number): number {
  const from = characterStart(text, start)
  const piece = text.slice(from, limit + searched)
  for (const granularity of ['word', 'grapheme'] as const) {
    // The segment at the limit begins where the last one within it ends.
    const beyond = segmenter(granularity)
      .segment(piece)
      .containing(limit - from)
    const end = beyond === undefined ? limit : from + beyond.index
    if (end > from) return end
  }
  return from
}

/** Avoids an index between the halves of a surrogate pair. */
const characterStart = (text: string, at: number): number =>
  at > 0 && /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at

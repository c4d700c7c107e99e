import { letterClasses, otherUnit, unspacedUnit, wordUnit } from './letter-classes.ts'
import { simplifiedHan } from './simplified-han.ts'
import { foldText } from './words.ts'

/** A search token and its position in the text (in NFC). */
export interface SearchToken {
  readonly token: string
  readonly start: number
  readonly end: number
}

/** Longer tokens are keys or addresses; their start is enough to tell them apart. */
const LONGEST_TOKEN = 64

/** Hangul has blanks between words, but words carry particles: 대통령이 must be found as 대통령. */
const HANGUL: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x3130, 0x318f],
  [0xac00, 0xd7a3],
]
/** Half-width voicing and length marks, which Unicode assigns to no script. */
const KANA_MARKS = [0xff70, 0xff9e, 0xff9f]

let table: Uint8Array | null = null

function tokenClasses(): Uint8Array {
  if (table !== null) return table
  const classes = letterClasses().slice()
  for (const [from, to] of HANGUL) classes.fill(unspacedUnit, from, to + 1)
  for (const code of KANA_MARKS) classes[code] = unspacedUnit
  table = classes
  return classes
}

/**
 * The tokens of a text in order, at most `most`: words folded (case, accents, width); a run of zh, ja or ko as
 * overlapping bigrams and, at its end, the last character alone. So every character starts one token: a phrase is a
 * sequence of adjacent tokens, and a single character is a prefix.
 */
export function searchTokens(text: string, most = Number.POSITIVE_INFINITY): SearchToken[] {
  const plain = text.normalize('NFC')
  const classes = tokenClasses()
  const tokens: SearchToken[] = []
  for (let at = 0; at < plain.length && tokens.length < most; ) {
    const code = plain.charCodeAt(at)
    const kind = classes[code]!
    if (kind === otherUnit) {
      at += isLead(code) ? 2 : 1
      continue
    }
    let end = at + 1
    while (end < plain.length && classes[plain.charCodeAt(end)] === kind) end++
    if (kind === wordUnit) addWord(tokens, plain, at, end)
    else addRun(tokens, plain, at, end)
    at = end
  }
  return tokens.length > most ? tokens.slice(0, most) : tokens
}

const isLead = (code: number) => code >= 0xd800 && code < 0xdc00

function addWord(tokens: SearchToken[], text: string, start: number, end: number): void {
  const token = fold(text.slice(start, end)).slice(0, LONGEST_TOKEN)
  if (token !== '') tokens.push({ token, start, end })
}

function addRun(tokens: SearchToken[], text: string, start: number, end: number): void {
  const raw = text.slice(start, end)
  // Traditional and simplified Chinese are found by either.
  const letters = Array.from(simplifiedHan(fold(raw)))
  const places = Array.from(raw)
  const aligned = letters.length === places.length
  let from = start
  for (const [i, letter] of letters.entries()) {
    const next = letters[i + 1] ?? ''
    const to = aligned ? from + places[i]!.length : end
    tokens.push({ token: letter + next, start: from, end: aligned ? to + (places[i + 1]?.length ?? 0) : end })
    if (aligned) from = to
  }
}

const ASCII = /^[\x20-\x7e]*$/
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu

function fold(run: string): string {
  return ASCII.test(run) ? run.toLowerCase() : foldText(run).replace(NO_LETTERS, '')
}

/** True for a token of a run that was split into bigrams. */
export function isRunToken(token: string): boolean {
  return tokenClasses()[token.charCodeAt(0)] === unspacedUnit
}

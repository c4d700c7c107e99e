import { isStopWord } from '../../text/stop-words.ts'
import { foldText } from '../../text/words.ts'

/** A word of a text, with what its spelling and its place say about it. */
export interface Token {
  readonly text: string
  readonly folded: string
  readonly start: number
  readonly end: number
  /** True when only a space, or an elision, is between it and the word before. */
  readonly joined: boolean
  /** True for the first word of a sentence or a part of one, which is capitalised whatever it is. */
  readonly opens: boolean
  readonly capital: boolean
  /** True when the capital shows a name: inside a sentence that is not set in capitals, or within the word. */
  readonly isName: boolean
  /** True for a part of a word whose encoding was broken: "perÃ­metro". */
  readonly isBroken: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|un|gl|dell|all|dall|nell|sull|coll)['’](?=\p{L})/iu
const OPENING = /(?:^|[.!?…:;|–—•"“”„«»‘()[\]]\s*)$/u
const MOJIBAKE = /\S*(?:[ÃÂ][\u0080-\u00bf]|â€|Ã$|Ã\s)\S*/gu
/** Acronyms and names such as iPhone or LX9; longer words in capitals are shouted. */
const INNER_CAPITAL = /^\p{Lu}[\p{Lu}\p{N}]{1,4}s?$|\p{Ll}\p{Lu}|^\p{Lu}+\p{N}|^(?:\p{Lu}\.)+\p{Lu}$/u

/** The words of a text in order; elided articles ("l'", "d'", "dell'") are words of their own where the language has them. */
export function tokensOf(text: string, hasElisions: boolean): Token[] {
  const titleCase = isTitleCase(text)
  const shouted = !/\p{Ll}/u.test(text)
  const broken = Array.from(text.matchAll(MOJIBAKE), ({ 0: word, index }) => [index, index + word.length] as const)
  const tokens: Token[] = []
  const add = (start: number, end: number): void => {
    const written = text.slice(start, end)
    const before = tokens.at(-1)
    const gap = text.slice(before?.end ?? 0, start)
    const opens = before === undefined || OPENING.test(text.slice(Math.max(0, start - 3), start))
    const capital = /^\p{Lu}/u.test(written)
    const isName = !shouted && (INNER_CAPITAL.test(written) || (capital && !opens && !titleCase))
    const joined = before !== undefined && /^\s?$/u.test(gap)
    const isBroken = broken.some(([from, to]) => start < to && end > from)
    tokens.push({ text: written, folded: foldText(written), start, end, joined, opens, capital, isName, isBroken })
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const elided = hasElisions ? (ELIDED.exec(word)?.[0].length ?? 0) : 0
    if (elided > 0) add(index, index + elided)
    add(index + elided, index + word.length)
  }
  return tokens
}

/** True for a headline in which nearly every word but the function words is capitalised, so that a capital says nothing. */
export function isTitleCase(text: string): boolean {
  const long = text.match(/(?<![\p{L}\p{N}'’])\p{L}{4,}/gu) ?? []
  const capital = long.filter((word) => /^\p{Lu}/u.test(word)).length
  if (capital < 2) return false
  const small = long.filter((word) => !/^\p{Lu}/u.test(word) && !isStopWord(foldText(word)))
  return capital > 0.8 * (capital + small.length)
}

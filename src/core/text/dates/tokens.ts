/** A token of a folded date: a run of digits, a word, or one sign. */
export interface Token {
  readonly kind: 'number' | 'word' | 'sign'
  readonly text: string
  /** True when no blank precedes it. */
  readonly glued: boolean
}

/** A word may contain dots, apostrophes, hyphens and slashes between letters: a.m, terca-feira, america/los_angeles. */
const pattern = /(\d+)|([\p{L}\p{M}]+(?:[.'/_-][\p{L}\p{M}]+)*)|(\S)/gu

/** Tokenizes a folded date; linear, and the caller bounds the length. */
export function dateTokens(folded: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const found of folded.matchAll(pattern)) {
    const kind = found[1] !== undefined ? 'number' : found[2] !== undefined ? 'word' : 'sign'
    tokens.push({ kind, text: found[0], glued: found.index === end && found.index > 0 })
    end = found.index + found[0].length
  }
  return tokens
}

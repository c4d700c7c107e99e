import { isNumber } from '../../text/numbers.ts'
import { englishRoles } from './english.ts'
import { germanRoles } from './german.ts'
import { romanceRoles } from './romance.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What a word does in a phrase: `before` and `after` go with a noun, `link` joins two nouns ("of"), `none` ends the phrase. */
export type Role = 'noun' | 'before' | 'after' | 'link' | 'none'

/** What the texts of a topic show about their words. */
export interface Evidence {
  /** Folded words that are written in lower case somewhere. */
  readonly lower: ReadonlySet<string>
  /** Folded words that are capitalised inside a sentence, with their spelling. */
  readonly upper: ReadonlyMap<string, string>
  /** Two folded words that follow each other, with their count. */
  readonly pairs: ReadonlyMap<string, number>
}

/** A word of a phrase. */
export interface PhraseWord extends Token {
  readonly role: Exclude<Role, 'none'>
}

/** Says what each word does; the language is a tag of two letters. */
export type RolesOf = (tokens: readonly Token[], language: string, evidence: Evidence) => Role[]

const ROLES: Readonly<Record<string, RolesOf>> = {
  en: englishRoles,
  de: germanRoles,
  fr: romanceRoles,
  es: romanceRoles,
  pt: romanceRoles,
  it: romanceRoles,
  ca: romanceRoles,
}

/** True for a language whose noun phrases can be told. */
export function hasGrammar(language: string): boolean {
  return language in ROLES
}

const WITH_ELISIONS: ReadonlySet<string> = new Set(['fr', 'it', 'ca'])

/** The words of a text as tokens of its language. */
export function languageTokens(text: string, language: string): Token[] {
  return tokensOf(text, WITH_ELISIONS.has(language))
}

/** Reads what several texts show about their words, before phrases are looked for. */
export function readEvidence(texts: Iterable<readonly Token[]>): Evidence {
  const lower = new Set<string>()
  const upper = new Map<string, string>()
  const pairs = new Map<string, number>()
  for (const tokens of texts) {
    tokens.forEach((token, at) => {
      if (!token.capital) lower.add(token.folded)
      else if (token.isName) upper.set(token.folded, token.text)
      const next = tokens[at + 1]
      if (next?.joined) {
        const pair = `${token.folded} ${next.folded}`
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
      }
    })
  }
  return { lower, upper, pairs }
}

/**
 * Shallow parsing (noun-phrase chunking): the longest runs of words that can be one noun phrase, in order. Rules and word
 * lists of the language say what is no noun; names are told by their capitals. For labels only: no decision rests on it.
 */
export function nounPhrases(tokens: readonly Token[], language: string, evidence: Evidence): PhraseWord[][] {
  const roles = ROLES[language]?.(tokens, language, evidence) ?? []
  const phrases: PhraseWord[][] = []
  let open: PhraseWord[] = []
  const close = (): void => {
    const whole = trimmed(open)
    if (whole.length > 0) phrases.push(whole)
    open = []
  }
  tokens.forEach((token, at) => {
    const role = isNever(token, tokens[at - 1], language) ? 'none' : roles[at]!
    if (!token.joined || role === 'none' || startsAnew(open.at(-1), role)) close()
    if (role !== 'none') open.push({ ...token, role })
    if (/['’]s$/u.test(token.text) && !isJoinedName(tokens, at)) close()
  })
  close()
  return phrases
}

/** What follows an adjective behind its noun is another phrase. */
function startsAnew(last: PhraseWord | undefined, role: Role): boolean {
  return last?.role === 'after' && role !== 'after' && role !== 'link'
}

/** "Mother's Day" is one name, "Pakistan's former general" is two. */
function isJoinedName(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at]!, tokens[at + 1]]
  return token.isName && next?.joined === true && next.isName && !next.text.includes("'")
}

/** Without words at the ends that need another beside them. */
function trimmed(phrase: readonly PhraseWord[]): PhraseWord[] {
  const words = [...phrase]
  while (words.length > 0 && words.at(-1)!.role !== 'noun' && words.at(-1)!.role !== 'after') words.pop()
  while (words.length > 0 && (words[0]!.role === 'link' || words[0]!.role === 'after')) words.shift()
  return words.some(({ role }) => role === 'noun') ? words : []
}

/** Figures, what they count ("24 Sitze"), and broken or shouted words are in no phrase. */
function isNever(token: Token, before: Token | undefined, language: string): boolean {
  if (token.isBroken || isFigure(token)) return true
  return token.joined && before !== undefined && isFigure(before) && (!token.isName || language === 'de')
}

function isFigure({ text, folded }: Token): boolean {
  return (
    isNumber(folded) ||
    /^[\p{N}.,:/-]+$/u.test(text) ||
    /^\p{N}+(?:st|nd|rd|th|er|ème|km|kg|m|bn|mn|k|x|am|pm)$/iu.test(text)
  )
}

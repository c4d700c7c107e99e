import { isStopWord } from '../../text/stop-words.ts'
import { words } from '../../text/words.ts'
import { isLabelBoilerplate } from '../label-boilerplate.ts'
import { englishClass, isMostlyNoun } from './english-words.ts'
import type { Role, RolesOf } from './noun-phrases.ts'
import type { Token } from './tokens.ts'

const set = (list: string): ReadonlySet<string> => new Set(words(list))

const DETERMINERS = set(
  'a an the this that these those my your his her its our their some any no every each another both all few several many',
)
const PREPOSITIONS = set(
  'of in on at by for from with without over under after before against amid among between during through into onto near since until via per despite like as',
)
/** A verb follows these. */
const BEFORE_VERBS = set(
  'to will would can could may might must should shall not never i you he she it they we who cannot dont doesnt didnt wont lets let help helps please how',
)
const NEW_PLACE = /^new (?:york|zealand|jersey|delhi|orleans|mexico|hampshire|england|caledonia|guinea|haven|south)$/

/** English marks no nouns, so verbs are told by list, and where a word can be either, by the words around it. */
export const englishRoles: RolesOf = (tokens) => {
  const roles: Role[] = []
  tokens.forEach((token, at) => {
    const before = token.joined ? tokens[at - 1]! : null
    roles.push(roleOf(tokens, at, before !== null && roles[at - 1] === 'none' && canBeVerb(before)))
  })
  return roles
}

const canBeVerb = ({ folded, isName }: Token): boolean =>
  !isName && !isStopWord(folded) && /verb|part/.test(englishClass(folded))

function roleOf(tokens: readonly Token[], at: number, followsVerb: boolean): Role {
  const token = tokens[at]!
  const next = tokens[at + 1]?.joined ? tokens[at + 1]! : null
  if (next !== null && NEW_PLACE.test(`${token.folded} ${next.folded}`)) return 'noun'
  if (isNationality(token.text)) return next === null ? 'none' : 'before'
  if (token.isName && !isWeekdayOrTitle(token)) return 'noun'
  const word = token.folded.replace(/['’]s$/u, '')
  if (word === 'of') return 'link'
  if (isStopWord(word) || isLabelBoilerplate(word)) return 'none'
  const before = token.joined ? tokens[at - 1]! : null
  switch (englishClass(word)) {
    case 'noun':
      return word.endsWith('ing') && next?.folded === 'to' ? 'none' : 'noun'
    case 'adjective':
      return 'before'
    case 'verb':
      return before !== null && DETERMINERS.has(before.folded) ? 'noun' : 'none'
    case 'participle':
      return !followsVerb && word.endsWith('ing') && isThing(before, next) ? 'noun' : 'none'
    case 'verb or noun':
      return !followsVerb && isVerb(word, before, next) ? 'none' : 'noun'
  }
}

const isWeekdayOrTitle = ({ folded, text }: Token): boolean => isLabelBoilerplate(folded) && !/^\p{Lu}{2,}$/u.test(text)

/** "job hunting"; but not "withdrawing its troops" or "a way of solving it". */
function isThing(before: Token | null, next: Token | null): boolean {
  if (before === null || isStopWord(before.folded) || isLabelBoilerplate(before.folded)) return false
  return next === null || PREPOSITIONS.has(next.folded)
}

function isVerb(word: string, before: Token | null, next: Token | null): boolean {
  if (before === null) return next !== null && DETERMINERS.has(next.folded)
  if (BEFORE_VERBS.has(before.folded)) return true
  if (isNoSubject(before)) return false
  const nextClass = next === null || isStopWord(next.folded) ? null : englishClass(next.folded)
  if (nextClass === 'verb') return false
  const isThird = word.endsWith('s') && !word.endsWith('ss')
  // "stocks end mixed": of two words that can be verbs, the plural is the noun.
  if (isThird && nextClass === 'verb or noun' && isMostlyNoun(word) && !isMostlyNoun(next!.folded)) return false
  const isPlural = /[^s]s$/.test(before.folded)
  if (next === null || isStopWord(next.folded)) {
    if (next !== null && (DETERMINERS.has(next.folded) || next.folded === 'to')) return isThird || isPlural
    return (isThird || isPlural) && !isMostlyNoun(word)
  }
  return isThird ? !isPlural || !isMostlyNoun(word) : isPlural
}

/** After a determiner, a preposition, a number or an adjective comes a noun. */
function isNoSubject({ folded, text, isName }: Token): boolean {
  if (DETERMINERS.has(folded) || PREPOSITIONS.has(folded) || /['’]s$/u.test(text) || /^\p{N}/u.test(text)) return true
  return isNationality(text) || (!isName && englishClass(folded) === 'adjective')
}

/** "European", "Danish", "Chinese": an adjective with a capital. */
const isNationality = (text: string): boolean => /^\p{Lu}\p{Ll}+(?:[ei]an|ish|ese)$|^Democratic$/u.test(text)

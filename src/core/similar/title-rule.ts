import type { Script } from '../domain/script.ts'
import { wordsDecide } from './decisive.ts'
import { type LetterPrint, lettersAlike } from './letters.ts'
import type { TitlePolicy } from './policies.ts'
import { softIdf, type WeighedWords } from './soft-idf.ts'
import { areSynonyms } from './synonyms.ts'

/** What comparing titles needs of one title. */
export type TitlePrint = {
  readonly script: Script
  readonly weighed: WeighedWords
  readonly words: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  readonly letters: LetterPrint | null
  readonly denial: boolean
  readonly negated: boolean
}

/** What was found about two titles: `same` is sure enough to call one a duplicate, `linked` only groups them. */
export type TitleFinding = {
  readonly relation: 'same' | 'linked' | null
  readonly measure: 'soft-idf' | 'letters'
  readonly value: number
  readonly threshold: number
  /** What overturned a value that would have sufficed. */
  readonly veto: 'numbers' | 'decisive-word' | null
}

/** Compares two titles under a policy and says why. */
export function compareTitles(a: TitlePrint, b: TitlePrint, policy: TitlePolicy): TitleFinding {
  if (a.letters !== null && b.letters !== null) return compareLetters(a, b, policy)
  return compareWords(a, b, policy)
}

function compareWords(a: TitlePrint, b: TitlePrint, policy: TitlePolicy): TitleFinding {
  const cover = softIdf(a.weighed, b.weighed, { ...policy, areSynonyms })
  const decided =
    a.denial !== b.denial ||
    wordsDecide({
      a: a.words,
      b: b.words,
      onlyA: a.weighed.words.filter((_, at) => cover.a[at] === 0),
      onlyB: b.weighed.words.filter((_, at) => cover.b[at] === 0),
    })
  const { same, link } = policy
  return judge({ measure: 'soft-idf', raw: cover.value, same, link, decided, clash: numbersClash(a, b) }, a, b, policy)
}

/** Numbers veto a drop here too, but not a link: Chinese and Japanese headlines retell one event with other figures. */
function compareLetters(a: TitlePrint, b: TitlePrint, policy: TitlePolicy): TitleFinding {
  const raw = lettersAlike(a.letters!, b.letters!)
  const link = a.script === 'ja' && b.script === 'ja' ? policy.linkJa : policy.linkZh
  const decided = a.denial !== b.denial
  return judge({ measure: 'letters', raw, same: policy.sameLetters, link, decided, clash: false }, a, b, policy)
}

type Evidence = {
  readonly measure: TitleFinding['measure']
  readonly raw: number
  readonly same: number
  readonly link: number
  readonly decided: boolean
  readonly clash: boolean
}

function judge(found: Evidence, a: TitlePrint, b: TitlePrint, policy: TitlePolicy): TitleFinding {
  const { measure, raw, same, link } = found
  const value = found.decided ? raw * policy.decisive : raw
  if (found.clash && raw >= link) return { relation: null, measure, value: raw, threshold: link, veto: 'numbers' }
  if (value >= same && sameNumbers(a, b) && a.negated === b.negated)
    return { relation: 'same', measure, value, threshold: same, veto: null }
  if (value >= link)
    return { relation: 'linked', measure, value, threshold: link, veto: raw >= same ? 'numbers' : null }
  return { relation: null, measure, value, threshold: link, veto: raw >= link ? 'decisive-word' : null }
}

/** Both carry numbers and neither set contains the other: two releases, two tolls, two days. */
export function numbersClash(a: TitlePrint, b: TitlePrint): boolean {
  if (a.numbers.size === 0 || b.numbers.size === 0) return false
  return !isSubset(a.numbers, b.numbers) && !isSubset(b.numbers, a.numbers)
}

function sameNumbers(a: TitlePrint, b: TitlePrint): boolean {
  return a.numbers.size === b.numbers.size && isSubset(a.numbers, b.numbers)
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const member of part) if (!whole.has(member)) return false
  return true
}

import { termsOfWords } from '../similar/terms.ts'
import { isPlace } from '../text/entities/places.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { isStopWord } from '../text/stop-words.ts'
import { foldText, words } from '../text/words.ts'
import type { LabelParts, LabelText } from './label.ts'
import { isLabelBoilerplate } from './label-boilerplate.ts'
import { labelEntity, relatedWords } from './label-entity.ts'

/** A word of the topic, keyed by its terms: where it occurs, and its spellings. */
interface Candidate {
  readonly key: string
  readonly terms: readonly string[]
  readonly titles: Set<number>
  readonly documents: Set<number>
  /** Each spelling with its weight: a word inside a sentence shows its true case. */
  readonly forms: Map<string, number>
  /** Terms of the word that follows, with their counts. */
  readonly before: Map<string, number>
  total: number
}

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+)*/gu
const LABEL_TERMS = 3
/** Datelines are in capitals, acronyms are shorter. */
const SHOUTED = /^\p{Lu}{6,}$/u
const MOST_TERMS = 8
/**
 * The weight of a spelling at the start of a sentence or in a headline in capitals: it counts only when there is no
 * other.
 */
const DOUBTFUL = 0.01

/** Entity and terms for scripts with spaces between words. */
export function wordLabel(
  texts: readonly LabelText[],
  weightOf: (term: string) => number,
): Pick<LabelParts, 'entity' | 'terms'> {
  const entity = labelEntity(texts)
  const named = new Set(
    entity === null ? [] : texts.flatMap(({ language }) => termsOfWords(relatedWords(entity), language)),
  )
  const weights = (one: Candidate) => one.terms.reduce((sum, term) => sum + weightOf(term), 0) / one.terms.length
  const ranked = [...countWords(texts).values()]
    .filter((one) => !one.terms.some((term) => named.has(term)))
    .map((candidate) => ({ candidate, weight: weights(candidate) }))
    .sort((a, b) => b.weight - a.weight || (a.candidate.key < b.candidate.key ? -1 : 1))
    .map(({ candidate }) => candidate)
  return { entity, terms: joinNeighbours(pick(ranked, texts.length), texts.length) }
}

/** Words of several headlines first, then words of one, then words of the texts only. */
function pick(ranked: readonly Candidate[], size: number): Candidate[] {
  const often = size >= 3 ? 2 : 1
  const tiers = [
    ranked.filter(({ titles }) => titles.size >= often),
    ranked.filter(({ titles }) => titles.size >= 1),
    ranked.filter(({ documents }) => documents.size >= often),
  ]
  const picked: Candidate[] = []
  const taken = new Set<string>()
  for (const candidate of tiers.flat()) {
    if (picked.length >= MOST_TERMS) break
    if (candidate.terms.some((term) => taken.has(term))) continue
    picked.push(candidate)
    for (const term of candidate.terms) taken.add(term)
  }
  return picked
}

/** Joins terms that mostly occur side by side: "language model", not "model, language". */
function joinNeighbours(picked: readonly Candidate[], size: number): string[] {
  const chains: Candidate[][] = picked.map((one) => [one])
  const shown = new Set(picked.slice(0, LABEL_TERMS))
  const belong = (first: Candidate, second: Candidate): boolean => {
    // A term that is already in the label may follow a more frequent one; any other must hardly ever occur without it.
    const total = shown.has(first) && shown.has(second) ? Math.min : Math.max
    const side = first.before.get(second.key) ?? 0
    return side >= Math.min(2, size) && 2 * side >= total(first.total, second.total)
  }
  for (let joined = true; joined; ) joined = joinTwo(chains, belong)
  return chains.map(writeChain)
}

/** Joins the first two chains that belong together, at the position of the better one; false when none do. */
function joinTwo(chains: Candidate[][], belong: (first: Candidate, second: Candidate) => boolean): boolean {
  for (const [at, chain] of chains.entries()) {
    const next = chains.findIndex((other) => other !== chain && belong(chain.at(-1)!, other[0]!))
    if (next < 0 || chain.length + chains[next]!.length > LABEL_TERMS) continue
    chains[Math.min(at, next)] = [...chain, ...chains[next]!]
    chains.splice(Math.max(at, next), 1)
    return true
  }
  return false
}

/** Next to a certain name, a doubtful capital is a name too: "Ada Bright", not "ada Bright". */
function writeChain(chain: readonly Candidate[]): string {
  const named = chain.some((one) => /^\p{Lu}/u.test(formOf(one)))
  return chain.map((one) => formOf(one, named)).join(' ')
}

function countWords(texts: readonly LabelText[]): Map<string, Candidate> {
  const found = new Map<string, Candidate>()
  texts.forEach((text, at) => {
    const own = new Set(words(text.sourceName ?? '').filter((word) => !isPlace(word)))
    for (const inTitle of [true, false]) {
      const occurrence = { at, inTitle }
      readWords(inTitle ? text.title : text.opening, text, (word, sure) =>
        own.has(word.folded) ? null : note(found, word, sure, occurrence),
      )
    }
  })
  return found
}

/** The article a word occurs in, and whether in its title. */
interface Occurrence {
  readonly at: number
  readonly inTitle: boolean
}

function note(found: Map<string, Candidate>, word: ReadWord, sure: boolean, { at, inTitle }: Occurrence): Candidate {
  const one = found.get(word.key) ?? newCandidate(word)
  if (one.total === 0) found.set(word.key, one)
  if (inTitle) one.titles.add(at)
  one.documents.add(at)
  one.total++
  one.forms.set(word.form, (one.forms.get(word.form) ?? 0) + (sure ? 1 : DOUBTFUL))
  return one
}

function newCandidate({ key, terms }: ReadWord): Candidate {
  return { key, terms, titles: new Set(), documents: new Set(), forms: new Map(), before: new Map(), total: 0 }
}

/** A word and its terms; no terms when it may not be in a label. */
interface ReadWord {
  readonly form: string
  readonly folded: string
  readonly terms: readonly string[]
  readonly key: string
}

/** Cache of words, cleared before it grows large: news repeats its words. */
const known = new Map<string, ReadWord>()
const MOST_KNOWN = 50_000

function readWord(token: string, language: string | null): ReadWord {
  const name = `${language} ${token}`
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const form = token.replace(/['’]s$/iu, '')
  const folded = canonicalNumbers(words(form), language)
  const found = termsOfWords(folded, language)
  const plain = foldText(form)
  const idle = found.every(isNumber) || folded.some(isLabelBoilerplate) || isStopWord(plain, language)
  const terms = idle ? [] : found
  const word = { form, folded: plain, terms, key: terms.join(' ') }
  known.set(name, word)
  return word
}

/** Visits the words that could be in a label, and records each one's neighbour. */
function readWords(
  text: string,
  { language }: LabelText,
  keep: (word: ReadWord, sure: boolean) => Candidate | null,
): void {
  const capitals = isSetInCapitals(text)
  let previous: { readonly candidate: Candidate; readonly end: number } | null = null
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = readWord(token, language)
    const candidate: Candidate | null = word.key === '' ? null : keep(word, !capitals && isSure(word.form, text, index))
    if (candidate !== null && previous !== null && /^\s$/u.test(text.slice(previous.end, index))) {
      previous.candidate.before.set(word.key, (previous.candidate.before.get(word.key) ?? 0) + 1)
    }
    previous = candidate === null ? null : { candidate, end: index + token.length }
  }
}

/** A lower-case spelling is certain anywhere; a capital shows a name only inside a sentence. */
function isSure(form: string, text: string, index: number): boolean {
  if (!/^\p{Lu}/u.test(form)) return true
  return !SHOUTED.test(form) && !/(?:^|[.!?…:;"“„«(]\s*)$/u.test(text.slice(Math.max(0, index - 3), index))
}

function isSetInCapitals(text: string): boolean {
  const long = text.match(/\p{L}{4,}/gu) ?? []
  return long.length > 2 && long.filter((word) => /^\p{Lu}/u.test(word)).length > 0.8 * long.length
}

/** The most frequent spelling; one seen only at the start of sentences is lower-cased unless it is all capitals. */
function formOf({ forms }: Candidate, named = false): string {
  const ranked = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))
  const [form, worth] = ranked[0]!
  if (worth >= 1 || named || isPlace(foldText(form))) return form
  if (SHOUTED.test(form)) return form.slice(0, 1) + form.slice(1).toLowerCase()
  return /^\p{Lu}\p{Ll}+$/u.test(form) ? form.toLowerCase() : form
}

import { backgroundLanguage } from '../similar/background-language.ts'
import { termsOfWords } from '../similar/terms.ts'
import { isPlace } from '../text/entities/places.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { foldText, scriptOf, words } from '../text/words.ts'
import { writtenLanguage } from '../text/written-language.ts'
import type { LabelParts, LabelText } from './label.ts'
import { isOffice } from './label-boilerplate.ts'
import { labelEntity, relatedWords } from './label-entity.ts'
import {
  type Evidence,
  hasGrammar,
  languageTokens,
  nounPhrases,
  type PhraseWord,
  readEvidence,
} from './noun-phrases/noun-phrases.ts'
import { spokenLanguage } from './noun-phrases/spoken-language.ts'
import type { Token } from './noun-phrases/tokens.ts'
import { writePhrase } from './noun-phrases/write-phrase.ts'

/** An article of the topic as tokens. */
interface ReadText {
  readonly title: string
  readonly titleTokens: readonly Token[]
  readonly opening: string
  readonly openingTokens: readonly Token[]
  readonly language: string
  /** Words of the source's name, which say nothing about the story. */
  readonly own: ReadonlySet<string>
}

/** A noun of the headlines. */
interface Word extends Pick<Span, 'titles' | 'documents' | 'order'> {
  readonly key: string
  readonly weight: number
}

/** A part of a noun phrase that could be in a label, by its words. */
interface Span {
  readonly keys: readonly string[]
  readonly titles: Set<number>
  readonly documents: Set<number>
  /** Each spelling with its count. */
  readonly forms: Map<string, number>
  readonly isNoun: boolean
  /** True when a phrase ends with it: its last word is the head. */
  isWhole: boolean
  /** Where it first stands in a headline. */
  order: number
}

/** No language: its rules are not known. */
const UNKNOWN = 'und'
const MOST_TERMS = 8
/** Offices say less than other words. */
const OFFICE_SHARE = 0.5
/** A headline that is no longer, in characters, is its own best label. */
const SHORT_TITLE = 40
/** A clause of fewer words is a name or a kicker. */
const LEAST_CLAUSE = 3
/** A headline of so many words before its last colon has said what it tells. */
const LEAST_SAID = 5
/** The first phrase of a headline is mostly its subject. */
const SUBJECT = 1.4
const LONGEST_SPAN = 4
const LONGEST_LETTERS = 32

/** Entity and terms for scripts with spaces between words: noun phrases of the headlines, as they are written there. */
export function wordLabel(
  texts: readonly LabelText[],
  weightOf: (term: string) => number,
): Pick<LabelParts, 'entity' | 'terms' | 'shown'> {
  const read = texts.map(readText)
  if (!hasGrammar(read[0]!.language)) return { entity: null, terms: clauseOf(read[0]!.title), shown: 1 }
  const entity = labelEntity(texts)
  const named = new Set(entity === null ? [] : relatedWords(entity))
  const spans = spansOf(read, named)
  const terms = toSpans(rank(wordsOf(spans, weightOf), texts.length), spans)
  if (texts.length === 1 && entity === null && isBestWhole(read[0]!, terms.length))
    return { entity, terms: [], shown: 0 }
  const shown = entity === null || texts.length > 1 ? 3 : 2
  const main = terms.slice(0, shown)
  if (texts.length === 1) main.sort((a, b) => a.order - b.order)
  return { entity, terms: [...main, ...terms.slice(shown)].map(formOf), shown }
}

/** True for a short headline that has only one phrase. */
const isBestWhole = ({ title }: ReadText, phrases: number): boolean => phrases < 2 && title.length <= SHORT_TITLE

/**
 * A headline, or the first clause of a longer one that says something. Where nouns are inflected, single words taken from a
 * sentence read wrongly ("in Iraq" is one form, "Iraq" another), so the label is what the headline says first.
 */
function clauseOf(title: string): string[] {
  if (title.length <= SHORT_TITLE) return [title]
  const clauses = title.split(/[:;!?…|]+(?:\s+|$)|(?<=\p{Ll}{2})\.\s+|\s+[-–—]\s+/u).map((clause) => clause.trim())
  return clauses.filter((clause) => clause.split(/\s+/u).length >= LEAST_CLAUSE).slice(0, 1)
}

function readText({ title, opening, language, sourceName }: LabelText): ReadText {
  const all = `${title} ${opening}`
  const script = scriptOf(all)
  const tagged = backgroundLanguage(writtenLanguage(language, all), () => script)
  // A Hebrew blog may be tagged as English; what is not in Latin letters has no rules here.
  const written = script === 'latin' ? spokenLanguage(all, tagged) : UNKNOWN
  return {
    title,
    titleTokens: withoutAttribution(languageTokens(title, written), title),
    opening,
    openingTokens: languageTokens(opening, written),
    language: written,
    own: new Set(words(sourceName ?? '').filter((word) => !isPlace(word))),
  }
}

/** Drops who says it: "Iceberg poised to crack off: scientists". */
function withoutAttribution(tokens: readonly Token[], title: string): readonly Token[] {
  const colon = title.lastIndexOf(': ')
  const said = tokens.filter(({ start }) => start < colon)
  return said.length >= LEAST_SAID && tokens.length - said.length === 1 ? said : tokens
}

/** All spans of the headlines' noun phrases; of the openings' when the headlines have none. */
function spansOf(read: readonly ReadText[], named: ReadonlySet<string>): Span[] {
  const evidence = readEvidence(read.flatMap(({ titleTokens, openingTokens }) => [titleTokens, openingTokens]))
  const spans = new Map<string, Span>()
  read.forEach((one, at) => {
    noteSpans(spans, { ...one, text: one.title, tokens: one.titleTokens, at }, named, evidence)
  })
  if (spans.size === 0 && read.length > 1) {
    read.forEach((one, at) => {
      noteSpans(spans, { ...one, text: one.opening, tokens: one.openingTokens, at }, named, evidence)
    })
    for (const [name, { documents }] of spans) if (documents.size < 2) spans.delete(name)
  }
  read.forEach(({ openingTokens, language }, at) => {
    const keys = `|${openingTokens.map(({ text }) => keyOf(text, language)).join('|')}|`
    for (const [name, span] of spans) if (keys.includes(`|${name}|`)) span.documents.add(at)
  })
  return [...spans.values()]
}

/** A text whose spans are noted. */
interface NotedText extends Pick<ReadText, 'language' | 'own'> {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly at: number
}

function noteSpans(spans: Map<string, Span>, text: NotedText, named: ReadonlySet<string>, evidence: Evidence): void {
  const isUnwanted = ({ folded }: Token) => words(folded).some((word) => named.has(word) || text.own.has(word))
  for (const phrase of nounPhrases(text.tokens, text.language, evidence)) {
    for (const part of split(phrase, isUnwanted)) {
      const keys = part.map((word) => keyOf(word.text, text.language))
      for (let from = 0; from < part.length; from++)
        for (let to = from + 1; to <= part.length; to++) {
          const span = { words: part.slice(from, to), keys: keys.slice(from, to), isWhole: to === part.length }
          if (isSpan(span.words, span.keys)) noteSpan(spans, span, text, evidence)
        }
    }
  }
}

/** The single nouns among the spans. */
function wordsOf(spans: readonly Span[], weightOf: (term: string) => number): Word[] {
  return spans
    .filter(({ keys, isNoun }) => keys.length === 1 && isNoun)
    .map(({ keys, forms, titles, documents, order }) => {
      const terms = keys[0]!.split(' ')
      const share = [...forms.keys()].every((form) => isOffice(foldText(form))) ? OFFICE_SHARE : 1
      const weight = (share * terms.reduce((sum, term) => sum + weightOf(term), 0)) / terms.length
      return { key: keys[0]!, weight, titles, documents, order }
    })
}

/** The parts of a phrase between words that are not wanted; each must have a noun at its end. */
function split(phrase: readonly PhraseWord[], isUnwanted: (word: PhraseWord) => boolean): PhraseWord[][] {
  const parts: PhraseWord[][] = [[]]
  for (const word of phrase) {
    if (isUnwanted(word)) parts.push([])
    else parts.at(-1)!.push(word)
  }
  return parts.map((part) => {
    // The rest of a longer name: "City" of "New York City" when the entity is New York.
    if (parts.length > 1 && part.every(({ isName }) => isName)) return []
    const first = part.findIndex(({ role }) => role === 'noun' || role === 'before')
    return first < 0 ? [] : part.slice(first)
  })
}

interface FoundSpan {
  readonly words: readonly PhraseWord[]
  readonly keys: readonly string[]
  readonly isWhole: boolean
}

function noteSpan(spans: Map<string, Span>, found: FoundSpan, text: NotedText, evidence: Evidence): void {
  const name = found.keys.join('|')
  const [first, last] = [found.words[0]!, found.words.at(-1)!]
  const one = spans.get(name) ?? {
    ...{ keys: found.keys, isNoun: first.role === 'noun', isWhole: false, order: Number.POSITIVE_INFINITY },
    ...{ titles: new Set<number>(), documents: new Set<number>(), forms: new Map<string, number>() },
  }
  spans.set(name, one)
  one.documents.add(text.at)
  one.titles.add(text.at)
  // What stands before a colon is often the name of a column.
  const place = text.text.startsWith(':', last.end) ? text.text.length + first.start : first.start
  one.order = Math.min(one.order, place)
  one.isWhole ||= found.isWhole
  const form = writePhrase(found.words, text.text, text.language, evidence)
  one.forms.set(form, (one.forms.get(form) ?? 0) + 1)
}

function isSpan(span: readonly PhraseWord[], keys: readonly string[]): boolean {
  const last = span.at(-1)!.role
  if (span[0]!.role === 'link' || span[0]!.role === 'after' || last === 'link' || last === 'before') return false
  const content = span.filter(({ role }) => role !== 'link').length
  const letters = span.at(-1)!.end - span[0]!.start
  return (
    content <= LONGEST_SPAN &&
    (content < LONGEST_SPAN || letters <= LONGEST_LETTERS) &&
    span.every(({ role }, at) => role === 'link' || keys[at] !== '')
  )
}

/** Words of several articles first, then those of the headline nearest to the centre of the topic, then the others. */
function rank(found: readonly Word[], size: number): Word[] {
  const first = Math.min(...found.map(({ order }) => order))
  const worth = ({ weight, order }: Word): number => (size === 1 && order === first ? SUBJECT : 1) * weight
  const ranked = [...found].sort((a, b) => worth(b) - worth(a) || (a.key < b.key ? -1 : 1))
  const isShared = ({ titles, documents }: Word): boolean => titles.size > 1 || documents.size > Math.max(1, size / 2)
  const again = ranked.filter(isShared)
  const once = ranked.filter((word) => !isShared(word))
  return [...again, ...once.filter(({ titles }) => titles.has(0)), ...once.filter(({ titles }) => !titles.has(0))]
}

/** The phrase for each word, best first; no word twice. */
function toSpans(ranked: readonly Word[], spans: readonly Span[]): Span[] {
  const picked: Span[] = []
  const used = new Set<string>()
  for (const word of ranked) {
    if (picked.length >= MOST_TERMS) break
    if (used.has(word.key)) continue
    const free = spans.filter(({ keys }) => keys.includes(word.key) && !keys.some((key) => used.has(key)))
    const span = spanOf(free)
    if (span === null) continue
    picked.push(span)
    for (const key of span.keys) for (const term of [key, ...key.split(' ')]) used.add(term)
  }
  return picked
}

/** A longer phrase says more, one of more articles is surer; a single word is always there. */
function spanOf(spans: readonly Span[]): Span | null {
  const worth = ({ documents, keys }: Span): number => documents.size * keys.length
  const fits = spans.filter(({ isWhole, keys }) => keys.length === 1 || isWhole)
  fits.sort(
    (a, b) =>
      worth(b) - worth(a) ||
      b.keys.length - a.keys.length ||
      a.order - b.order ||
      (a.keys.join() < b.keys.join() ? -1 : 1),
  )
  return fits[0] ?? null
}

function formOf({ forms }: Span): string {
  const ranked = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? 1 : -1))
  return ranked[0]![0]
}

/** Cache of keys, cleared before it grows large: news repeats its words. */
const known = new Map<string, string>()
const MOST_KNOWN = 50_000

/** The terms of a word, which its inflected forms share; empty when it has none. */
function keyOf(token: string, language: string): string {
  const name = `${language} ${token}`
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const found = termsOfWords(canonicalNumbers(words(token.replace(/['’]s$/iu, '')), language), language)
  const key = found.every(isNumber) ? '' : found.join(' ')
  known.set(name, key)
  return key
}

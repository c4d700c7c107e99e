import { terms } from '../similar/terms.ts'
import { withoutDateline } from '../text/dateline.ts'
import { isBalanced } from '../text/quotes.ts'
import { splitSentences } from '../text/sentences.ts'
import { scriptOf, words } from '../text/words.ts'
import { isBoilerplate } from './boilerplate.ts'
import { isDependent } from './dependent-openings.ts'
import type { SummaryPolicy } from './digest-policy.ts'
import { isUnspacedLanguage, summaryWords } from './summary-words.ts'
import { withoutInterview } from './without-interview.ts'

/** The fields of an article that a summary uses. */
export interface SummaryArticle {
  readonly key: string
  readonly title: string
  readonly language: string | null
  readonly text: string | null
  readonly description: string | null
}

/** A sentence that may be in a summary. */
export interface StorySentence {
  readonly text: string
  readonly article: string
  /** Index of its article in the story; 0 is the lead. */
  readonly articleIndex: number
  /** Index in its article. */
  readonly index: number
  readonly terms: ReadonlySet<string>
  readonly words: number
  /** The sentence it depends on; null when it can be read alone. */
  readonly leansOn: string | null
}

const WHOLE = /[.!?。！？｡।؟](?:\s»|["'”’»›“)\]」』）])*$/u
const CUT_OFF = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])["'”’)\]]*$/u
const LEAST_WORDS = 4
/** Matches an address or a key, which a summary should not quote. */
const NO_PROSE = /https?:\/\/|[\x21-\x7e]{60}/
/** Of a long article only the beginning is split. */
const MOST_CHARACTERS = 20_000

/** The sentences of a story's articles in the lead's language, the lead's first; each text once. */
export function storySentences(articles: readonly SummaryArticle[], policy: SummaryPolicy): StorySentence[] {
  const lead = articles[0]
  if (lead === undefined) return []
  const language = languageOf(lead)
  const alike = articles.filter((article) => languageOf(article) === language).slice(0, policy.articles)
  const titles = new Set(alike.map(({ title }) => words(title).join(' ')))
  const seen = new Set<string>()
  const found = alike.flatMap((article, at) => articleSentences(article, at, policy))
  return found.filter(({ text }) => {
    const folded = words(text).join(' ')
    if (titles.has(folded) || seen.has(folded) || policy.repeated?.has(folded)) return false
    seen.add(folded)
    return true
  })
}

/** The language whose rules a text follows: as tagged, else by its script. */
export function languageOf({ language, title, text }: SummaryArticle): string {
  const tag = language?.slice(0, 2).toLowerCase()
  if (tag !== undefined && tag !== '') return tag
  const script = scriptOf(`${title} ${text?.slice(0, 300) ?? ''}`)
  return script === 'latin' || script === 'other' ? 'en' : script === 'cyrillic' ? 'ru' : script
}

function articleSentences(article: SummaryArticle, articleIndex: number, policy: SummaryPolicy): StorySentence[] {
  const read = (source: string | null, wholeOnly: boolean) =>
    source === null ? [] : sentencesOf(source, { article, articleIndex, wholeOnly }, policy)
  for (const source of [article.text, article.description]) {
    const whole = read(source, true)
    if (whole.length > 0) return whole
  }
  // A teaser without a full stop is better than nothing.
  return read(article.description ?? article.text, false).slice(0, 1)
}

interface Reading {
  readonly article: SummaryArticle
  readonly articleIndex: number
  readonly wholeOnly: boolean
}

function sentencesOf(
  source: string,
  { article, articleIndex, wholeOnly }: Reading,
  { sentences: most, repeated }: SummaryPolicy,
): StorySentence[] {
  const language = languageOf(article)
  const unspaced = isUnspacedLanguage(language)
  const sentences: StorySentence[] = []
  const all = splitSentences(source.slice(0, MOST_CHARACTERS), language).map((raw) => raw.replace(/\s+/gu, ' ').trim())
  const isOwn = (text: string): boolean => !isBoilerplate(text) && !repeated?.has(words(text).join(' '))
  for (const raw of withoutInterview(all, isOwn)) {
    const text = withoutDateline(raw)
    const length = summaryWords(text, unspaced)
    if (isUnfit(text, length, wholeOnly)) continue
    sentences.push({
      text,
      article: article.key,
      articleIndex,
      index: sentences.length,
      terms: new Set(terms(text, language)),
      words: length,
      leansOn: isDependent(text, language) ? (sentences.at(-1)?.text ?? '') : null,
    })
    if (sentences.length === most) break
  }
  return sentences
}

const QUOTED = /["“„][^"“”„]*["”“]|«[^»]*»|‘[^’]*’(?!\p{L})|「[^」]*」|『[^』]*』/gu

/** True for a sentence that is nothing but a quotation: its speaker stands elsewhere. */
const isBareQuotation = (text: string): boolean =>
  /^["“„«‘「『]/u.test(text) && !/\p{L}/u.test(text.replace(QUOTED, ''))

function isUnfit(text: string, length: number, wholeOnly: boolean): boolean {
  if (length < LEAST_WORDS || NO_PROSE.test(text) || isBoilerplate(text) || isBareQuotation(text)) return true
  return wholeOnly && (!WHOLE.test(text) || CUT_OFF.test(text) || !isBalanced(text))
}

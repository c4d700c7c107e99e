import { type Print, type PrintBody, type PrintTitle, TERM_FLAGS } from '../../domain/print.ts'
import { isDenial, isNegated } from '../../similar/decisive.ts'
import { fnv1a32, mix32 } from '../../similar/hash.ts'
import { openingSentences } from '../../similar/sentences.ts'
import { simhash } from '../../similar/simhash.ts'
import { leadOf, stemTerm } from '../../similar/terms.ts'
import { BLANK, characterClass } from '../../text/character-classes.ts'
import { comparableText } from '../../text/comparable-text.ts'
import { withoutElisions } from '../../text/elisions.ts'
import { entities } from '../../text/entities/entities.ts'
import { names } from '../../text/entities/names.ts'
import { keyHash } from '../../text/key-hash.ts'
import { leadEnds } from '../../text/lead-ends.ts'
import { canonicalNumbers, isNumber } from '../../text/numbers.ts'
import { registrableDomain } from '../../text/registrable-domain.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { normalizeTitle } from '../../text/title.ts'
import { foldText, scriptOf, words } from '../../text/words.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { sortHashes } from '../containers/sort-hashes.ts'
import { isUniqueGuid } from './guid-form.ts'
import { createTermCounter } from './term-counter.ts'
import { eachOwnTerm, ownTerm } from './word-cache.ts'
import { createWordList } from './word-list.ts'

/** The fields of an article from which its print is made. */
export interface PrintInput {
  readonly key: string
  readonly feed: number
  readonly guid: string
  readonly url: string | null
  readonly urlKey: string | null
  readonly sourceName: string | null
  readonly publisher: string | null
  readonly language: string | null
  readonly title: string
  readonly text: string | null
  readonly published: number | null
  readonly firstSeen: number
  readonly contentHash: string
  readonly wordCount: number
}

/** Options of a print. */
export interface PrintOptions {
  /** The key the store knows the entry by, where it is more than the hash of the guid. */
  readonly guidKey?: string
  /** Adds what only the `layered` policy compares: SimHash, sentences and names. They cost as much as all the rest. */
  readonly layered?: boolean
}

/** Only so many words of a body are compared: a text that agrees so far is a copy. */
const MOST_WORDS = 1000
/** Entities are taken from the title and so many words of the text. */
const ENTITY_WORDS = 200
const MOST_ENTITIES = 64

/** Terms are taken from so many first words: they say what an article is about, the rest is background. */
const LEAD_WORDS = 200
/** The two lengths, in words, to which a text is read. */
const LEADS = [LEAD_WORDS, MOST_WORDS]
/** A term of the title counts so many times. */
const TITLE_WEIGHT = 3

/** Only so many characters of a title are compared: what is longer is a text in the title field, and titles are compared word by word. */
export const LONGEST_TITLE = 400

/** Extracts the print (fingerprint) of an article: every feature that comparison needs, in one pass over its text. */
export function printOf(given: PrintInput, options: PrintOptions = {}): Print {
  const article = comparableText({ ...given, title: given.title.slice(0, LONGEST_TITLE) })
  const { key, feed, url, urlKey, sourceName, publisher, language, published, contentHash, wordCount } = article
  const bare = withoutElisions(normalizeTitle(article.title, sourceName), language)
  const titleWords = canonicalNumbers(words(bare), language)
  const { body, terms } = textOf(article, titleWords, options.layered ?? false)
  return {
    key,
    feed,
    guid: options.guidKey ?? keyHash(article.guid),
    guidIsUnique: isUniqueGuid(article.guid),
    urlKey,
    address: url === null || urlKey === null ? null : keyHash(url),
    domain: url === null ? null : registrableDomain(url),
    sourceName,
    publisher,
    language,
    published,
    seen: article.firstSeen,
    contentHash,
    wordCount,
    title: titleOf(article, bare, titleWords),
    body,
    terms,
    entities: options.layered ? entitiesOf(article) : NONE,
  }
}

function titleOf({ title: raw, language }: PrintInput, title: string, all: readonly string[]): PrintTitle {
  const script = scriptOf(title)
  const telling = all.filter((word) => !isStopWord(word, language) && (word.length > 1 || isNumber(word)))
  const kept = [...new Set(telling.length > 0 ? telling : all)]
  const folded = foldText(title)
  return {
    raw,
    script,
    words: kept,
    terms: titleTerms(kept, language),
    letters: script === 'zh' || script === 'ja' ? folded.replace(/[^\p{L}\p{N}]/gu, '') : null,
    denial: isDenial(folded),
    negated: isNegated(folded),
  }
}

function titleTerms(found: readonly string[], language: string | null): Uint32Array {
  const terms = new Uint32Array(found.length)
  for (const [at, word] of found.entries()) terms[at] = ownTerm(word, language) ?? fnv1a32(stemTerm(word, language))
  return terms
}

/** One word list and one term counter serve all prints. */
const list = createWordList()
const counted = createTermCounter()

/** Body and terms. Lead and body begin with the same words, which are read once. */
function textOf(article: PrintInput, titleWords: readonly string[], layered: boolean): Pick<Print, 'body' | 'terms'> {
  const { language, title } = article
  const text = article.text ?? ''
  const [leadEnd, bodyEnd] = leadEnds(text, LEADS) as [number, number]
  const inParts = leadEnd === bodyEnd || hasWordsOfItsParts(text, [0, leadEnd, bodyEnd])
  let bodyTerms = 0
  list.clear(language)
  list.read(text.slice(0, leadEnd))
  list.eachTerm((term) => {
    counted.add(term, 1)
    bodyTerms++
  })
  const inTitle = (term: number) => {
    counted.add(term, TITLE_WEIGHT)
    counted.flag(term, TERM_FLAGS.inTitle)
  }
  for (const word of titleWords) eachOwnTerm(word, language, inTitle)
  list.eachNumber(flagNumber)
  for (const word of titleWords) if (isNumber(word)) flagNumber(word)
  flagNames(text.slice(0, leadEnd), language)
  flagNames(withoutElisions(title, language), language)
  if (leadEnd < bodyEnd) {
    if (!inParts) list.clear(language)
    list.read(text.slice(inParts ? leadEnd : 0, bodyEnd))
  }
  return { body: bodyOf(text.slice(0, bodyEnd), layered), terms: counted.done(bodyTerms) }
}

/** German capitalises every noun, so that capitals do not tell names there. */
function flagNames(text: string, language: string | null): void {
  if (language?.startsWith('de')) return
  const flag = (term: number) => counted.flag(term, TERM_FLAGS.name)
  for (const name of names(text)) for (const word of words(name)) eachOwnTerm(word, language, flag)
}

function flagNumber(number: string): void {
  const size = /^(?:19|20)\d\d$/.test(number) ? 2 : number.length
  const flag = size === 1 ? TERM_FLAGS.smallNumber : size === 2 ? TERM_FLAGS.mediumNumber : TERM_FLAGS.largeNumber
  counted.flag(fnv1a32(number) | 0, flag)
}

/** Whether reading a text part by part gives the same words as reading it whole: every part ends at a word's end, and shows by itself whether "US" is the country. */
function hasWordsOfItsParts(text: string, ends: readonly number[]): boolean {
  return ends.slice(1).every((end, at) => {
    const part = text.slice(ends[at], end)
    const endsWord = end === ends.at(-1) || (characterClass(text, end) & BLANK) !== 0
    return endsWord && (/[a-z]/.test(part) || !/U\.?S/.test(part))
  })
}

const NONE = new Uint32Array(0)

function bodyOf(text: string, layered: boolean): PrintBody | null {
  const length = Math.ceil(list.length())
  if (length === 0) return null
  return {
    length,
    shingles: shinglesOf(list.units()),
    boilerplate: NONE,
    simhash: layered ? simhash(countsOf(words(text))) : 0n,
    sentences: layered ? Uint32Array.from(openingSentences(text), fnv1a32) : NONE,
  }
}

/** The length of a shingle in words, or in characters where there are no spaces. */
const SHINGLE = 5

/** Working memory for the shingles of one print. */
let shingles = new Uint32Array(1024)

/** Hashed shingles, ascending and distinct. A shingle's hash is made from the hashes of its words, so that each word is hashed once. */
function shinglesOf(units: Int32Array): Uint32Array {
  const length = Math.max(0, units.length - SHINGLE + 1)
  shingles = ensureCapacity(shingles, length)
  for (let at = 0; at < length; at++) {
    let run = 0
    for (let next = at; next < at + SHINGLE; next++) run = mix32(Math.imul(run, 31) + units[next]!)
    shingles[at] = run
  }
  sortHashes(shingles, length)
  let kept = 0
  for (let at = 0; at < length; at++)
    if (at === 0 || shingles[at] !== shingles[at - 1]) shingles[kept++] = shingles[at]!
  return shingles.slice(0, kept)
}

function countsOf(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function entitiesOf({ title, text }: PrintInput): Uint32Array {
  const found = [...entities(title), ...(text === null ? [] : entities(leadOf(text, ENTITY_WORDS)))]
  const keys = new Set(found.map(({ key }) => fnv1a32(key)))
  return Uint32Array.from([...keys].slice(0, MOST_ENTITIES)).sort()
}

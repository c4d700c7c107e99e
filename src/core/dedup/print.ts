import type { Print, PrintBody, PrintTerms, PrintTitle } from '../domain/print.ts'
import { isDenial, isNegated } from '../similar/decisive.ts'
import { fnv1a32, mix32 } from '../similar/hash.ts'
import { EVENT_POLICY, STORY_POLICY } from '../similar/policies.ts'
import { openingSentences } from '../similar/sentences.ts'
import { simhash } from '../similar/simhash.ts'
import { leadOf, stemTerm } from '../similar/terms.ts'
import { entities } from '../text/entities/entities.ts'
import { nameWords } from '../text/entities/names.ts'
import { keyHash } from '../text/key-hash.ts'
import { leadEnds } from '../text/lead-ends.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { registrableDomain } from '../text/registrable-domain.ts'
import { isStopWord } from '../text/stop-words.ts'
import { normalizeTitle } from '../text/title.ts'
import { foldText, isUnspaced, scriptOf, words } from '../text/words.ts'
import { isUniqueGuid } from './guid-form.ts'
import { termIds } from './term-ids.ts'

/** As much of an article as its print is made of; every `Article` has it. */
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

/** What else a print may hold. */
export interface PrintOptions {
  /** The key the store knows the entry by, where it is more than the hash of the guid. */
  readonly guidKey?: string
  /** What only the `layered` policy compares, SimHash, sentences and names, costs as much as all the rest. */
  readonly layered?: boolean
}

/** A copy that is the same for so many words is a copy; what follows would only fill the memory. */
const MOST_WORDS = 1000
/** Names are read in the title and so much of the text. */
const ENTITY_WORDS = 200
const MOST_ENTITIES = 64

/** How far the parts of a text reach that are read, the shortest first. */
const LEADS = [EVENT_POLICY.leadWords, STORY_POLICY.leadWords, MOST_WORDS]

/** A text as far as it is read, and its words, each looked for once. */
interface Reading {
  /** The title without what feeds hang on it. */
  readonly title: string
  readonly titleWords: readonly string[]
  readonly opening: string
  readonly openingWords: readonly string[]
  readonly leadWords: readonly string[]
  readonly body: string
  readonly bodyWords: readonly string[]
}

/** Takes the print of an article, once. */
export function printOf(article: PrintInput, options: PrintOptions = {}): Print {
  const { key, feed, url, urlKey, sourceName, publisher, language, published, contentHash, wordCount } = article
  const reading = read(article)
  return {
    key,
    feed,
    guid: options.guidKey ?? keyHash(article.guid),
    guidIsUnique: isUniqueGuid(article.guid),
    urlKey,
    address: url === null ? null : keyHash(url),
    domain: url === null ? null : registrableDomain(url),
    sourceName,
    publisher,
    language,
    published,
    seen: article.firstSeen,
    contentHash,
    wordCount,
    title: titleOf(article, reading),
    body: bodyOf(reading, options.layered ?? false),
    terms: termsOf(language, reading),
    entities: options.layered ? entitiesOf(article) : new Uint32Array(0),
  }
}

function read(article: PrintInput): Reading {
  const text = article.text ?? ''
  const title = normalizeTitle(article.title, article.sourceName)
  const [openingEnd, leadEnd, bodyEnd] = leadEnds(text, LEADS) as [number, number, number]
  const opening = text.slice(0, openingEnd)
  const body = text.slice(0, bodyEnd)
  const bodyWords = words(body)
  // Most texts are so short that the three are one.
  const leadWords = leadEnd === bodyEnd ? bodyWords : words(text.slice(0, leadEnd))
  const openingWords = openingEnd === leadEnd ? leadWords : words(opening)
  return { title, titleWords: words(title), opening, openingWords, leadWords, body, bodyWords }
}

function titleOf({ title: raw, language }: PrintInput, { title, titleWords }: Reading): PrintTitle {
  const script = scriptOf(title)
  const all = canonicalNumbers(titleWords, language)
  const telling = all.filter((word) => !isStopWord(word, language) && (word.length > 1 || isNumber(word)))
  const kept = [...new Set(telling.length > 0 ? telling : all)]
  const folded = foldText(title)
  return {
    raw,
    script,
    words: kept,
    terms: Uint32Array.from(kept, (word) => fnv1a32(stemTerm(word, language))),
    letters: script === 'zh' || script === 'ja' ? folded.replace(/[^\p{L}\p{N}]/gu, '') : null,
    denial: isDenial(folded),
    negated: isNegated(folded),
  }
}

function bodyOf({ body, bodyWords: found }: Reading, layered: boolean): PrintBody | null {
  if (found.length === 0) return null
  const length = found.reduce((sum, word) => sum + (isUnspaced(word) ? word.length / 2 : 1), 0)
  return {
    length: Math.ceil(length),
    shingles: runsOf(found),
    boilerplate: new Uint32Array(0),
    simhash: layered ? simhash(countsOf(found)) : 0n,
    sentences: Uint32Array.from(layered ? openingSentences(body) : [], fnv1a32),
  }
}

/** How many words, or characters where there are no spaces, make one run. */
const RUN = 5

/** Hashed runs of words, ascending, without repeats; each word is hashed once, which is ten times faster than its runs. */
function runsOf(found: readonly string[]): Uint32Array {
  const units: number[] = []
  for (const word of found) {
    if (isUnspaced(word)) for (const letter of word) units.push(fnv1a32(letter))
    else units.push(fnv1a32(word))
  }
  const runs = new Uint32Array(Math.max(0, units.length - RUN + 1))
  for (let at = 0; at < runs.length; at++) {
    let run = 0
    for (let next = at; next < at + RUN; next++) run = mix32(Math.imul(run, 31) + units[next]!)
    runs[at] = run
  }
  return eachOnce(runs)
}

/** The numbers ascending, without repeats. */
function eachOnce(numbers: Uint32Array): Uint32Array {
  numbers.sort()
  let kept = 0
  for (let at = 0; at < numbers.length; at++)
    if (at === 0 || numbers[at] !== numbers[at - 1]) numbers[kept++] = numbers[at]!
  return numbers.slice(0, kept)
}

function countsOf(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function termsOf(language: string | null, reading: Reading): PrintTerms {
  const numbered = (found: readonly string[]): number[] => termIds(canonicalNumbers(found, language), language)
  const title = numbered(reading.titleWords)
  const lead = numbered(reading.leadWords)
  const opening = reading.openingWords === reading.leadWords ? lead : numbered(reading.openingWords)
  const names = language?.startsWith('de') ? [] : termIds(nameWords(reading.opening), language)
  const ids = eachOnce(Uint32Array.from(title.concat(lead, opening)))
  const [counts, early, named] = [new Uint8Array(ids.length), new Uint8Array(ids.length), new Uint8Array(ids.length)]
  addTo(counts, ids, title, STORY_POLICY.titleWeight)
  addTo(counts, ids, lead, 1)
  addTo(early, ids, title, EVENT_POLICY.titleWeight)
  addTo(early, ids, opening, 1)
  for (const name of names) if (ids[placeIn(ids, name)] === name) named[placeIn(ids, name)] = 1
  return { ids, counts, early, names: named, bodyTerms: lead.length }
}

function addTo(counts: Uint8Array, ids: Uint32Array, found: readonly number[], weight: number): void {
  for (const id of found) {
    const place = placeIn(ids, id)
    counts[place] = Math.min(255, counts[place]! + weight)
  }
}

/** Where a number stands among ascending ones, or would. */
function placeIn(ids: Uint32Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

function entitiesOf({ title, text }: PrintInput): Uint32Array {
  const found = [...entities(title), ...(text === null ? [] : entities(leadOf(text, ENTITY_WORDS)))]
  const keys = new Set(found.map(({ key }) => fnv1a32(key)))
  return Uint32Array.from([...keys].slice(0, MOST_ENTITIES)).sort()
}

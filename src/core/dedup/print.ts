import type { Print, PrintBody, PrintTerms, PrintTitle } from '../domain/print.ts'
import { isDenial, isNegated } from '../similar/decisive.ts'
import { fnv1a32, fnv1a32Between, mix32 } from '../similar/hash.ts'
import { EVENT_POLICY, STORY_POLICY } from '../similar/policies.ts'
import { openingSentences } from '../similar/sentences.ts'
import { simhash } from '../similar/simhash.ts'
import { leadOf, stemTerm } from '../similar/terms.ts'
import { characterClass, WIDE } from '../text/character-classes.ts'
import { entities } from '../text/entities/entities.ts'
import { names } from '../text/entities/names.ts'
import { keyHash } from '../text/key-hash.ts'
import { leadEnds } from '../text/lead-ends.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { registrableDomain } from '../text/registrable-domain.ts'
import { isStopWord } from '../text/stop-words.ts'
import { normalizeTitle } from '../text/title.ts'
import { foldText, scriptOf } from '../text/words.ts'
import { withRoom } from './columns.ts'
import { eachOwnTerm, eachTerm } from './each-term.ts'
import { isUniqueGuid } from './guid-form.ts'
import { type Clause, readWords, type Word, wordOf } from './known-words.ts'
import { sortHashes } from './sort-hashes.ts'
import { createTermCounts } from './term-counts.ts'

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

type Words = readonly (Word | Clause)[]

/** What of an article is read. */
interface Reading {
  /** The title without what feeds hang on it. */
  readonly title: string
  readonly titleWords: Words
  readonly opening: string
  readonly openingWords: Words
  readonly leadWords: Words
  readonly body: string
  readonly bodyWords: Words
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

function read({ text, title: raw, sourceName, language }: PrintInput): Reading {
  const title = normalizeTitle(raw, sourceName)
  return { title, titleWords: readWords(title, language), ...readText(text ?? '', language) }
}

function readText(text: string, language: string | null): Omit<Reading, 'title' | 'titleWords'> {
  const [openingEnd, leadEnd, bodyEnd] = leadEnds(text, LEADS) as [number, number, number]
  const [opening, lead, body] = [openingEnd, leadEnd, bodyEnd].map((end) => text.slice(0, end)) as [
    string,
    string,
    string,
  ]
  if (openingEnd === bodyEnd) {
    const words = readWords(body, language)
    return { opening, openingWords: words, leadWords: words, body, bodyWords: words }
  }
  const [rest, tail] = [lead.slice(openingEnd), body.slice(leadEnd)]
  const inParts = [opening, rest, tail].every(readsAlone)
  const openingWords = readWords(opening, language)
  const leadWords = inParts ? readWords(rest, language, openingWords.slice()) : readWords(lead, language)
  const bodyWords = inParts ? readWords(tail, language, leadWords.slice()) : readWords(body, language)
  return { opening, openingWords, leadWords, body, bodyWords }
}

/** True when part of a text has the same words alone: it ends where a word ends, and it shows what "US" means there. */
function readsAlone(part: string, at: number, parts: readonly string[]): boolean {
  const next = parts.find((later, place) => place > at && later !== '') ?? ' '
  return /^\s/u.test(next) && (/[a-z]/.test(part) || !/U\.?S/.test(part))
}

function titleOf({ title: raw, language }: PrintInput, { title, titleWords }: Reading): PrintTitle {
  const script = scriptOf(title)
  const all = canonicalNumbers(textsOf(titleWords), language)
  const telling = all.filter((word) => !isStopWord(word, language) && (word.length > 1 || isNumber(word)))
  const kept = [...new Set(telling.length > 0 ? telling : all)]
  const folded = foldText(title)
  return {
    raw,
    script,
    words: kept,
    terms: Uint32Array.from(kept, (word) => stemOf(wordOf(word, language), language)),
    letters: script === 'zh' || script === 'ja' ? folded.replace(/[^\p{L}\p{N}]/gu, '') : null,
    denial: isDenial(folded),
    negated: isNegated(folded),
  }
}

const textsOf = (found: Words): string[] => found.map(({ text }) => text)

function stemOf(word: Word | Clause, language: string | null): number {
  return (word.kind === 'word' ? word.term : null) ?? fnv1a32(stemTerm(word.text, language))
}

function bodyOf({ body, bodyWords: found }: Reading, layered: boolean): PrintBody | null {
  if (found.length === 0) return null
  return {
    length: Math.ceil(found.reduce((sum, word) => sum + (word.kind === 'clause' ? word.text.length / 2 : 1), 0)),
    shingles: runsOf(found),
    boilerplate: new Uint32Array(0),
    simhash: layered ? simhash(countsOf(found)) : 0n,
    sentences: Uint32Array.from(layered ? openingSentences(body) : [], fnv1a32),
  }
}

/** How many words, or characters where there are no spaces, make one run. */
const RUN = 5

/** What runs are made of, hashed: words, and single letters where there are no spaces. */
let units = new Int32Array(4096)

/** Hashed runs of words, ascending, without repeats; each word is hashed once, which is ten times faster than its runs. */
function runsOf(found: Words): Uint32Array {
  let size = 0
  for (const word of found) {
    units = withRoom(units, size + word.text.length)
    if (word.kind === 'word') units[size++] = word.hash
    else size = addLetters(word.text, size)
  }
  const runs = new Uint32Array(Math.max(0, size - RUN + 1))
  for (let at = 0; at < runs.length; at++) {
    let run = 0
    for (let next = at; next < at + RUN; next++) run = mix32(Math.imul(run, 31) + units[next]!)
    runs[at] = run
  }
  return eachOnce(runs)
}

function addLetters(run: string, size: number): number {
  let next = size
  for (let at = 0; at < run.length; ) {
    const end = at + ((characterClass(run, at) & WIDE) === 0 ? 1 : 2)
    units[next++] = fnv1a32Between(run, at, end)
    at = end
  }
  return next
}

/** The hashes ascending, without repeats. */
function eachOnce(hashes: Uint32Array): Uint32Array {
  sortHashes(hashes)
  let kept = 0
  for (let at = 0; at < hashes.length; at++) if (at === 0 || hashes[at] !== hashes[at - 1]) hashes[kept++] = hashes[at]!
  return hashes.slice(0, kept)
}

function countsOf(found: Words): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const counted = createTermCounts()

function termsOf(language: string | null, { titleWords, opening, openingWords, leadWords }: Reading): PrintTerms {
  let bodyTerms = 0
  eachTerm(titleWords, language, (id) => counted.add(id, STORY_POLICY.titleWeight, EVENT_POLICY.titleWeight))
  eachTerm(openingWords, language, (id) => counted.add(id, 0, 1))
  eachTerm(leadWords, language, (id) => {
    counted.add(id, 1, 0)
    bodyTerms++
  })
  if (!language?.startsWith('de'))
    for (const name of names(opening)) for (const word of readWords(name, language)) eachOwnTerm(word, counted.name)
  return { ...counted.done(), bodyTerms }
}

function entitiesOf({ title, text }: PrintInput): Uint32Array {
  const found = [...entities(title), ...(text === null ? [] : entities(leadOf(text, ENTITY_WORDS)))]
  const keys = new Set(found.map(({ key }) => fnv1a32(key)))
  return Uint32Array.from([...keys].slice(0, MOST_ENTITIES)).sort()
}

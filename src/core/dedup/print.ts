import type { Print, PrintBody, PrintTerms, PrintTitle } from '../domain/print.ts'
import { isDenial, isNegated } from '../similar/decisive.ts'
import { fnv1a32, mix32 } from '../similar/hash.ts'
import { EVENT_POLICY, STORY_POLICY } from '../similar/policies.ts'
import { openingSentences } from '../similar/sentences.ts'
import { simhash } from '../similar/simhash.ts'
import { leadOf, stemTerm, terms, termsOfWords } from '../similar/terms.ts'
import { entities } from '../text/entities/entities.ts'
import { nameWords } from '../text/entities/names.ts'
import { keyHash } from '../text/key-hash.ts'
import { canonicalNumbers, isNumber } from '../text/numbers.ts'
import { registrableDomain } from '../text/registrable-domain.ts'
import { isStopWord } from '../text/stop-words.ts'
import { normalizeTitle } from '../text/title.ts'
import { foldText, isUnspaced, scriptOf, words } from '../text/words.ts'
import { isUniqueGuid } from './guid-form.ts'

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

/** Takes the print of an article, once. */
export function printOf(article: PrintInput, options: PrintOptions = {}): Print {
  const { key, feed, url, urlKey, sourceName, publisher, language, published, contentHash, wordCount } = article
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
    title: titleOf(article),
    body: bodyOf(article.text, options.layered ?? false),
    terms: termsOf(article),
    entities: options.layered ? entitiesOf(article) : new Uint32Array(0),
  }
}

function titleOf({ title, sourceName, language }: PrintInput): PrintTitle {
  const bare = normalizeTitle(title, sourceName)
  const script = scriptOf(bare)
  const all = canonicalNumbers(words(bare), language)
  const telling = all.filter((word) => !isStopWord(word, language) && (word.length > 1 || isNumber(word)))
  const kept = [...new Set(telling.length > 0 ? telling : all)]
  const folded = foldText(bare)
  return {
    raw: title,
    script,
    words: kept,
    terms: Uint32Array.from(kept, (word) => fnv1a32(stemTerm(word, language))),
    letters: script === 'zh' || script === 'ja' ? folded.replace(/[^\p{L}\p{N}]/gu, '') : null,
    denial: isDenial(folded),
    negated: isNegated(folded),
  }
}

function bodyOf(text: string | null, layered: boolean): PrintBody | null {
  if (text === null) return null
  const opening = leadOf(text, MOST_WORDS)
  const found = words(opening)
  if (found.length === 0) return null
  const length = found.reduce((sum, word) => sum + (isUnspaced(word) ? word.length / 2 : 1), 0)
  return {
    length: Math.ceil(length),
    shingles: runsOf(found),
    boilerplate: new Uint32Array(0),
    simhash: layered ? simhash(countsOf(found)) : 0n,
    sentences: Uint32Array.from(layered ? openingSentences(opening) : [], fnv1a32),
  }
}

/** How many words, or characters where there are no spaces, make one run. */
const RUN = 5

/** Hashed runs of words, ascending, without repeats; each word is hashed once, which is ten times faster than its runs. */
function runsOf(found: readonly string[]): Uint32Array {
  const units = found.flatMap((word) => (isUnspaced(word) ? Array.from(word, fnv1a32) : fnv1a32(word)))
  const runs = new Set<number>()
  for (let at = 0; at + RUN <= units.length; at++) {
    let run = 0
    for (let next = at; next < at + RUN; next++) run = mix32(Math.imul(run, 31) + units[next]!)
    runs.add(run)
  }
  return Uint32Array.from(runs).sort()
}

function countsOf(found: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function termsOf({ title, sourceName, text, language }: PrintInput): PrintTerms {
  const counts = new Map<number, { all: number; early: number }>()
  const count = (found: readonly string[], all: number, early: number): void => {
    for (const term of found) {
      const id = fnv1a32(term)
      const known = counts.get(id) ?? { all: 0, early: 0 }
      counts.set(id, { all: Math.min(255, known.all + all), early: Math.min(255, known.early + early) })
    }
  }
  count(terms(normalizeTitle(title, sourceName), language), STORY_POLICY.titleWeight, EVENT_POLICY.titleWeight)
  const lead = text === null ? [] : terms(leadOf(text, STORY_POLICY.leadWords), language)
  count(lead, 1, 0)
  const opening = text === null ? '' : leadOf(text, EVENT_POLICY.leadWords)
  count(terms(opening, language), 0, 1)
  const names = language?.startsWith('de') ? [] : termsOfWords(nameWords(opening), language)
  const named = new Set(names.map(fnv1a32))
  const ids = Uint32Array.from(counts.keys()).sort()
  return {
    ids,
    counts: Uint8Array.from(ids, (id) => counts.get(id)!.all),
    early: Uint8Array.from(ids, (id) => counts.get(id)!.early),
    names: Uint8Array.from(ids, (id) => (named.has(id) ? 1 : 0)),
    bodyTerms: lead.length,
  }
}

function entitiesOf({ title, text }: PrintInput): Uint32Array {
  const found = [...entities(title), ...(text === null ? [] : entities(leadOf(text, ENTITY_WORDS)))]
  const keys = new Set(found.map(({ key }) => fnv1a32(key)))
  return Uint32Array.from([...keys].slice(0, MOST_ENTITIES)).sort()
}

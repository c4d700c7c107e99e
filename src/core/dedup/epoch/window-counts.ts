import { createTermNumbers } from '../../similar/term-numbers.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createTermTable, type TermValue } from '../containers/term-table.ts'
import { feedTermsOf } from './feed-terms.ts'

/** The fields of an article that are counted. */
export interface CountedArticle {
  /** Hashed terms, each once. */
  readonly ids: Uint32Array
  readonly language: string
  /** True when the publication time is unknown. */
  readonly isUndated?: boolean
  /** 0 when unknown. */
  readonly feed?: number
  /** True when it is a bare headline, which has no boilerplate. */
  readonly isBare?: boolean
}

/** A term in more articles of a window than this makes no candidates, so that the work stays linear in the window. */
const COMMONEST = 1_000

/** Document frequencies within a window, by language. */
export interface WindowCounts {
  /** The terms that more than `COMMONEST` articles of a language have. */
  readonly commonIn: (language: string) => ReadonlySet<number>
  /** The IDF made from the window's counts; made once per language. */
  readonly idfOf: (language: string, make: MakeIdf) => (id: number) => number
  /** How many articles of the language have no time. */
  readonly undatedIn: (language: string) => number
  /** The terms of a feed's boilerplate. */
  readonly termsOfFeed: (feed: number) => ReadonlySet<number>
}

/** Computes an IDF from the number of documents of a language in the window and how many of them contain the term. */
export type MakeIdf = (id: number, documents: number, frequency: number) => number

interface LanguageCounts {
  readonly numbers: ReturnType<typeof createTermNumbers>
  counts: Uint32Array
  documents: number
  undated: number
  idf: ((id: number) => number) | null
  common: ReadonlySet<number> | null
}

/** Counts the terms of a window. */
export function countWindow(articles: Iterable<CountedArticle>): WindowCounts {
  const languages = new Map<string, LanguageCounts>()
  const texts = new Map<number, Uint32Array[]>()
  for (const { ids, language, isUndated, feed = 0, isBare = false } of articles) {
    const own = countsFor(languages, language)
    if (feed !== 0 && !isBare) addTo(texts, feed, ids)
    own.documents++
    if (isUndated) own.undated++
    for (let at = 0; at < ids.length; at++) {
      const number = own.numbers.numberOf(ids[at]!)
      own.counts = ensureCapacity(own.counts, number + 1)
      own.counts[number]!++
    }
  }
  const feedTerms = feedTermsOf(texts)
  return {
    termsOfFeed: (feed) => feedTerms.get(feed) ?? NONE,
    commonIn: (language) => {
      const own = countsFor(languages, language)
      own.common ??= termsAbove(own, COMMONEST)
      return own.common
    },
    idfOf: (language, make) => {
      const own = countsFor(languages, language)
      own.idf ??= tableOf(own, make)
      return own.idf
    },
    undatedIn: (language) => languages.get(language)?.undated ?? 0,
  }
}

const NONE: ReadonlySet<number> = new Set()

function addTo(texts: Map<number, Uint32Array[]>, feed: number, ids: Uint32Array): void {
  const list = texts.get(feed)
  if (list === undefined) texts.set(feed, [ids])
  else list.push(ids)
}

function countsFor(languages: Map<string, LanguageCounts>, language: string): LanguageCounts {
  const known = languages.get(language)
  if (known !== undefined) return known
  const made: LanguageCounts = {
    numbers: createTermNumbers(),
    counts: new Uint32Array(64),
    documents: 0,
    undated: 0,
    idf: null,
    common: null,
  }
  languages.set(language, made)
  return made
}

function termsAbove({ numbers, counts }: LanguageCounts, least: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (let number = 0; number < numbers.size(); number++) if (counts[number]! > least) found.add(numbers.termAt(number))
  return found
}

/** The IDF of all counted terms in one hash table: it is looked up for every term of every article. */
function tableOf({ numbers, counts, documents }: LanguageCounts, make: MakeIdf): TermValue {
  const values = function* (): Iterable<readonly [number, number]> {
    for (let number = 0; number < numbers.size(); number++) {
      const id = numbers.termAt(number)
      yield [id, make(id, documents, counts[number]!)]
    }
  }
  const known = createTermTable(values(), numbers.size(), Number.NaN)
  return (id) => {
    const value = known(id)
    return Number.isNaN(value) ? make(id, documents, 0) : value
  }
}

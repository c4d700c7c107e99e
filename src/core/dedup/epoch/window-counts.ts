import { createTermNumbers, type TermNumbers } from '../../similar/term-numbers.ts'
import { createTermTable, type GrowingTermTable, type TermTable } from '../../similar/term-table.ts'
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
  readonly commonIn: (language: string) => TermNumbers
  /** The IDF made from the window's counts; made once per language. */
  readonly idfOf: (language: string, make: MakeIdf) => TermTable
  /** How many articles of the language have no time. */
  readonly undatedIn: (language: string) => number
  /** The terms of a feed's boilerplate. */
  readonly termsOfFeed: (feed: number) => ReadonlySet<number>
}

/** Computes an IDF from the number of documents of a language in the window and how many of them contain the term. */
export type MakeIdf = (id: number, documents: number, frequency: number) => number

interface LanguageCounts {
  /** Counts, until the first IDF is asked for; then IDFs. */
  readonly terms: GrowingTermTable
  documents: number
  undated: number
  idf: TermTable | null
  common: TermNumbers | null
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
    own.terms.countAll(ids)
  }
  const feedTerms = feedTermsOf(texts)
  return {
    termsOfFeed: (feed) => feedTerms.get(feed) ?? NONE,
    commonIn: (language) => {
      const own = countsFor(languages, language)
      own.common ??= termsAbove(own.terms, COMMONEST)
      return own.common
    },
    idfOf: (language, make) => {
      const own = countsFor(languages, language)
      if (own.idf !== null) return own.idf
      own.common ??= termsAbove(own.terms, COMMONEST)
      own.idf = idfFrom(own, make)
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
    terms: createTermTable(Number.NaN),
    documents: 0,
    undated: 0,
    idf: null,
    common: null,
  }
  languages.set(language, made)
  return made
}

function termsAbove(counts: GrowingTermTable, least: number): TermNumbers {
  const found = createTermNumbers()
  counts.replaceAll((id, count) => {
    if (count > least) found.numberOf(id)
    return count
  })
  return found
}

/** Replaces the counts of terms by their IDF: one table is filled once and then looked up for every term of every article. */
function idfFrom({ terms, documents }: LanguageCounts, make: MakeIdf): TermTable {
  terms.replaceAll((id, count) => make(id, documents, count))
  return {
    valueOf: (id) => {
      const value = terms.valueOf(id)
      return Number.isNaN(value) ? make(id, documents, 0) : value
    },
    readAll: (ids, into) => {
      terms.readAll(ids, into)
      // Terms of articles that came after the window was counted.
      for (let at = 0; at < ids.length; at++) if (Number.isNaN(into[at]!)) into[at] = make(ids[at]!, documents, 0)
    },
  }
}

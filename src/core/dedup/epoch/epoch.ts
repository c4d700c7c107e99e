import type { Print } from '../../domain/print.ts'
import { backgroundLanguage } from '../../similar/background-language.ts'
import { createTermTable, type TermTable } from '../../similar/term-table.ts'
import { eachCommonTerm, UNKNOWN_SHARE } from '../../similar/word-frequencies.ts'
import { isBareHeadline } from './bare-headline.ts'
import { type CountedArticle, countWindow, type WindowCounts } from './window-counts.ts'

/** Document frequencies: in how many of `documents` each hashed term occurs. */
export interface TermCounts {
  readonly documents: number
  readonly frequencies: ReadonlyMap<number, number>
}

/**
 * Frozen term statistics with a version number. Rules weigh words by them, so that one more article changes no other
 * article's weight. The shipped word frequencies of a language count as `PRIOR_DOCUMENTS` documents; ingested articles are
 * counted on top, and, while stories are refined, the articles of the window.
 */
export interface Epoch {
  readonly n: number
  /** Counts of ingested articles by language; they grow from epoch to epoch. */
  readonly background: ReadonlyMap<string, TermCounts>
  readonly window: WindowCounts | null
}

/** How many documents the shipped statistic of a language counts for. */
const PRIOR_DOCUMENTS = 3_000
/** About as many terms as the shipped statistic of a language has. */
const COMMON_TERMS = 6_000
const UNKNOWN_DOCUMENTS = PRIOR_DOCUMENTS * UNKNOWN_SHARE

const SHIPPED: Epoch = { n: 0, background: new Map(), window: null }

/** The epoch every installation starts with. */
export function epochZero(): Epoch {
  return SHIPPED
}

/** The fields that tell an article's language. */
type Weighed = Pick<Print, 'language'> & { readonly title: Pick<Print['title'], 'script'> }

/** The language whose word frequencies weigh an article. */
export function backgroundOf({ language, title }: Weighed): string {
  return backgroundLanguage(language, () => title.script)
}

/** Inverse document frequency of a hashed term: ln(documents / documents with the term). */
export type TermIdf = (id: number) => number

const NOTHING: TermCounts = { documents: 0, frequencies: new Map() }

/** Cached by background, which stays the same when only the window changes. */
const idfs = new WeakMap<Epoch['background'], Map<string, TermTable>>()

/** The IDF of a language without the window's counts. */
export function backgroundIdf(epoch: Epoch, language: string): TermIdf {
  return backgroundTable(epoch, language).valueOf
}

function backgroundTable({ background }: Epoch, language: string): TermTable {
  let known = idfs.get(background)
  if (known === undefined) {
    known = new Map()
    idfs.set(background, known)
  }
  let idf = known.get(language)
  if (idf === undefined) {
    idf = makeIdf(background.get(language) ?? NOTHING, language)
    known.set(language, idf)
  }
  return idf
}

function makeIdf(counts: TermCounts, language: string): TermTable {
  const all = PRIOR_DOCUMENTS + counts.documents
  const log = (documents: number): number => Math.log(all / documents)
  const logs = createTermTable(log(UNKNOWN_DOCUMENTS), COMMON_TERMS)
  for (const [id, frequency] of counts.frequencies) logs.set(id, log(UNKNOWN_DOCUMENTS + frequency))
  eachCommonTerm(language, (id, share) => {
    logs.set(id, log(PRIOR_DOCUMENTS * share + (counts.frequencies.get(id) ?? 0)))
  })
  return logs
}

/** Exponent that damps a window's counts: many articles with one word may all tell one event, which makes the word no commoner. */
const BURST = 0.75

/** The IDF of a language with the window's counts, where there is a window. */
export function idfOf(epoch: Epoch, language: string): TermIdf {
  return idfTable(epoch, language).valueOf
}

/** The same as a table, from which the IDFs of all terms of an article are read at once. */
export function idfTable(epoch: Epoch, language: string): TermTable {
  const { window } = epoch
  if (window === null) return backgroundTable(epoch, language)
  const general = backgroundIdf(epoch, language)
  const all = PRIOR_DOCUMENTS + (epoch.background.get(language)?.documents ?? 0)
  return window.idfOf(language, (id, documents, frequency) =>
    Math.log((all + documents) / (all * Math.exp(-general(id)) + frequency ** BURST)),
  )
}

/** Adds the counts of a window; background and number stay. */
export function withWindow(epoch: Epoch, prints: readonly Print[]): Epoch {
  return ofWindow(
    epoch,
    prints.map((print) => ({
      ids: print.terms.ids,
      language: backgroundOf(print),
      isUndated: print.published === null,
      feed: print.feed,
      isBare: isBareHeadline(print.terms),
    })),
  )
}

/** The same for articles of which only terms and language are given. */
export function ofWindow(epoch: Epoch, articles: Iterable<CountedArticle>): Epoch {
  return { ...epoch, window: countWindow(articles) }
}

/** The next epoch: ingested articles are added to the counts of their language. */
export function nextEpoch(epoch: Epoch, ingested: readonly Print[]): Epoch {
  const background = new Map(epoch.background)
  for (const language of new Set(ingested.map(backgroundOf))) {
    const counted = countTerms(ingested.filter((print) => backgroundOf(print) === language))
    background.set(language, sumCounts(background.get(language) ?? NOTHING, counted))
  }
  return { n: epoch.n + 1, background, window: null }
}

function countTerms(prints: readonly Print[]): TermCounts {
  const frequencies = new Map<number, number>()
  for (const { terms } of prints) for (const id of terms.ids) frequencies.set(id, (frequencies.get(id) ?? 0) + 1)
  return { documents: prints.length, frequencies }
}

function sumCounts(a: TermCounts, b: TermCounts): TermCounts {
  const frequencies = new Map(a.frequencies)
  for (const [id, count] of b.frequencies) frequencies.set(id, (frequencies.get(id) ?? 0) + count)
  return { documents: a.documents + b.documents, frequencies }
}

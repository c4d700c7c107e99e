import type { Print } from '../../domain/print.ts'
import { backgroundLanguage } from '../../similar/background-language.ts'
import { commonTerms, UNKNOWN_SHARE } from '../../similar/word-frequencies.ts'
import { termTable } from '../containers/term-table.ts'
import { type CountedArticle, countWindow, type WindowCounts } from './window-counts.ts'

/** In how many of so many documents each hashed term occurs. */
export interface TermCounts {
  readonly documents: number
  readonly frequencies: ReadonlyMap<number, number>
}

/**
 * Frozen term statistics by a number: rules weigh words by them, so that one more article changes no other article's weight.
 * The shipped statistic of each language stands for `PRIOR_DOCUMENTS` texts; what was ingested is counted on top of it,
 * and, where stories are refined, the window as it was when the graph was built.
 */
export interface Epoch {
  readonly n: number
  /** What was ingested, by language; grows from epoch to epoch. */
  readonly background: ReadonlyMap<string, TermCounts>
  readonly window: WindowCounts | null
}

/** How many documents the shipped statistic of a language counts for. */
const PRIOR_DOCUMENTS = 3_000
const UNKNOWN_DOCUMENTS = PRIOR_DOCUMENTS * UNKNOWN_SHARE

const SHIPPED: Epoch = { n: 0, background: new Map(), window: null }

/** The epoch every installation starts with. */
export function epochZero(): Epoch {
  return SHIPPED
}

/** As much of an article as its language is known by. */
type Weighed = Pick<Print, 'language'> & { readonly title: Pick<Print['title'], 'script'> }

/** The language whose statistic weighs an article. */
export function backgroundOf({ language, title }: Weighed): string {
  return backgroundLanguage(language, () => title.script)
}

/** How rare a hashed term is: the logarithm of how many texts there are for each that holds it. */
export type TermIdf = (id: number) => number

const NOTHING: TermCounts = { documents: 0, frequencies: new Map() }

/** By background: another window changes nothing of it. */
const idfs = new WeakMap<Epoch['background'], Map<string, TermIdf>>()

/** How rare terms are in a language, the window apart. */
export function backgroundIdf({ background }: Epoch, language: string): TermIdf {
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

function makeIdf(counts: TermCounts, language: string): TermIdf {
  const all = PRIOR_DOCUMENTS + counts.documents
  const log = (documents: number): number => Math.log(all / documents)
  const logs = new Map<number, number>()
  for (const [id, share] of commonTerms(language))
    logs.set(id, log(PRIOR_DOCUMENTS * share + (counts.frequencies.get(id) ?? 0)))
  for (const [id, frequency] of counts.frequencies) if (!logs.has(id)) logs.set(id, log(UNKNOWN_DOCUMENTS + frequency))
  return termTable(logs, logs.size, log(UNKNOWN_DOCUMENTS))
}

/** Many of a window's articles with one word may all tell one event, which makes the word no commoner: counts are damped. */
const BURST = 0.75

/** The same with a window's own counts on top; without a window that of the background. */
export function idfOf(epoch: Epoch, language: string): TermIdf {
  const general = backgroundIdf(epoch, language)
  const { window } = epoch
  if (window === null) return general
  const all = PRIOR_DOCUMENTS + (epoch.background.get(language)?.documents ?? 0)
  return window.idfOf(language, (id, documents, frequency) =>
    Math.log((all + documents) / (all * Math.exp(-general(id)) + frequency ** BURST)),
  )
}

/** Counts a window. The background and the number stay, so rules that do not look at the window answer as before. */
export function withWindow(epoch: Epoch, prints: readonly Print[]): Epoch {
  return ofWindow(
    epoch,
    prints.map((print) => ({
      ids: print.terms.ids,
      language: backgroundOf(print),
      isUndated: print.published === null,
    })),
  )
}

/** The same for as much of the prints as is counted. */
export function ofWindow(epoch: Epoch, articles: Iterable<CountedArticle>): Epoch {
  return { ...epoch, window: countWindow(articles) }
}

/** The next epoch: what was ingested is added to the counts of its language. */
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

import type { Print, PrintTerms } from '../domain/print.ts'
import { backgroundLanguage } from '../similar/background-language.ts'
import { EPOCH0 } from '../similar/epoch0-data.ts'
import { fnv1a32 } from '../similar/hash.ts'
import { STORY_POLICY } from '../similar/policies.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { termTable } from './term-table.ts'

/** In how many of so many documents each hashed term occurs. */
export interface TermCounts {
  readonly documents: number
  readonly frequencies: ReadonlyMap<number, number>
}

/**
 * Frozen statistics by a number: rules weigh words by them, so that one more article changes no other article's weight.
 * `background` is by language and grows from epoch to epoch; the rest describes the window an epoch was taken from.
 */
export interface Epoch {
  readonly n: number
  readonly background: ReadonlyMap<string, TermCounts>
  readonly window: TermCounts | null
  /** The window's middle by language: articles of others cannot be company. */
  readonly middles: ReadonlyMap<string, WindowMiddle>
}

/** What the articles of one language in a window come to. */
export interface WindowMiddle {
  readonly size: number
  /** The sum of their vectors, and the mean likeness of one to all others. */
  readonly centre: ReadonlyMap<number, number>
  readonly meanLikeness: number
}

/** How much a hashed term says. */
export type TermIdf = (id: number) => number

/** A window nobody has looked at yet is taken for one of this size, in which nobody is like everybody. */
const USUAL_MIDDLE: WindowMiddle = { size: 1000, centre: new Map(), meanLikeness: 0 }

let shipped: Epoch | null = null

/** The epoch every installation starts with. */
export function epochZero(): Epoch {
  if (shipped !== null) return shipped
  const background = new Map(
    EPOCH0.map(([language, documents, text]) => [language, { documents, frequencies: readFrequencies(text) }]),
  )
  shipped = { n: 0, background, window: null, middles: new Map() }
  return shipped
}

function readFrequencies(text: string): ReadonlyMap<number, number> {
  const frequencies = new Map<number, number>()
  for (const group of text.split('|')) {
    const [frequency, ...terms] = group.split(' ')
    for (const term of terms) frequencies.set(fnv1a32(term), Number(frequency))
  }
  return frequencies
}

/** The language whose background weighs an article. */
export function backgroundOf({ language, title }: Pick<Print, 'language' | 'title'>): string {
  return backgroundLanguage(language, () => title.script)
}

const caches = new WeakMap<Epoch, Map<string, TermIdf>>()

function cached(epoch: Epoch, name: string, make: () => TermIdf): TermIdf {
  const known = caches.get(epoch) ?? new Map<string, TermIdf>()
  caches.set(epoch, known)
  const idf = known.get(name) ?? make()
  known.set(name, idf)
  return idf
}

/** How rare terms are in a language. */
export function backgroundIdf(epoch: Epoch, language: string): TermIdf {
  return cached(epoch, language, () => idfOf(epoch.background.get(language) ?? NOTHING))
}

const NOTHING: TermCounts = { documents: 0, frequencies: new Map() }

/** The mean of what is rare in general and what is rare in the window. */
export function storyIdf(epoch: Epoch, language: string): TermIdf {
  const { window } = epoch
  const general = backgroundIdf(epoch, language)
  if (window === null) return general
  const here = cached(epoch, ' window', () => idfOf(window))
  return (id) => (general(id) + here(id)) / 2
}

function idfOf({ documents, frequencies }: TermCounts): TermIdf {
  const log = (frequency: number): number => Math.log((1 + documents) / (1 + frequency)) + 1
  const logs = Array.from(frequencies, ([id, frequency]) => [id, log(frequency)] as const)
  return termTable(logs, logs.length, log(0))
}

/** The story vectors of articles that are being looked at: a window is weighed before its stories are cut. */
const storyVectors = new WeakMap<object, { readonly window: TermCounts | null; readonly vector: SparseVector }>()

/** What an article is about, by all its terms, as stories compare it: of length one. */
export function storyVectorOf(print: Pick<Print, 'language' | 'title' | 'terms'>, epoch: Epoch): SparseVector {
  const known = storyVectors.get(print)
  if (known !== undefined && known.window === epoch.window && epoch.window !== null) return known.vector
  const vector = unit(print.terms, print.terms.counts, storyIdf(epoch, backgroundOf(print)), 1)
  if (epoch.window !== null) storyVectors.set(print, { window: epoch.window, vector })
  return vector
}

/** A vector of length one, and how long it was before. */
export interface MeasuredVector extends SparseVector {
  readonly length: number
}

/** What an article is about, by its opening, as the event rule compares it. */
export function eventVectorOf(
  print: Pick<Print, 'language' | 'title' | 'terms'>,
  epoch: Epoch,
  nameWeight: number,
): MeasuredVector {
  return unit(print.terms, print.terms.early, backgroundIdf(epoch, backgroundOf(print)), nameWeight)
}

function unit({ ids, names }: PrintTerms, counts: Uint8Array, idf: TermIdf, nameWeight: number): MeasuredVector {
  const kept = new Uint32Array(ids.length)
  const weights = new Float64Array(ids.length)
  let [size, squares] = [0, 0]
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] === 0) continue
    const weight = termWeight(counts[at]!, idf(ids[at]!), names[at] === 1 ? nameWeight : 1)
    kept[size] = ids[at]!
    weights[size++] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  for (let at = 0; at < size; at++) weights[at]! /= length
  return { ids: kept.slice(0, size), weights: weights.slice(0, size), length }
}

/** What a term weighs that an article has so often. */
export function termWeight(count: number, idf: number, nameWeight: number): number {
  return (1 + LOGS[count]!) * idf * nameWeight
}

const LOGS = Float64Array.from({ length: 256 }, (_, count) => Math.log(Math.max(1, count)))

/**
 * Looks at a window anew: its own rarities, its size, its middle. The background and the number stay, so rules that do
 * not ask for the window answer as before.
 */
export function withWindow(epoch: Epoch, prints: readonly Print[]): Epoch {
  const window = countTerms(prints)
  const bare: Epoch = { ...epoch, window, middles: new Map() }
  const byLanguage = new Map<string, SparseVector[]>()
  for (const print of prints) {
    const language = backgroundOf(print)
    const vector = storyVectorOf(print, bare)
    const known = byLanguage.get(language)
    if (known === undefined) byLanguage.set(language, [vector])
    else known.push(vector)
  }
  return { ...bare, middles: new Map([...byLanguage].map(([language, vectors]) => [language, middleOf(vectors)])) }
}

function middleOf(vectors: readonly SparseVector[]): WindowMiddle {
  const centre = new Map<number, number>()
  for (const { ids, weights } of vectors) {
    for (let at = 0; at < ids.length; at++) centre.set(ids[at]!, (centre.get(ids[at]!) ?? 0) + weights[at]!)
  }
  let sum = 0
  for (const vector of vectors) sum += likenessTo(centre, vector)
  return { size: vectors.length, centre, meanLikeness: sum / vectors.length }
}

/** The next epoch: what was ingested joins the background of its language, and the window is looked at anew. */
export function nextEpoch(epoch: Epoch, ingested: readonly Print[], window: readonly Print[]): Epoch {
  const background = new Map(epoch.background)
  for (const language of new Set(ingested.map(backgroundOf))) {
    const counted = countTerms(ingested.filter((print) => backgroundOf(print) === language))
    background.set(language, sumCounts(background.get(language) ?? NOTHING, counted))
  }
  return withWindow({ ...epoch, n: epoch.n + 1, background }, window)
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

/** The middle of a language; of one the window does not know yet as little is known as of a window not looked at. */
export function middleFor(language: string, { middles }: Epoch): WindowMiddle {
  return middles.get(language) ?? USUAL_MIDDLE
}

/** How alike an article is to all of its language, as a share of the mean: much for one that says what everybody says. */
export function centralityOf(vector: SparseVector, { centre, meanLikeness }: WindowMiddle): number {
  return meanLikeness === 0 ? 1 : likenessTo(centre, vector) / meanLikeness
}

function likenessTo(centre: ReadonlyMap<number, number>, { ids, weights }: SparseVector): number {
  let sum = 0
  for (let at = 0; at < ids.length; at++) sum += (centre.get(ids[at]!) ?? 0) * weights[at]!
  return Math.max(0, sum - 1)
}

/** Terms that are heavy in too many articles bring nobody together. */
export function isCommonplace(id: number, { window }: Epoch): boolean {
  return window !== null && (window.frequencies.get(id) ?? 0) > STORY_POLICY.commonest
}

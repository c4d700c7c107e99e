import type { Print, PrintTerms } from '../domain/print.ts'
import { backgroundLanguage } from '../similar/background-language.ts'
import { EPOCH0 } from '../similar/epoch0-data.ts'
import { fnv1a32 } from '../similar/hash.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { withRoom } from './columns.ts'
import { type StoryWindow, storyWindow, type TermIdf, type WindowArticle } from './story-window.ts'
import { termTable } from './term-table.ts'

/** In how many of so many documents each hashed term occurs. */
export interface TermCounts {
  readonly documents: number
  readonly frequencies: ReadonlyMap<number, number>
}

/**
 * Frozen statistics by a number: rules weigh words by them, so that one more article changes no other article's weight.
 * `background` is by language and grows from epoch to epoch; the window is the one an epoch was taken from.
 */
export interface Epoch {
  readonly n: number
  readonly background: ReadonlyMap<string, TermCounts>
  readonly window: StoryWindow | null
}

let shipped: Epoch | null = null

/** The epoch every installation starts with. */
export function epochZero(): Epoch {
  if (shipped !== null) return shipped
  const background = new Map(
    EPOCH0.map(([language, documents, text]) => [language, { documents, frequencies: readFrequencies(text) }]),
  )
  shipped = { n: 0, background, window: null }
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

/** As much of an article as its language is known by. */
type Weighed = Pick<Print, 'language'> & { readonly title: Pick<Print['title'], 'script'> }

/** The language whose background weighs an article. */
export function backgroundOf({ language, title }: Weighed): string {
  return backgroundLanguage(language, () => title.script)
}

/** By background: looking at another window changes nothing of it. */
const idfs = new WeakMap<Epoch['background'], Map<string, TermIdf>>()

/** How rare terms are in a language. */
export function backgroundIdf({ background }: Epoch, language: string): TermIdf {
  let known = idfs.get(background)
  if (known === undefined) {
    known = new Map()
    idfs.set(background, known)
  }
  let idf = known.get(language)
  if (idf === undefined) {
    idf = idfOf(background.get(language) ?? NOTHING)
    known.set(language, idf)
  }
  return idf
}

const NOTHING: TermCounts = { documents: 0, frequencies: new Map() }

function idfOf({ documents, frequencies }: TermCounts): TermIdf {
  const log = (frequency: number): number => Math.log((1 + documents) / (1 + frequency)) + 1
  const logs = Array.from(frequencies, ([id, frequency]) => [id, log(frequency)] as const)
  return termTable(logs, logs.length, log(0))
}

/** A vector of length one, and how long it was before. */
export interface MeasuredVector extends SparseVector {
  readonly length: number
}

/** What an article is about, by its opening, as the event rule compares it. */
export function eventVectorOf(print: Weighed & Pick<Print, 'terms'>, epoch: Epoch, nameWeight: number): MeasuredVector {
  return unit(print.terms, print.terms.early, backgroundIdf(epoch, backgroundOf(print)), nameWeight)
}

let room = new Float64Array(256)

/** Both columns share their memory: to ask for each one's own would be most of the work. */
function unit({ ids, names }: PrintTerms, counts: Uint8Array, idf: TermIdf, nameWeight: number): MeasuredVector {
  room = withRoom(room, ids.length)
  const found = room
  let size = 0
  let squares = 0
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] === 0) continue
    const weight = termWeight(counts[at]!, idf(ids[at]!), names[at] === 1 ? nameWeight : 1)
    found[size++] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  const memory = new ArrayBuffer(12 * size)
  const weights = new Float64Array(memory, 0, size)
  const kept = new Uint32Array(memory, 8 * size, size)
  for (let at = 0, place = 0; at < ids.length; at++) {
    if (counts[at] === 0) continue
    kept[place] = ids[at]!
    weights[place] = found[place++]! / length
  }
  return { ids: kept, weights, length }
}

/** What a term weighs that an article has so often. */
export function termWeight(count: number, idf: number, nameWeight: number): number {
  return (1 + LOGS[count]!) * idf * nameWeight
}

const LOGS = Float64Array.from({ length: 256 }, (_, count) => Math.log(Math.max(1, count)))

/**
 * Looks at a window anew. The background and the number stay, so rules that do not ask for the window answer as before.
 */
export function withWindow(epoch: Epoch, prints: readonly Print[]): Epoch {
  return ofWindow(
    epoch,
    prints.map((print) => ({ terms: print.terms, language: backgroundOf(print) })),
  )
}

/** The same for as much of the prints as is looked at; they are gone through several times. */
export function ofWindow(epoch: Epoch, articles: Iterable<WindowArticle>): Epoch {
  return { ...epoch, window: storyWindow(articles, (language) => backgroundIdf(epoch, language)) }
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

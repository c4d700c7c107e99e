import type { PrintTerms } from '../domain/print.ts'
import { createTermNumbers } from '../similar/term-numbers.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { withRoom } from './columns.ts'

/** What a window says of an article's words: the rarer here and in general, the heavier. */
export interface StoryWindow {
  /** Good until it is asked again. */
  readonly weigh: (terms: WindowTerms, language: string, general: TermIdf) => StoryWeights
  /** How rare a term is here and in general, as it is weighed by in a language. */
  readonly idfOf: (id: number, language: string, general: TermIdf) => number
}

/** How much a hashed term says. */
export type TermIdf = (id: number) => number

/** An article as one among those of its language in a window. */
export interface StoryWeights {
  /** What it is about, by all its terms: of length one. */
  readonly vector: SparseVector
  /** How rare each of its terms is, and how long the vector was before. */
  readonly idfs: Float64Array
  readonly length: number
  /** In how many articles of the window the term at a place of the vector occurs. */
  readonly frequencyAt: (place: number) => number
  /** How many articles of its language there are. */
  readonly size: number
  /** How alike it is to all of them, as a share of the mean: much for one that says what everybody says. */
  readonly centrality: number
}

/** A window nobody has looked at yet is taken for one of this size, in which nobody is like everybody. */
const USUAL_SIZE = 1000

/** Weighs by what is rare in general alone. */
export const NO_WINDOW: StoryWindow = {
  weigh: (terms, _language, general) => {
    const idfs = Float64Array.from(terms.ids, general)
    const { vector, length } = unitOf(terms, new Float64Array(idfs.length), idfs)
    return { vector, idfs, length, frequencyAt: () => 0, size: USUAL_SIZE, centrality: 1 }
  },
  idfOf: (id, _language, general) => general(id),
}

/** As much of an article's terms as is asked for. */
export type WindowTerms = Pick<PrintTerms, 'ids' | 'counts' | 'bodyTerms'>

/** An article to be counted. */
export interface WindowArticle {
  readonly terms: WindowTerms
  readonly language: string
}

/** What the articles of one language come to. Columns go by the number of a term. */
interface Middle {
  size: number
  /** The sum of their vectors, and the mean likeness of one to all others. */
  readonly centre: Float64Array
  meanLikeness: number
  /** What is rare in general and what is rare here, in the mean. */
  readonly idf: Float64Array
}

/** Looks at a window: its own rarities, its size, its middles. */
export function storyWindow(articles: Iterable<WindowArticle>, idfFor: (language: string) => TermIdf): StoryWindow {
  const { numbers, counts, size: all } = countTerms(articles)
  const rarity = (frequency: number): number => Math.log((1 + all) / (1 + frequency)) + 1
  // The same columns serve all, as millions of small ones would have to be cleared away.
  let numbersRoom = new Int32Array(256)
  let idfsRoom = new Float64Array(256)
  let weightsRoom = new Float64Array(256)
  const idfAt = (id: number, number: number, general: TermIdf, middle: Middle | undefined): number => {
    if (middle === undefined || number < 0) return (general(id) + rarity(counts[number] ?? 0)) / 2
    // Zero stands for one not asked for yet.
    middle.idf[number] ||= (general(id) + rarity(counts[number]!)) / 2
    return middle.idf[number]!
  }
  const weighed = (terms: WindowTerms, general: TermIdf, middle: Middle | undefined) => {
    const size = terms.ids.length
    numbersRoom = withRoom(numbersRoom, size)
    idfsRoom = withRoom(idfsRoom, size)
    weightsRoom = withRoom(weightsRoom, size)
    const found = numbersRoom.subarray(0, size)
    const idfs = idfsRoom.subarray(0, size)
    for (let at = 0; at < size; at++) {
      const id = terms.ids[at]!
      found[at] = numbers.find(id)
      idfs[at] = idfAt(id, found[at]!, general, middle)
    }
    const { vector, length } = unitOf(terms, weightsRoom.subarray(0, size), idfs)
    return { found, idfs, vector, length }
  }
  const middles = new Map<string, Middle>()
  for (const { terms, language } of articles) {
    const middle = middles.get(language) ?? emptyMiddle(numbers.size())
    middles.set(language, middle)
    const { found, vector } = weighed(terms, idfFor(language), middle)
    for (let at = 0; at < found.length; at++) middle.centre[found[at]!]! += vector.weights[at]!
    middle.size++
  }
  for (const middle of middles.values()) middle.meanLikeness = meanLikeness(middle)
  const frequencyAt = (place: number): number => counts[numbersRoom[place]!] ?? 0
  return {
    weigh: (terms, language, general) => {
      const middle = middles.get(language)
      const { found, idfs, vector, length } = weighed(terms, general, middle)
      const mean = middle?.meanLikeness ?? 0
      const centrality = mean === 0 ? 1 : likenessTo(middle!, found, vector) / mean
      return { vector, idfs, length, frequencyAt, size: middle?.size ?? USUAL_SIZE, centrality }
    },
    idfOf: (id, language, general) => idfAt(id, numbers.find(id), general, middles.get(language)),
  }
}

function countTerms(articles: Iterable<WindowArticle>) {
  const numbers = createTermNumbers()
  let counts = new Uint32Array(1024)
  let size = 0
  for (const { terms } of articles) {
    size++
    for (let at = 0; at < terms.ids.length; at++) {
      const number = numbers.numberOf(terms.ids[at]!)
      counts = withRoom(counts, number + 1)
      counts[number]!++
    }
  }
  return { numbers, counts, size }
}

function emptyMiddle(terms: number): Middle {
  return { size: 0, centre: new Float64Array(terms), meanLikeness: 0, idf: new Float64Array(terms) }
}

/** Each is as like all others as its product with their sum is above that with itself, which is one. */
function meanLikeness({ centre, size }: Middle): number {
  let squares = 0
  for (let at = 0; at < centre.length; at++) squares += centre[at]! * centre[at]!
  return Math.max(0, squares / size - 1)
}

function likenessTo({ centre }: Middle, numbers: Int32Array, { weights }: SparseVector): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) if (numbers[at]! >= 0) sum += centre[numbers[at]!]! * weights[at]!
  return Math.max(0, sum - 1)
}

const LOGS = Float64Array.from({ length: 256 }, (_, count) => Math.log(Math.max(1, count)))

/** What a term weighs that an article has so often, repetition damped: (1 + ln tf) × idf. */
export function storyWeight(count: number, idf: number): number {
  return count === 0 ? 0 : (1 + LOGS[count]!) * idf
}

function unitOf(
  { ids, counts }: WindowTerms,
  weights: Float64Array,
  idfs: Float64Array,
): Pick<StoryWeights, 'vector' | 'length'> {
  let squares = 0
  for (let at = 0; at < ids.length; at++) {
    weights[at] = storyWeight(counts[at]!, idfs[at]!)
    squares += weights[at]! * weights[at]!
  }
  const length = Math.sqrt(squares)
  for (let at = 0; at < weights.length; at++) weights[at]! /= length
  return { vector: { ids, weights }, length }
}

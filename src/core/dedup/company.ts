import { placeIn, withRoom } from './columns.ts'
import { createHeavyLists, type HeavyList } from './heavy-lists.ts'
import { emptyLaidTerms, layTerms, placeOf } from './laid-terms.ts'
import { emptyTerms, type PrintPile } from './print-pile.ts'
import type { StoryNewcomer } from './story-likeness.ts'
import { storyWeight } from './story-window.ts'

/** Finds those who share heavy terms with an article, and how alike they are by all their terms. */
export interface Company {
  readonly add: (place: number, newcomer: NewMember) => void
  /** Visits all who share enough of what is needed to be alike, each once. */
  readonly each: (newcomer: NewMember, needed: Needed, visit: (place: number, cosine: number) => void) => void
}

/** The cosine two must reach to be more than strangers. */
export interface Needed {
  readonly at: (place: number) => number
  /** Nobody needs less. */
  readonly least: number
}

/** Who shares less of it by heavy terms owes the rest to common words: it is chance, and in a large window most are so. */
export const HEAVY_SHARE = 0.4

type NewMember = Pick<StoryNewcomer, 'vector' | 'heavy' | 'idfs' | 'length' | 'language'>

/** What a company asks of the world. */
export interface CompanyParts {
  /** What the products of shared heavy terms must come to. */
  readonly least: number
  /** Where the members' prints lie. */
  readonly pile: Pick<PrintPile, 'findTerms' | 'bringNear'>
  /** How rare a term is in a language. */
  readonly idfOf: (id: number, language: string) => number
}

/**
 * What products are counted in first, each rounded up: enough to tell nearly all who share too little. All that two vectors
 * of length one share is one such whole, and a step for each term, so that 16 bits hold it.
 */
const STEPS = 1 << 15

/** Where more than one in so many was met, all are forgotten at once: that is sooner done than one by one. */
const MANY = 16

/** Nobody there yet. Vectors are not kept: they are read from the prints, where their terms stand already. */
export function createCompany({ least, pile, idfOf }: CompanyParts): Company {
  const lists = createHeavyLists()
  const list: HeavyList = { places: new Int32Array(0), weights: new Float32Array(0), start: 0, end: 0 }
  const own = emptyLaidTerms()
  const terms = emptyTerms()
  const languages: string[] = []
  // At most what each shares with the newcomer, in steps: small, as it is asked hundreds of millions of times.
  let most = new Uint16Array(64)
  let met = new Int32Array(64)
  let lengths = new Float64Array(64)
  let languageAt = new Uint16Array(64)
  let walked = 0

  /** Adds up what is shared; how many come to so many steps. */
  const meet = ({ vector, heavy }: NewMember, enough: number): number => {
    const [sums, found] = [most, met]
    let count = 0
    walked = 0
    for (const term of heavy) {
      lists.find(vector.ids[term]!, list)
      const { places, weights, start, end } = list
      walked += end - start
      const scaled = Math.fround(vector.weights[term]!) * STEPS
      for (let at = start; at < end; at++) {
        const place = places[at]!
        const before = sums[place]!
        const after = before + ((scaled * weights[at]!) | 0) + 1
        sums[place] = after
        if (after >= enough && before < enough) found[count++] = place
      }
    }
    return count
  }
  const forget = ({ vector, heavy }: NewMember): void => {
    const sums = most
    if (MANY * walked > sums.length) {
      sums.fill(0)
      return
    }
    for (const term of heavy) {
      lists.find(vector.ids[term]!, list)
      const { places, start, end } = list
      for (let at = start; at < end; at++) sums[places[at]!] = 0
    }
  }
  /** Halved in precision on both sides, so that a pair weighs the same whoever came first. */
  const sharedWith = ({ vector, heavy }: NewMember, place: number): number => {
    let sum = 0
    for (const term of heavy) {
      lists.find(vector.ids[term]!, list)
      const { places, weights, start, end } = list
      let at = start
      while (at < end && places[at] !== place) at++
      if (at < end) sum += Math.fround(vector.weights[term]!) * weights[at]!
    }
    return sum
  }
  /** By the steps, which are at most one too many for each term; only those in between are added up anew. */
  const isEnough = (newcomer: NewMember, place: number, needed: number): boolean => {
    const steps = most[place]!
    const wanted = needed * STEPS
    // One more for what rounding may hide.
    if (steps + 1 < wanted) return false
    return steps - newcomer.heavy.length - 1 >= wanted || sharedWith(newcomer, place) >= needed
  }
  const cosine = ({ vector, idfs, language }: NewMember, place: number): number => {
    const [length, otherLanguage] = [lengths[place]!, languages[languageAt[place]!]!]
    const isOne = language === otherLanguage
    const { weights } = vector
    pile.findTerms(place, terms)
    const { size, ids, idsFrom, counts, countsFrom } = terms
    let sum = 0
    for (let term = 0; term < size; term++) {
      const id = ids[idsFrom + term]!
      const at = placeOf(own, id)
      if (at < 0) continue
      const idf = isOne ? idfs[at]! : idfOf(id, otherLanguage)
      sum += weights[at]! * (storyWeight(counts[countsFrom + term]!, idf) / length)
    }
    return sum
  }
  return {
    add: (place, { vector, heavy, length, language }) => {
      most = withRoom(most, place + 1)
      met = withRoom(met, place + 1)
      lengths = withRoom(lengths, place + 1)
      languageAt = withRoom(languageAt, place + 1)
      lengths[place] = length
      languageAt[place] = placeIn(languages, language)
      for (const at of heavy) lists.add(vector.ids[at]!, place, vector.weights[at]!)
    },
    each: (newcomer, needed, visit) => {
      const enough = Math.floor(STEPS * Math.max(least, HEAVY_SHARE * needed.least)) - 1
      const count = meet(newcomer, Math.max(1, enough))
      if (count > 0) layTerms(own, newcomer.vector)
      let kept = 0
      for (let at = 0; at < count; at++) {
        const place = met[at]!
        if (isEnough(newcomer, place, Math.max(least, HEAVY_SHARE * needed.at(place)))) met[kept++] = place
      }
      pile.bringNear(met, kept)
      for (let at = 0; at < kept; at++) visit(met[at]!, cosine(newcomer, met[at]!))
      forget(newcomer)
    },
  }
}

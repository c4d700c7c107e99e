import { createSpreadVector } from '../similar/spread-vector.ts'
import { uintAt } from './bytes.ts'
import { placeIn, withRoom } from './columns.ts'
import { createPostings } from './postings.ts'
import { readTermsLabel, type TermsLabel } from './print-label.ts'
import type { StoryNewcomer } from './story-likeness.ts'
import { storyWeight } from './story-window.ts'

/** Finds those who share heavy terms with an article, and how alike they are by all their terms. */
export interface Company {
  readonly add: (place: number, newcomer: NewMember) => void
  /** Visits all who share enough of what is needed to be alike, each once. */
  readonly each: (newcomer: NewMember, needed: Needed, visit: (place: number, cosine: number) => void) => void
}

/** The cosine two must reach to be more than strangers. */
type Needed = (place: number) => number

/** Who shares less of it by heavy terms owes the rest to common words: it is chance, and in a large window most are so. */
export const HEAVY_SHARE = 0.4

type NewMember = Pick<StoryNewcomer, 'vector' | 'heavy' | 'idfs' | 'length' | 'language'>

/** What a company asks of the world. */
export interface CompanyParts {
  /** What the products of shared heavy terms must come to. */
  readonly least: number
  /** The print at a place. */
  readonly bytesAt: (place: number) => Uint8Array
  /** How rare a term is in a language. */
  readonly idfOf: (id: number, language: string) => number
}

/** Nobody there yet. Vectors are not kept: they are read from the prints, where their terms stand already. */
export function createCompany({ least, bytesAt, idfOf }: CompanyParts): Company {
  const postings = createPostings(true)
  const own = createSpreadVector()
  const terms: TermsLabel = { size: 0, start: 0 }
  const languages: string[] = []
  let sums = new Float64Array(64)
  let met = new Int32Array(64)
  let lengths = new Float64Array(64)
  let languageAt = new Uint16Array(64)
  let [count, weight] = [0, 0]
  const meet = (place: number, other: number): void => {
    const sum = sums[place]!
    if (sum === 0) met[count++] = place
    // Halved in precision on both sides, so that a pair weighs the same whoever came first.
    sums[place] = sum + weight * other
  }
  const cosine = ({ vector, idfs, language }: NewMember, place: number): number => {
    const [length, otherLanguage] = [lengths[place]!, languages[languageAt[place]!]!]
    const bytes = bytesAt(place)
    readTermsLabel(bytes, terms)
    const { size, start } = terms
    let sum = 0
    for (let term = 0; term < size; term++) {
      const id = uintAt(bytes, start + 4 * term)
      const at = own.placeOf(id)
      if (at < 0) continue
      const idf = language === otherLanguage ? idfs[at]! : idfOf(id, otherLanguage)
      sum += vector.weights[at]! * (storyWeight(bytes[start + 4 * size + term]!, idf) / length)
    }
    return sum
  }
  return {
    add: (place, { vector, heavy, length, language }) => {
      sums = withRoom(sums, place + 1)
      met = withRoom(met, place + 1)
      lengths = withRoom(lengths, place + 1)
      languageAt = withRoom(languageAt, place + 1)
      lengths[place] = length
      languageAt[place] = placeIn(languages, language)
      for (const at of heavy) postings.add(vector.ids[at]!, place, vector.weights[at]!)
    },
    each: (newcomer, needed, visit) => {
      const { vector, heavy } = newcomer
      own.lay(vector)
      count = 0
      for (const at of heavy) {
        weight = Math.fround(vector.weights[at]!)
        postings.each(vector.ids[at]!, meet)
      }
      for (let at = 0; at < count; at++) {
        const place = met[at]!
        const sum = sums[place]!
        sums[place] = 0
        if (sum < least || sum < HEAVY_SHARE * needed(place)) continue
        visit(place, cosine(newcomer, place))
      }
    },
  }
}

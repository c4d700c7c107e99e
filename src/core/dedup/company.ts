import { createSpreadVector } from '../similar/spread-vector.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { withRoom } from './columns.ts'
import { createPostings } from './postings.ts'
import type { StoryNewcomer } from './story-likeness.ts'

/** Finds those who share heavy terms with an article, and how alike they are by all their terms. */
export interface Company {
  readonly add: (place: number, newcomer: StoryNewcomer) => void
  /** Visits all who share enough, each once. */
  readonly each: (newcomer: StoryNewcomer, visit: (place: number, cosine: number) => void) => void
}

/** Nobody there yet; `least` is what the products of shared heavy terms must come to. */
export function createCompany(least: number): Company {
  const postings = createPostings(true)
  const vectors = createVectors()
  const own = createSpreadVector()
  let sums = new Float64Array(64)
  let met = new Int32Array(64)
  let [count, weight] = [0, 0]
  const meet = (place: number, other: number): void => {
    const sum = sums[place]!
    if (sum === 0) met[count++] = place
    // Halved in precision on both sides, so that a pair weighs the same whoever came first.
    sums[place] = sum + weight * other
  }
  return {
    add: (place, { vector, heavy }) => {
      sums = withRoom(sums, place + 1)
      met = withRoom(met, place + 1)
      vectors.add(place, vector)
      for (const at of heavy) postings.add(vector.ids[at]!, place, vector.weights[at]!)
    },
    each: ({ vector, heavy }, visit) => {
      own.lay(vector)
      count = 0
      for (const at of heavy) {
        weight = Math.fround(vector.weights[at]!)
        postings.each(vector.ids[at]!, meet)
      }
      const columns = vectors.columns()
      for (let at = 0; at < count; at++) {
        const place = met[at]!
        const sum = sums[place]!
        sums[place] = 0
        if (sum >= least) visit(place, own.dotWith(columns, vectors.startOf(place), vectors.startOf(place + 1)))
      }
    },
  }
}

/** Vectors behind one another in two columns: to compare with many is to read memory, and that is quick in one run. */
function createVectors() {
  let ids = new Uint32Array(1024)
  let weights = new Float64Array(1024)
  let starts = new Uint32Array(64)
  return {
    add: (place: number, vector: SparseVector): void => {
      starts = withRoom(starts, place + 2)
      const start = starts[place]!
      const end = start + vector.ids.length
      ids = withRoom(ids, end)
      weights = withRoom(weights, end)
      ids.set(vector.ids, start)
      weights.set(vector.weights, start)
      starts[place + 1] = end
    },
    /** All of them; those at a place from its start up to the next one's. */
    columns: (): SparseVector => ({ ids, weights }),
    startOf: (place: number): number => starts[place]!,
  }
}

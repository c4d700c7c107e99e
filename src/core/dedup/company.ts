import { createTermNumbers } from '../similar/term-numbers.ts'
import { withRoom } from './columns.ts'
import type { StoryNode } from './story-likeness.ts'

/** Finds those who share heavy terms with an article, by what the shared ones come to. */
export interface Company {
  readonly add: (place: number, node: StoryNode) => void
  /** Visits all who share enough, each once. */
  readonly each: (node: StoryNode, visit: (place: number) => void) => void
}

/** Nobody there yet; `least` is what the products of shared heavy terms must come to. */
export function createCompany(least: number): Company {
  const numbers = createTermNumbers()
  /** By the number of a term, place and weight of each who has it, in turn: one list is quicker to follow than two. */
  const postings: number[][] = []
  let sums = new Float64Array(64)
  let met = new Int32Array(64)

  const eachHeavy = ({ heavy, vector }: StoryNode, visit: (term: number, weight: number) => void): void => {
    let at = 0
    for (const id of heavy) {
      while (vector.ids[at] !== id) at++
      // Halved in precision on both sides, so that a pair weighs the same whoever came first.
      visit(numbers.numberOf(id), Math.fround(vector.weights[at]!))
    }
  }
  return {
    add: (place, node) => {
      sums = withRoom(sums, place + 1)
      met = withRoom(met, place + 1)
      eachHeavy(node, (term, weight) => {
        const list = postings[term]
        if (list === undefined) postings[term] = [place, weight]
        else list.push(place, weight)
      })
    },
    each: (node, visit) => {
      let count = 0
      eachHeavy(node, (term, weight) => {
        const list = postings[term] ?? []
        for (let at = 0; at < list.length; at += 2) {
          const place = list[at]!
          if (sums[place] === 0) met[count++] = place
          sums[place]! += weight * list[at + 1]!
        }
      })
      for (let at = 0; at < count; at++) {
        const sum = sums[met[at]!]!
        sums[met[at]!] = 0
        if (sum >= least) visit(met[at]!)
      }
    },
  }
}

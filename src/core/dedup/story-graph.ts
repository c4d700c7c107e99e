import type { Print } from '../domain/print.ts'
import { STORY_POLICY, type StoryPolicy } from '../similar/policies.ts'
import { withRoom } from './columns.ts'
import { createSums } from './meetings.ts'
import { createPostings } from './postings.ts'
import type { Rules } from './rules.ts'
import { type StoryLink, type StoryNode, storyLink, storyNode } from './story-likeness.ts'

/** The articles stories are cut from, and how alike they are. Links are found when an article comes, and only its own. */
export interface StoryGraph {
  readonly rules: Rules
  readonly add: (print: Print) => void
  readonly remove: (key: string) => void
  readonly node: (key: string) => StoryNode | null
  readonly links: (key: string) => ReadonlyMap<string, StoryLink>
  readonly keys: () => IterableIterator<string>
  /** Keys whose surroundings changed since they were last taken. */
  readonly takeTouched: () => ReadonlySet<string>
}

const HOUR_MS = 3_600_000
/** A thousand copies of one text need not each be tied to all others: so many ties hold any story together. */
export const MOST_COMPANY = 300

/** An empty graph for one epoch. */
export function createStoryGraph(rules: Rules, policy: StoryPolicy = STORY_POLICY): StoryGraph {
  const places = new Map<string, number>()
  const nodes: (StoryNode | null)[] = []
  const links: Map<string, StoryLink>[] = []
  const postings = createPostings(true)
  const sums = createSums()
  let published = new Float64Array(64)
  const reachMs = policy.reachHours * HOUR_MS
  let touched = new Set<string>()

  const meet = ({ heavy, vector, print }: StoryNode): void => {
    let at = 0
    for (const id of heavy) {
      while (vector.ids[at] !== id) at++
      // Halved in precision on both sides, so that a pair weighs the same whoever came first.
      const own = Math.fround(vector.weights[at]!)
      postings.each(id, (place, weight) => {
        // NaN stands for no date, and no date is near.
        if (!(Math.abs(published[place]! - (print.published ?? Number.NaN)) > reachMs)) sums.add(place, own * weight)
      })
    }
  }

  /** The places met, those that share most first where there are too many; the key settles ties. */
  const likeliest = (): number[] => {
    const met: { place: number; weight: number }[] = []
    sums.take((place, weight) => {
      if (nodes[place] && weight >= policy.leastHeavy) met.push({ place, weight })
    })
    if (met.length > MOST_COMPANY) {
      const keyOf = ({ place }: { place: number }) => nodes[place]!.print.key
      met.sort((a, b) => b.weight - a.weight || (keyOf(a) < keyOf(b) ? -1 : 1)).length = MOST_COMPANY
    }
    return met.map(({ place }) => place)
  }

  const remove = (key: string): void => {
    const place = places.get(key)
    if (place === undefined) return
    for (const other of links[place]!.keys()) {
      links[places.get(other)!]!.delete(key)
      touched.add(other)
    }
    links[place] = new Map()
    nodes[place] = null
    places.delete(key)
    touched.delete(key)
  }
  return {
    rules,
    remove,
    add: (print) => {
      remove(print.key)
      const node = storyNode(print, rules.epoch, policy)
      meet(node)
      const own = new Map<string, StoryLink>()
      for (const place of likeliest()) {
        const other = nodes[place]!
        const link = storyLink(node, other, rules, policy)
        if (link === null) continue
        own.set(other.print.key, link)
        links[place]!.set(print.key, link)
      }
      const place = nodes.length
      nodes.push(node)
      links.push(own)
      places.set(print.key, place)
      published = withRoom(published, place + 1)
      published[place] = print.published ?? Number.NaN
      let at = 0
      for (const id of node.heavy) {
        while (node.vector.ids[at] !== id) at++
        postings.add(id, place, node.vector.weights[at]!)
      }
      touched.add(print.key)
    },
    node: (key) => nodes[places.get(key) ?? -1] ?? null,
    links: (key) => links[places.get(key) ?? -1] ?? new Map(),
    keys: () => places.keys(),
    takeTouched: () => {
      const taken = touched
      touched = new Set()
      return taken
    },
  }
}

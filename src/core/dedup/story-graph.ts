import type { Print } from '../domain/print.ts'
import { STORY_POLICY, type StoryPolicy } from '../similar/policies.ts'
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

/** An empty graph for one epoch. */
export function createStoryGraph(rules: Rules, policy: StoryPolicy = STORY_POLICY): StoryGraph {
  const places = new Map<string, number>()
  const nodes: (StoryNode | null)[] = []
  const links: Map<string, StoryLink>[] = []
  const postings = createPostings()
  const shared = new Map<number, number>()
  // Further apart not even equal texts would be linked.
  const reachMs = policy.fadeHours * HOUR_MS * Math.log(1 / policy.least)
  let touched = new Set<string>()

  const meet = (node: StoryNode): void => {
    const { ids, weights } = node.vector
    for (const id of node.heavy) {
      const weight = weights[placeOf(ids, id)]!
      postings.each(id, (place) => {
        const other = nodes[place]
        if (!other || isFar(node.print, other.print)) return
        shared.set(place, (shared.get(place) ?? 0) + weight * other.vector.weights[placeOf(other.vector.ids, id)]!)
      })
    }
  }
  const isFar = (a: Print, b: Print): boolean =>
    a.published !== null && b.published !== null && Math.abs(a.published - b.published) > reachMs

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
      for (const [place, weight] of shared) {
        if (weight < policy.leastHeavy) continue
        const other = nodes[place]!
        const link = storyLink(node, other, rules, policy)
        if (link === null) continue
        own.set(other.print.key, link)
        links[place]!.set(print.key, link)
      }
      shared.clear()
      const place = nodes.length
      nodes.push(node)
      links.push(own)
      places.set(print.key, place)
      for (const id of node.heavy) postings.add(id, place)
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

/** Where an id stands in an ascending column that has it. */
function placeOf(ids: Uint32Array, id: number): number {
  let low = 0
  let high = ids.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

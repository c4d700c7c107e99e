import type { PairEvidence } from '../../domain/pair-evidence.ts'
import type { Print } from '../../domain/print.ts'
import { mayFollowUp } from '../pair-rule.ts'
import { bytesOf } from '../print/encoded-prints.ts'
import { keyIn, type PrintOrigin } from '../print/print-layout.ts'
import type { Rules } from '../rules.ts'
import { createAdjacencyLists, type VisitEdge } from './adjacency-lists.ts'
import { createEdgeSearch } from './edge-search.ts'
import { createPackedPrints, type PackedPrints } from './packed-prints.ts'
import { edgeOf, isTie, type StoryEdge } from './story-edge.ts'
import { createStoryNodes } from './story-nodes.ts'

/** The story graph: articles of a window as nodes, weighted edges between those that may tell one event. Adding an article finds its edges. */
export interface StoryGraph {
  readonly rules: Rules
  readonly add: (print: Print) => void
  /** The same for a stored print. */
  readonly addBytes: (bytes: Uint8Array) => void
  /** The same for a print that is in the graph's packed prints already. */
  readonly addAt: (node: number) => void
  /** Adds an article whose story is known. Edges between such articles are found on first use. */
  readonly addLazilyAt: (node: number) => void
  readonly isTouched: (key: string) => boolean
  /** Marks an article as changed, so that its component is clustered again. */
  readonly touch: (key: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  /** The node of an article; null when it is not in the graph. */
  readonly nodeOf: (key: string) => number | null
  readonly keyAt: (node: number) => string
  readonly massAt: (node: number) => number
  readonly publishedAt: (node: number) => number | null
  readonly originAt: (node: number) => PrintOrigin
  readonly printAt: (node: number) => Print
  readonly languageAt: (node: number) => string
  readonly eachEdge: (node: number, visit: VisitEdge) => void
  /** The evidence that two articles of one language tell one event. */
  readonly evidenceAt: (node: number, other: number) => PairEvidence
  /** Judges an unjudged edge and stores the result; null when there is no edge after all. */
  readonly judge: (node: number, other: number) => StoryEdge | null
  /** The keys of articles whose edges changed since the last call. */
  readonly takeTouched: () => ReadonlySet<string>
}

/** An empty graph for one epoch, over packed prints. */
export function createStoryGraph(rules: Rules, packed: PackedPrints = createPackedPrints()): StoryGraph {
  const nodes = createStoryNodes(rules, packed)
  const search = createEdgeSearch(rules, packed, nodes)
  const edges = createAdjacencyLists()
  // Nodes that were added lazily and whose edges were not searched yet: they only have edges to newcomers.
  const unsearched = new Set<number>()
  let touched = new Set<string>()

  const addNode = (node: number): void => {
    nodes.add(node, keyIn(packed.bytesAt(node)), search.weighAt(node))
    search.add(node)
  }
  const keepEdges = (node: number, isAccepted: (node: number) => boolean): void => {
    for (const { node: other, weight, kind } of search.find(node, isAccepted)) edges.add(node, other, weight, kind)
  }
  const findOwnEdges = (node: number): void => {
    // Edges to searched nodes are stored already.
    if (unsearched.delete(node)) keepEdges(node, (other) => unsearched.has(other))
  }
  const remove = (key: string): void => {
    const node = nodes.find(key)
    if (node === null) return
    findOwnEdges(node)
    edges.each(node, (near) => {
      touched.add(nodes.keyAt(near))
      // A follow-up may hang on the link that goes.
      edges.each(near, (other, _, kind) => {
        if (kind === 'follow-up') touched.add(nodes.keyAt(other))
      })
    })
    edges.clear(node)
    nodes.remove(key)
    touched.delete(key)
  }
  const addAt = (node: number): void => {
    remove(keyIn(packed.bytesAt(node)))
    addNode(node)
    keepEdges(node, () => true)
    touched.add(nodes.keyAt(node))
  }
  /** Whether one of two articles has a link to an article of another newsroom. */
  const isToldElsewhere = (node: number, near: number): boolean =>
    [node, near].some((one) => {
      findOwnEdges(one)
      let isTold = false
      edges.each(one, (other, _, kind) => {
        isTold ||= isTie(kind) && !nodes.areOneSource(one, other)
      })
      return isTold
    })
  const evidenceAt = (node: number, near: number): PairEvidence => {
    const evidence = search.evidenceAt(node, near)
    const isFollowUp = evidence.sameSource && mayFollowUp(evidence) && isToldElsewhere(node, near)
    return isFollowUp ? { ...evidence, isFollowUp } : evidence
  }
  return {
    rules,
    remove,
    evidenceAt,
    addAt,
    add: (print) => addAt(packed.add(bytesOf(print))),
    addBytes: (bytes) => addAt(packed.add(bytes)),
    addLazilyAt: (node) => {
      addNode(node)
      unsearched.add(node)
    },
    isTouched: (key) => touched.has(key),
    touch: (key) => {
      if (nodes.find(key) !== null) touched.add(key)
    },
    keys: nodes.keys,
    size: nodes.size,
    nodeOf: nodes.find,
    keyAt: nodes.keyAt,
    massAt: nodes.massAt,
    publishedAt: nodes.publishedAt,
    originAt: nodes.originAt,
    printAt: packed.printAt,
    languageAt: packed.languageAt,
    eachEdge: (node, visit) => {
      findOwnEdges(node)
      edges.each(node, (other, weight, kind) => {
        if (kind !== 'follow-up') visit(other, weight, kind)
        else if (isToldElsewhere(node, other)) visit(other, weight, 'link')
      })
    },
    judge: (node, near) => {
      const [a, b] = [packed.printAt(node), packed.printAt(near)]
      const edge = edgeOf(evidenceAt(node, near), a, b, packed.languageAt(node), rules)
      edges.drop(node, near)
      if (edge !== null) edges.add(node, near, edge.weight, edge.kind)
      return edge
    },
    takeTouched: () => {
      const taken = touched
      touched = new Set()
      return taken
    },
  }
}

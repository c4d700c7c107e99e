import type { PairEvidence } from '../../domain/pair-evidence.ts'
import type { Print } from '../../domain/print.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { hoursBetween } from '../judge-pair.ts'
import { mayFollowUp, type PairSetting } from '../pair-rule.ts'
import type { PrintOrigin } from '../print/decode-print.ts'
import { bytesOf } from '../print/encoded-prints.ts'
import type { Rules } from '../rules.ts'
import { createEdgeJudge } from './edge-judge.ts'
import { createEdgeSearch } from './edge-search.ts'
import { createPackedPrints, type PackedPrints } from './packed-prints.ts'
import { isLiteral, isTie, type StoryEdge } from './story-edge.ts'
import { createStoryEdges, type VisitEdge } from './story-edges.ts'
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
  /**
   * Gives back what only a search for edges needs, about half of the graph's memory, unless some edges are found on first use. Gives whether it did: then no article can be
   * added any more. Not for a literal policy, which compares names of whole prints later.
   */
  readonly endSearch: () => boolean
  readonly isTouched: (node: number) => boolean
  /** Marks an article as changed, so that its component is clustered again. */
  readonly touch: (node: number) => void
  readonly remove: (key: string) => void
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  /** The node of an article; null when it is not in the graph. */
  readonly nodeOf: (key: string) => number | null
  readonly keyAt: (node: number) => string
  /** The order of the keys of two nodes. */
  readonly compareKeys: (a: number, b: number) => number
  readonly massAt: (node: number) => number
  readonly publishedAt: (node: number) => number | null
  readonly originAt: (node: number) => PrintOrigin
  /** The newsroom that an article names as its publisher. */
  readonly publisherAt: (node: number) => string | null
  readonly printAt: (node: number) => Print
  readonly languageAt: (node: number) => string
  readonly eachEdge: (node: number, visit: VisitEdge) => void
  /** The evidence of the edge between two articles, and what their titles say. */
  readonly evidenceAt: (node: number, other: number) => JudgedPair
  /** Judges an unjudged edge and stores the result; null when there is no edge after all. */
  readonly judge: (node: number, other: number) => StoryEdge | null
  /** The keys of articles whose edges changed since the last call. */
  readonly takeTouched: () => Iterable<string>
}

/** What the pair rule goes by. */
export interface JudgedPair {
  readonly evidence: PairEvidence
  readonly setting: PairSetting
}

/** An empty graph for one epoch, over packed prints. */
export function createStoryGraph(rules: Rules, packed: PackedPrints = createPackedPrints()): StoryGraph {
  const nodes = createStoryNodes(rules, packed)
  const judge = createEdgeJudge(rules, packed, nodes)
  const search = createEdgeSearch(rules, packed, nodes, judge)
  const edges = createStoryEdges()
  // Nodes that were added lazily and whose edges were not searched yet: they only have edges to newcomers.
  const unsearched = new Set<number>()
  const touched = createTouchedNodes(nodes.keyAt)

  const addNode = (node: number): void => {
    nodes.add(node, search.weighAt(node))
    search.add(node)
  }
  const keepEdges = (node: number, isAccepted: (node: number) => boolean): void => {
    for (const { node: near, edge } of search.find(node, isAccepted)) edges.add(node, near, edge)
  }
  const findOwnEdges = (node: number): void => {
    // Edges to searched nodes are stored already.
    if (unsearched.delete(node)) keepEdges(node, (other) => unsearched.has(other))
  }
  const remove = (node: number | null): void => {
    if (node === null) return
    findOwnEdges(node)
    edges.each(node, (near) => {
      touched.add(near)
      // A follow-up may hang on the link that goes.
      edges.each(near, (other, _, kind) => {
        if (kind === 'follow-up') touched.add(other)
      })
    })
    edges.clear(node)
    nodes.remove(node)
    touched.delete(node)
  }
  const addAt = (node: number): void => {
    remove(nodes.findSame(node))
    addNode(node)
    keepEdges(node, () => true)
    touched.add(node)
  }
  /** Whether one of two articles has a link to an article of another newsroom. */
  const isToldElsewhere = (node: number, near: number): boolean =>
    [node, near].some((one) => {
      findOwnEdges(one)
      let isTold = false
      edges.each(one, (other, _, kind) => {
        isTold ||= isTie(kind) && !nodes.areOneSource(one, other) && !nodes.areCredited(one, other)
      })
      return isTold
    })
  const isFollowUp = (node: number, near: number, names: number): boolean =>
    mayFollowUp({ names, hoursApart: hoursBetween(packed.publishedAt(node), packed.publishedAt(near)) }) &&
    isToldElsewhere(node, near)
  return {
    rules,
    remove: (key) => remove(nodes.find(key)),
    addAt,
    add: (print) => addAt(packed.add(bytesOf(print))),
    addBytes: (bytes) => addAt(packed.add(bytes)),
    addLazilyAt: (node) => {
      addNode(node)
      unsearched.add(node)
    },
    endSearch: () => {
      if (unsearched.size > 0 || isLiteral(rules)) return false
      search.end()
      return true
    },
    isTouched: touched.has,
    touch: touched.add,
    keys: nodes.keys,
    size: nodes.size,
    nodeOf: nodes.find,
    keyAt: nodes.keyAt,
    compareKeys: nodes.compareKeys,
    massAt: nodes.massAt,
    publishedAt: packed.publishedAt,
    originAt: packed.originAt,
    publisherAt: (node) => packed.textOf(packed.publisherAt(node)),
    printAt: packed.printAt,
    languageAt: packed.languageAt,
    eachEdge: (node, visit) => {
      findOwnEdges(node)
      edges.each(node, (other, weight, kind) => {
        if (kind !== 'follow-up') visit(other, weight, kind)
        else if (isToldElsewhere(node, other)) visit(other, weight, 'link')
      })
    },
    evidenceAt: (node, near) => {
      const { evidence: kept, setting } = edges.between(node, near)
      return {
        evidence: judge.evidenceOf(node, near, kept, isFollowUp(node, near, kept.names)),
        setting: setting === null ? judge.settingOf(node, near) : { ...setting, language: packed.languageAt(node) },
      }
    },
    judge: (node, near) => {
      const { evidence } = edges.between(node, near)
      const edge = judge.judge(node, near, evidence, isFollowUp(node, near, evidence.names))
      if (edge === null) edges.drop(node, near)
      else edges.replace(node, near, edge)
      return edge
    },
    takeTouched: touched.take,
  }
}

/** Nodes that are collected until somebody takes their keys. */
function createTouchedNodes(keyAt: (node: number) => string) {
  let touched = new Uint8Array(64)
  return {
    has: (node: number): boolean => touched[node] === 1,
    add: (node: number): void => {
      touched = ensureCapacity(touched, node + 1)
      touched[node] = 1
    },
    delete: (node: number): void => {
      touched = ensureCapacity(touched, node + 1)
      touched[node] = 0
    },
    /** The keys are made as they are iterated: those of a whole window would fill the memory. */
    take: (): Iterable<string> => {
      const taken = touched
      touched = new Uint8Array(64)
      return {
        *[Symbol.iterator]() {
          for (let node = 0; node < taken.length; node++) if (taken[node] === 1) yield keyAt(node)
        },
      }
    },
  }
}

import type { PairEvidence } from '../../domain/pair-evidence.ts'
import type { Print } from '../../domain/print.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import { type WeighedArticle, weighTerms } from '../epoch/weighed-article.ts'
import { evidenceOf, hoursBetween, isBarePair } from '../judge-pair.ts'
import { createPairComparison, type TermEvidence } from '../pair-comparison.ts'
import { mayFollowUp, mostCertain } from '../pair-rule.ts'
import { bytesOf } from '../print/encoded-prints.ts'
import { emptyHeader, keyIn, originIn, type PrintOrigin, readHeader } from '../print/print-layout.ts'
import { isOneSource, type Newsroom, type Rules } from '../rules.ts'
import { createNeighbourIndex } from './neighbour-index.ts'
import { createPackedPrints, emptyTerms, type PackedPrints } from './packed-prints.ts'
import {
  COPY_OVERLAP,
  EDGE_KINDS,
  type EdgeKind,
  edgeOf,
  isLiteral,
  isTie,
  LEAST_SUPPORT,
  type StoryEdge,
} from './story-edge.ts'
import { storyMass, undatedMass } from './story-policy.ts'

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

export type VisitEdge = (other: number, weight: number, kind: EdgeKind) => void

/** So many weighed articles are cached: neighbours of one article are neighbours of the next too. */
const CACHE_SIZE = 2048

/** The most edges found for one article: a thousand copies of one text need not all be connected with each other. */
export const MOST_EDGES = 300

/** An edge to be kept. */
interface FoundEdge {
  readonly node: number
  readonly weight: number
  readonly kind: EdgeKind
}

/** An empty graph for one epoch, over packed prints. */
export function createStoryGraph(rules: Rules, packed: PackedPrints = createPackedPrints()): StoryGraph {
  const nodes = new Map<string, number>()
  const keys: string[] = []
  let isPresent = new Uint8Array(64)
  let masses = new Float64Array(64)
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  let bodyTerms = new Uint16Array(64)
  let published = new Float64Array(64)
  // Nodes whose edges were searched; the others were added lazily and only have edges to newcomers.
  let hasEdges = new Uint8Array(64)
  const rows = createRows()
  const index = createNeighbourIndex()
  const comparison = createPairComparison()
  const terms = emptyTerms()
  let touched = new Set<string>()
  const label = emptyHeader()
  const other = { length: 0, titleTotal: 0, figures: 0 }

  const weighed = createMemo<number, WeighedArticle>(CACHE_SIZE)
  const weighAt = (node: number): WeighedArticle => {
    const known = weighed.get(node)
    if (known !== undefined) return known
    const { terms: found, language } = packed.articleAt(node)
    const made = weighTerms(found, language, rules.epoch)
    weighed.set(node, made)
    return made
  }
  // The node whose terms are in the lookup table; one article is compared with many others in a row.
  let loadedNode = -1
  const compareAt = (node: number, near: number): TermEvidence => {
    if (loadedNode !== node) comparison.begin(weighAt(node))
    loadedNode = node
    packed.findTerms(near, terms)
    other.length = lengths[near]!
    other.titleTotal = titleTotals[near]!
    other.figures = figures[near]!
    return comparison.compare(terms, other)
  }
  const restOf = (own: WeighedArticle, near: number, hoursApart: number | null) => ({
    shorter: Math.min(own.ids.length, packed.sizeAt(near)),
    isBare: isBarePair(own, { bodyTerms: bodyTerms[near]! }),
    hoursApart,
    names: 0,
    isFollowUp: false,
  })
  /** The number of names that two articles of one newsroom share; the two must have been compared last. */
  const namesAt = (node: number, near: number): number => (areOneSource(node, near) ? comparison.countNames(terms) : 0)
  const evidenceAt = (node: number, near: number): PairEvidence => {
    const hours = hoursBetween(noneIfUnknown(published[node]!), noneIfUnknown(published[near]!))
    const rest = restOf(weighAt(node), near, hours)
    const found = compareAt(node, near)
    rest.names = namesAt(node, near)
    const evidence = evidenceOf(found, rest, packed.printAt(node), packed.printAt(near), rules.epoch)
    const isFollowUp = evidence.sameSource && mayFollowUp(evidence) && isToldElsewhere(node, near)
    return isFollowUp ? { ...evidence, isFollowUp } : evidence
  }
  const newsrooms: Newsroom[] = []
  const newsroomAt = (node: number): Newsroom => {
    newsrooms[node] ??= originIn(packed.bytesAt(node))
    return newsrooms[node]
  }
  const areOneSource = (node: number, near: number): boolean => isOneSource(newsroomAt(node), newsroomAt(near))
  /** Whether one of two articles has a link to an article of another newsroom. */
  const isToldElsewhere = (node: number, near: number): boolean =>
    [node, near].some((one) => {
      findOwnEdges(one)
      let isTold = false
      rows.each(one, (other, _, kind) => {
        isTold ||= isTie(kind) && !areOneSource(one, other)
      })
      return isTold
    })
  /** The edges of an article to accepted nodes; the strongest where there are too many, ties by key. */
  const findEdges = (node: number, own: WeighedArticle, isAsked: (node: number) => boolean): FoundEdge[] => {
    const found: FoundEdge[] = []
    readHeader(packed.bytesAt(node), label)
    const at = label.published
    index.each(own.heavy, (near) => {
      if (isPresent[near] === 0 || near === node || !isAsked(near) || packed.languageAt(near) !== own.language) return
      const hours = hoursBetween(at, noneIfUnknown(published[near]!))
      if (hours !== null && hours > rules.policy.pairs.reachHours) return
      const evidence = compareAt(node, near)
      const rest = restOf(own, near, hours)
      rest.names = namesAt(node, near)
      rest.isFollowUp = mayFollowUp(rest)
      const most = mostCertain(evidence, rest, own.language, rules.policy.pairs)
      if (evidence.overlap < COPY_OVERLAP && !isLiteral(rules)) {
        if (most < LEAST_SUPPORT) return
        if (most < rules.policy.pairs.threshold) {
          found.push({ node: near, weight: most, kind: 'unjudged' })
          return
        }
      }
      const [a, b] = [packed.printAt(node), packed.printAt(near)]
      const edge = edgeOf(evidenceOf(evidence, rest, a, b, rules.epoch), a, b, own.language, rules)
      if (edge !== null) found.push({ node: near, ...edge })
    })
    if (found.length <= MOST_EDGES) return found
    const strength = ({ weight, kind }: FoundEdge): number => (isTie(kind) ? 1 + weight : weight)
    found.sort((x, y) => strength(y) - strength(x) || (keys[x.node]! < keys[y.node]! ? -1 : 1)).length = MOST_EDGES
    return found
  }
  const remove = (key: string): void => {
    const node = nodes.get(key)
    if (node === undefined) return
    findOwnEdges(node)
    rows.each(node, (near) => {
      rows.drop(near, node)
      touched.add(keys[near]!)
      // A follow-up may hang on the link that goes.
      rows.each(near, (other, _, kind) => {
        if (kind === 'follow-up') touched.add(keys[other]!)
      })
    })
    rows.clear(node)
    isPresent[node] = 0
    nodes.delete(key)
    touched.delete(key)
  }
  const keep = (node: number, edges: readonly FoundEdge[]): void => {
    for (const { node: near, weight, kind } of edges) {
      rows.add(node, near, weight, kind)
      rows.add(near, node, weight, kind)
    }
  }
  const insert = (node: number, own: WeighedArticle): void => {
    readHeader(packed.bytesAt(node), label)
    keys[node] = keyIn(packed.bytesAt(node))
    masses = ensureCapacity(masses, node + 1)
    const undated = label.published === null ? (rules.epoch.window?.undatedIn(own.language) ?? 0) : 0
    masses[node] = storyMass(own.bodyTerms) * undatedMass(undated)
    lengths = ensureCapacity(lengths, node + 1)
    lengths[node] = own.length
    titleTotals = ensureCapacity(titleTotals, node + 1)
    titleTotals[node] = own.titleTotal
    figures = ensureCapacity(figures, node + 1)
    figures[node] = Math.min(255, own.figures)
    bodyTerms = ensureCapacity(bodyTerms, node + 1)
    bodyTerms[node] = own.bodyTerms
    published = ensureCapacity(published, node + 1)
    published[node] = label.published ?? Number.NaN
    hasEdges = ensureCapacity(hasEdges, node + 1)
    isPresent = ensureCapacity(isPresent, node + 1)
    isPresent[node] = 1
    nodes.set(keys[node]!, node)
    index.add(node, own.heavy)
  }
  const addAt = (node: number): void => {
    remove(keyIn(packed.bytesAt(node)))
    const own = weighAt(node)
    keep(
      node,
      findEdges(node, own, () => true),
    )
    insert(node, own)
    hasEdges[node] = 1
    touched.add(keys[node]!)
  }
  const findOwnEdges = (node: number): void => {
    if (hasEdges[node] !== 0) return
    hasEdges[node] = 1
    // Edges to searched nodes are stored already.
    keep(
      node,
      findEdges(node, weighAt(node), (near) => hasEdges[near] === 0),
    )
  }
  const eachEdge = (node: number, visit: VisitEdge): void => {
    findOwnEdges(node)
    rows.each(node, (other, weight, kind) => {
      if (kind !== 'follow-up') visit(other, weight, kind)
      else if (isToldElsewhere(node, other)) visit(other, weight, 'link')
    })
  }
  const judge = (node: number, near: number): StoryEdge | null => {
    const [a, b] = [packed.printAt(node), packed.printAt(near)]
    const edge = edgeOf(evidenceAt(node, near), a, b, packed.languageAt(node), rules)
    for (const [from, to] of [
      [node, near],
      [near, node],
    ] as const) {
      rows.drop(from, to)
      if (edge !== null) rows.add(from, to, edge.weight, edge.kind)
    }
    return edge
  }
  return {
    rules,
    remove,
    judge,
    evidenceAt,
    add: (print) => addAt(packed.add(bytesOf(print))),
    addBytes: (bytes) => addAt(packed.add(bytes)),
    addAt,
    addLazilyAt: (node) => insert(node, weighAt(node)),
    isTouched: (key) => touched.has(key),
    touch: (key) => {
      if (nodes.has(key)) touched.add(key)
    },
    keys: () => nodes.keys(),
    size: () => nodes.size,
    nodeOf: (key) => nodes.get(key) ?? null,
    keyAt: (node) => keys[node]!,
    massAt: (node) => masses[node]!,
    publishedAt: (node) => noneIfUnknown(published[node]!),
    originAt: (node) => originIn(packed.bytesAt(node)),
    printAt: (node) => packed.printAt(node),
    languageAt: (node) => packed.languageAt(node),
    eachEdge,
    takeTouched: () => {
      const taken = touched
      touched = new Set()
      return taken
    },
  }
}

/** NaN means no date in a column. */
function noneIfUnknown(at: number): number | null {
  return Number.isNaN(at) ? null : at
}

/** Adjacency lists: for each edge a code of target and kind, then the weight. */
function createRows() {
  const rows: (number[] | undefined)[] = []
  return {
    add: (from: number, to: number, weight: number, kind: EdgeKind): void => {
      const code = to * EDGE_KINDS.length + EDGE_KINDS.indexOf(kind)
      const row = rows[from]
      if (row === undefined) rows[from] = [code, weight]
      else row.push(code, weight)
    },
    drop: (from: number, to: number): void => {
      const row = rows[from]!
      for (let at = 0; at < row.length; at += 2) {
        if (Math.floor(row[at]! / EDGE_KINDS.length) === to) row.splice(at, 2)
      }
    },
    clear: (node: number): void => {
      rows[node] = undefined
    },
    each: (node: number, visit: VisitEdge): void => {
      const row = rows[node]
      if (row === undefined) return
      for (let at = 0; at < row.length; at += 2) {
        const code = row[at]!
        visit(Math.floor(code / EDGE_KINDS.length), row[at + 1]!, EDGE_KINDS[code % EDGE_KINDS.length]!)
      }
    },
  }
}

import type { PairEvidence } from '../../domain/pair-evidence.ts'
import type { Print } from '../../domain/print.ts'
import { withRoom } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import { type WeighedArticle, weighTerms } from '../epoch/weighed-article.ts'
import { evidenceOf, hoursBetween, isBarePair } from '../judge-pair.ts'
import { createPairComparison, type TermEvidence } from '../pair-comparison.ts'
import { mayFollowUp, mostCertain } from '../pair-rule.ts'
import { keyIn, originIn, type PrintOrigin } from '../print/encode-print.ts'
import { bytesOf } from '../print/open-print.ts'
import { emptyLabel, readLabel } from '../print/print-label.ts'
import { isOneSource, type Newsroom, type Rules } from '../rules.ts'
import { createNeighbourIndex } from './neighbour-index.ts'
import { createPrintPile, emptyTerms, type PrintPile } from './packed-prints.ts'
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

/** The articles of a window and the edges between them. Edges are found when an article is added, and only its own. */
export interface StoryGraph {
  readonly rules: Rules
  readonly add: (print: Print) => void
  /** The same for a stored print, which is opened no more than it must. */
  readonly addBytes: (bytes: Uint8Array) => void
  /** The same for one that lies on the graph's pile. */
  readonly addAt: (place: number) => void
  /** Adds one on the pile whose story is settled. Its edges to others added so are found when they are first asked for. */
  readonly standAt: (place: number) => void
  readonly isTouched: (key: string) => boolean
  /** Asks for an article to be settled again. */
  readonly touch: (key: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  /** Articles stand at places, and edges lead from place to place; null for one that is not there. */
  readonly placeOf: (key: string) => number | null
  readonly keyAt: (place: number) => string
  readonly massAt: (place: number) => number
  readonly publishedAt: (place: number) => number | null
  readonly originAt: (place: number) => PrintOrigin
  readonly printAt: (place: number) => Print
  readonly languageAt: (place: number) => string
  readonly eachEdge: (place: number, visit: VisitEdge) => void
  /** What speaks for two articles of one language telling one event. */
  readonly evidenceAt: (place: number, other: number) => PairEvidence
  /** Judges an edge that is not judged yet, and keeps what it found; null when there is none after all. */
  readonly judge: (place: number, other: number) => StoryEdge | null
  /** Keys whose surroundings changed since they were last taken. */
  readonly takeTouched: () => ReadonlySet<string>
}

export type VisitEdge = (other: number, weight: number, kind: EdgeKind) => void

/** Articles near one are near the next too: so many are kept weighed. */
const AT_HAND = 2048

/** A thousand copies of one text need not each be tied to all others: so many edges hold any story together. */
export const MOST_EDGES = 300

/** An edge to be kept. */
interface FoundEdge {
  readonly place: number
  readonly weight: number
  readonly kind: EdgeKind
}

/** An empty graph for one epoch; its articles lie on a pile, which may hold prints already. */
export function createStoryGraph(rules: Rules, pile: PrintPile = createPrintPile()): StoryGraph {
  const places = new Map<string, number>()
  const keys: string[] = []
  let isThere = new Uint8Array(64)
  let masses = new Float64Array(64)
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  let bodyTerms = new Uint16Array(64)
  let published = new Float64Array(64)
  // Places whose edges are found; of those who only stand there the edges to newcomers are known alone.
  let isLinked = new Uint8Array(64)
  const rows = createRows()
  const index = createNeighbourIndex()
  const comparison = createPairComparison()
  const terms = emptyTerms()
  let touched = new Set<string>()
  const label = emptyLabel()
  const other = { length: 0, titleTotal: 0, figures: 0 }

  const weighed = createMemo<number, WeighedArticle>(AT_HAND)
  const weighAt = (place: number): WeighedArticle => {
    const known = weighed.get(place)
    if (known !== undefined) return known
    const { terms: found, language } = pile.articleAt(place)
    const made = weighTerms(found, language, rules.epoch)
    weighed.set(place, made)
    return made
  }
  // Whose terms are laid out; one article is compared with many others in a row.
  let laid = -1
  const compareAt = (place: number, near: number): TermEvidence => {
    if (laid !== place) comparison.begin(weighAt(place))
    laid = place
    pile.findTerms(near, terms)
    other.length = lengths[near]!
    other.titleTotal = titleTotals[near]!
    other.figures = figures[near]!
    return comparison.compare(terms, other)
  }
  const restOf = (own: WeighedArticle, near: number, hoursApart: number | null) => ({
    shorter: Math.min(own.ids.length, pile.sizeAt(near)),
    isBare: isBarePair(own, { bodyTerms: bodyTerms[near]! }),
    hoursApart,
    names: 0,
    isFollowUp: false,
  })
  /** The names that the two compared last share. */
  const namesAt = (place: number, near: number): number =>
    areOneSource(place, near) ? comparison.countNames(terms) : 0
  const evidenceAt = (place: number, near: number): PairEvidence => {
    const hours = hoursBetween(noneIfUnknown(published[place]!), noneIfUnknown(published[near]!))
    const rest = restOf(weighAt(place), near, hours)
    const found = compareAt(place, near)
    rest.names = namesAt(place, near)
    const evidence = evidenceOf(found, rest, pile.printAt(place), pile.printAt(near), rules.epoch)
    const isFollowUp = evidence.sameSource && mayFollowUp(evidence) && isToldElsewhere(place, near)
    return isFollowUp ? { ...evidence, isFollowUp } : evidence
  }
  const newsrooms: Newsroom[] = []
  const newsroomAt = (place: number): Newsroom => {
    newsrooms[place] ??= originIn(pile.bytesAt(place))
    return newsrooms[place]
  }
  const areOneSource = (place: number, near: number): boolean => isOneSource(newsroomAt(place), newsroomAt(near))
  /** Whether another newsroom tells what one of two articles tells. */
  const isToldElsewhere = (place: number, near: number): boolean =>
    [place, near].some((one) => {
      findOwnEdges(one)
      let isTold = false
      rows.each(one, (other, _, kind) => {
        isTold ||= isTie(kind) && !areOneSource(one, other)
      })
      return isTold
    })
  /** The edges of an article to those asked for, the surest where there are too many; the key settles ties. */
  const findEdges = (place: number, own: WeighedArticle, isAsked: (place: number) => boolean): FoundEdge[] => {
    const found: FoundEdge[] = []
    readLabel(pile.bytesAt(place), label)
    const at = label.published
    index.each(own.heavy, (near) => {
      if (isThere[near] === 0 || near === place || !isAsked(near) || pile.languageAt(near) !== own.language) return
      const hours = hoursBetween(at, noneIfUnknown(published[near]!))
      if (hours !== null && hours > rules.policy.pairs.reachHours) return
      const evidence = compareAt(place, near)
      const rest = restOf(own, near, hours)
      rest.names = namesAt(place, near)
      rest.isFollowUp = mayFollowUp(rest)
      const most = mostCertain(evidence, rest, own.language, rules.policy.pairs)
      if (evidence.overlap < COPY_OVERLAP && !isLiteral(rules)) {
        if (most < LEAST_SUPPORT) return
        if (most < rules.policy.pairs.threshold) {
          found.push({ place: near, weight: most, kind: 'unjudged' })
          return
        }
      }
      const [a, b] = [pile.printAt(place), pile.printAt(near)]
      const edge = edgeOf(evidenceOf(evidence, rest, a, b, rules.epoch), a, b, own.language, rules)
      if (edge !== null) found.push({ place: near, ...edge })
    })
    if (found.length <= MOST_EDGES) return found
    const strength = ({ weight, kind }: FoundEdge): number => (isTie(kind) ? 1 + weight : weight)
    found.sort((x, y) => strength(y) - strength(x) || (keys[x.place]! < keys[y.place]! ? -1 : 1)).length = MOST_EDGES
    return found
  }
  const remove = (key: string): void => {
    const place = places.get(key)
    if (place === undefined) return
    findOwnEdges(place)
    rows.each(place, (near) => {
      rows.drop(near, place)
      touched.add(keys[near]!)
      // A follow-up may hang on the link that goes.
      rows.each(near, (other, _, kind) => {
        if (kind === 'follow-up') touched.add(keys[other]!)
      })
    })
    rows.clear(place)
    isThere[place] = 0
    places.delete(key)
    touched.delete(key)
  }
  const keep = (place: number, edges: readonly FoundEdge[]): void => {
    for (const { place: near, weight, kind } of edges) {
      rows.add(place, near, weight, kind)
      rows.add(near, place, weight, kind)
    }
  }
  const enter = (place: number, own: WeighedArticle): void => {
    readLabel(pile.bytesAt(place), label)
    keys[place] = keyIn(pile.bytesAt(place))
    masses = withRoom(masses, place + 1)
    const undated = label.published === null ? (rules.epoch.window?.undatedIn(own.language) ?? 0) : 0
    masses[place] = storyMass(own.bodyTerms) * undatedMass(undated)
    lengths = withRoom(lengths, place + 1)
    lengths[place] = own.length
    titleTotals = withRoom(titleTotals, place + 1)
    titleTotals[place] = own.titleTotal
    figures = withRoom(figures, place + 1)
    figures[place] = Math.min(255, own.figures)
    bodyTerms = withRoom(bodyTerms, place + 1)
    bodyTerms[place] = own.bodyTerms
    published = withRoom(published, place + 1)
    published[place] = label.published ?? Number.NaN
    isLinked = withRoom(isLinked, place + 1)
    isThere = withRoom(isThere, place + 1)
    isThere[place] = 1
    places.set(keys[place]!, place)
    index.add(place, own.heavy)
  }
  const addAt = (place: number): void => {
    remove(keyIn(pile.bytesAt(place)))
    const own = weighAt(place)
    keep(
      place,
      findEdges(place, own, () => true),
    )
    enter(place, own)
    isLinked[place] = 1
    touched.add(keys[place]!)
  }
  const findOwnEdges = (place: number): void => {
    if (isLinked[place] !== 0) return
    isLinked[place] = 1
    // With those whose edges are found already the edge is there.
    keep(
      place,
      findEdges(place, weighAt(place), (near) => isLinked[near] === 0),
    )
  }
  const eachEdge = (place: number, visit: VisitEdge): void => {
    findOwnEdges(place)
    rows.each(place, (other, weight, kind) => {
      if (kind !== 'follow-up') visit(other, weight, kind)
      else if (isToldElsewhere(place, other)) visit(other, weight, 'link')
    })
  }
  const judge = (place: number, near: number): StoryEdge | null => {
    const [a, b] = [pile.printAt(place), pile.printAt(near)]
    const edge = edgeOf(evidenceAt(place, near), a, b, pile.languageAt(place), rules)
    for (const [from, to] of [
      [place, near],
      [near, place],
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
    add: (print) => addAt(pile.add(bytesOf(print))),
    addBytes: (bytes) => addAt(pile.add(bytes)),
    addAt,
    standAt: (place) => enter(place, weighAt(place)),
    isTouched: (key) => touched.has(key),
    touch: (key) => {
      if (places.has(key)) touched.add(key)
    },
    keys: () => places.keys(),
    size: () => places.size,
    placeOf: (key) => places.get(key) ?? null,
    keyAt: (place) => keys[place]!,
    massAt: (place) => masses[place]!,
    publishedAt: (place) => noneIfUnknown(published[place]!),
    originAt: (place) => originIn(pile.bytesAt(place)),
    printAt: (place) => pile.printAt(place),
    languageAt: (place) => pile.languageAt(place),
    eachEdge,
    takeTouched: () => {
      const taken = touched
      touched = new Set()
      return taken
    },
  }
}

/** NaN stands for no date in a column. */
function noneIfUnknown(at: number): number | null {
  return Number.isNaN(at) ? null : at
}

/** The edges of each place: number of the other place and the kind, then the weight. */
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
    clear: (place: number): void => {
      rows[place] = undefined
    },
    each: (place: number, visit: VisitEdge): void => {
      const row = rows[place]
      if (row === undefined) return
      for (let at = 0; at < row.length; at += 2) {
        const code = row[at]!
        visit(Math.floor(code / EDGE_KINDS.length), row[at + 1]!, EDGE_KINDS[code % EDGE_KINDS.length]!)
      }
    },
  }
}

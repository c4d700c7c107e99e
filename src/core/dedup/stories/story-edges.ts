import type { PairEvidence, PairVeto } from '../../domain/pair-evidence.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { PairSetting } from '../pair-rule.ts'
import { createEdgeLists } from './edge-lists.ts'
import { EDGE_KINDS, type EdgeKind, type StoryEdge } from './story-edge.ts'

/** What two articles were found to have in common. The rest of their evidence follows from their nodes. */
export type KeptEvidence = Pick<
  PairEvidence,
  'overlap' | 'titles' | 'headlines' | 'shared' | 'rarest' | 'otherFigures' | 'terms' | 'otherNames' | 'names'
>

/** What their titles say; null while they were not compared. */
export type KeptSetting = Omit<PairSetting, 'language'> | null

/** An edge with the evidence it was made from. */
export interface FoundEdge extends StoryEdge {
  readonly evidence: KeptEvidence
  readonly setting: KeptSetting
}

export type VisitEdge = (other: number, weight: number, kind: EdgeKind) => void

/** The edges of the story graph: an edge list with the evidence of each edge, so that no pair is compared twice, and adjacency lists. */
export interface StoryEdges {
  readonly add: (a: number, b: number, edge: FoundEdge) => void
  /** Replaces the edge between two nodes. */
  readonly replace: (a: number, b: number, edge: FoundEdge) => void
  readonly drop: (a: number, b: number) => void
  /** Drops all edges of a node. */
  readonly clear: (node: number) => void
  readonly each: (node: number, visit: VisitEdge) => void
  /** The edge between two nodes, which must be there. */
  readonly between: (a: number, b: number) => FoundEdge
}

/** An edge's weight and evidence take so many numbers, those of this many edges one chunk: a column that grows would be copied again and again. */
const NUMBERS = 10
const CHUNK_BITS = 12
const IN_CHUNK = (1 << CHUNK_BITS) - 1

/** No edges. */
export function createStoryEdges(): StoryEdges {
  const lists = createEdgeLists()
  let kinds = new Uint8Array(64)
  let settings = new Uint8Array(64)
  const chunks: Float64Array[] = []
  let size = 0
  // Numbers of dropped edges.
  const free: number[] = []

  const newEdge = (): number => {
    const reused = free.pop()
    if (reused !== undefined) return reused
    kinds = ensureCapacity(kinds, size + 1)
    settings = ensureCapacity(settings, size + 1)
    if (size >> CHUNK_BITS === chunks.length) chunks.push(new Float64Array(NUMBERS << CHUNK_BITS))
    return size++
  }
  const numbersOf = (edge: number): Float64Array => chunks[edge >> CHUNK_BITS]!
  const weightOf = (edge: number): number => numbersOf(edge)[NUMBERS * (edge & IN_CHUNK)]!
  const write = (edge: number, { weight, kind, evidence, setting }: FoundEdge): void => {
    kinds[edge] = EDGE_KINDS.indexOf(kind)
    settings[edge] = encodeSetting(setting)
    const numbers = numbersOf(edge)
    const at = NUMBERS * (edge & IN_CHUNK)
    numbers[at] = weight
    numbers[at + 1] = evidence.overlap
    numbers[at + 2] = evidence.titles
    numbers[at + 3] = evidence.headlines
    numbers[at + 4] = evidence.shared
    numbers[at + 5] = evidence.rarest
    numbers[at + 6] = evidence.otherFigures
    numbers[at + 7] = evidence.names
    numbers[at + 8] = evidence.terms
    numbers[at + 9] = evidence.otherNames
  }
  return {
    add: (a, b, found) => {
      const edge = newEdge()
      write(edge, found)
      lists.link(edge, a, b)
    },
    replace: (a, b, found) => write(lists.find(a, b), found),
    drop: (a, b) => {
      const edge = lists.find(a, b)
      lists.unlink(edge)
      free.push(edge)
    },
    clear: (node) => {
      for (let end = lists.first(node); end >= 0; end = lists.next(end)) {
        lists.unlink(end >> 1)
        free.push(end >> 1)
      }
    },
    each: (node, visit) => {
      // An edge that is added meanwhile is visited too.
      for (let end = lists.first(node); end >= 0; end = lists.next(end))
        visit(lists.otherNode(end), weightOf(end >> 1), EDGE_KINDS[kinds[end >> 1]!]!)
    },
    between: (a, b) => {
      const edge = lists.find(a, b)
      const numbers = numbersOf(edge)
      const at = NUMBERS * (edge & IN_CHUNK)
      const evidence: KeptEvidence = {
        overlap: numbers[at + 1]!,
        titles: numbers[at + 2]!,
        headlines: numbers[at + 3]!,
        shared: numbers[at + 4]!,
        rarest: numbers[at + 5]!,
        otherFigures: numbers[at + 6]!,
        names: numbers[at + 7]!,
        terms: numbers[at + 8]!,
        otherNames: numbers[at + 9]!,
      }
      return {
        weight: numbers[at]!,
        kind: EDGE_KINDS[kinds[edge]!]!,
        evidence,
        setting: decodeSetting(settings[edge]!),
      }
    },
  }
}

const VETOES: readonly (PairVeto | null)[] = [null, 'version', 'roundup', 'numbers', 'occasion', 'one-term']
/** Bits of a setting: the titles were compared, they have other numbers, other numbers that do not run, other places. The veto's index lies above. */
const COMPARED = 1
const OTHER_NUMBERS = 2
const OTHER_FIXED_NUMBERS = 4
const OTHER_PLACES = 8
const VETO_SHIFT = 4

function encodeSetting(setting: KeptSetting): number {
  if (setting === null) return 0
  const numbers = (setting.otherNumbers ? OTHER_NUMBERS : 0) | (setting.otherFixedNumbers ? OTHER_FIXED_NUMBERS : 0)
  const places = setting.otherPlaces ? OTHER_PLACES : 0
  return COMPARED | numbers | places | (VETOES.indexOf(setting.veto) << VETO_SHIFT)
}

function decodeSetting(bits: number): KeptSetting {
  if (bits === 0) return null
  return {
    otherNumbers: (bits & OTHER_NUMBERS) !== 0,
    otherFixedNumbers: (bits & OTHER_FIXED_NUMBERS) !== 0,
    otherPlaces: (bits & OTHER_PLACES) !== 0,
    veto: VETOES[bits >> VETO_SHIFT]!,
  }
}

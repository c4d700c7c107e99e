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

/** What every edge has takes so many numbers, what few have so many more; those of this many edges are one chunk: a column that grows would be copied again and again. */
const NUMBERS = 5
const MORE_NUMBERS = 4
const CHUNK_BITS = 12
const IN_CHUNK = (1 << CHUNK_BITS) - 1

/** A column of records of some numbers each. */
function createRecords(numbers: number) {
  const chunks: Float64Array[] = []
  return {
    ensureRoom: (size: number): void => {
      while (chunks.length << CHUNK_BITS < size) chunks.push(new Float64Array(numbers << CHUNK_BITS))
    },
    chunkOf: (record: number): Float64Array => chunks[record >> CHUNK_BITS]!,
    startOf: (record: number): number => numbers * (record & IN_CHUNK),
  }
}

/** Kind, weight and evidence by edge. */
function createEdgeValues() {
  let kinds = new Uint8Array(64)
  let settings = new Uint8Array(64)
  let otherFigures = new Uint16Array(64)
  // Where the numbers that few edges have are, plus one.
  let moreAt = new Uint32Array(64)
  const records = createRecords(NUMBERS)
  const more = createRecords(MORE_NUMBERS)
  let moreSize = 0

  const weightOf = (edge: number): number => records.chunkOf(edge)[records.startOf(edge)]!
  const kindOf = (edge: number): EdgeKind => EDGE_KINDS[kinds[edge]!]!
  const writeMore = (edge: number, { headlines, names, terms, otherNames }: KeptEvidence): void => {
    if (moreAt[edge] === 0) {
      if (headlines === 0 && names === 0 && terms === 0 && otherNames === 0) return
      more.ensureRoom(moreSize + 1)
      moreAt[edge] = ++moreSize
    }
    const numbers = more.chunkOf(moreAt[edge]! - 1)
    const at = more.startOf(moreAt[edge]! - 1)
    numbers[at] = headlines
    numbers[at + 1] = names
    numbers[at + 2] = terms
    numbers[at + 3] = otherNames
  }
  const evidenceOf = (edge: number): KeptEvidence => {
    const numbers = records.chunkOf(edge)
    const at = records.startOf(edge)
    const record = moreAt[edge]! - 1
    const rest = record < 0 ? NOTHING_MORE : more.chunkOf(record)
    const from = record < 0 ? 0 : more.startOf(record)
    return {
      overlap: numbers[at + 1]!,
      titles: numbers[at + 2]!,
      headlines: rest[from]!,
      shared: numbers[at + 3]!,
      rarest: numbers[at + 4]!,
      otherFigures: otherFigures[edge]!,
      names: rest[from + 1]!,
      terms: rest[from + 2]!,
      otherNames: rest[from + 3]!,
    }
  }
  return {
    weightOf,
    kindOf,
    ensureRoom: (size: number): void => {
      kinds = ensureCapacity(kinds, size)
      settings = ensureCapacity(settings, size)
      otherFigures = ensureCapacity(otherFigures, size)
      moreAt = ensureCapacity(moreAt, size)
      records.ensureRoom(size)
    },
    write: (edge: number, { weight, kind, evidence, setting }: FoundEdge): void => {
      kinds[edge] = EDGE_KINDS.indexOf(kind)
      settings[edge] = encodeSetting(setting)
      otherFigures[edge] = evidence.otherFigures
      const numbers = records.chunkOf(edge)
      const at = records.startOf(edge)
      numbers[at] = weight
      numbers[at + 1] = evidence.overlap
      numbers[at + 2] = evidence.titles
      numbers[at + 3] = evidence.shared
      numbers[at + 4] = evidence.rarest
      writeMore(edge, evidence)
    },
    read: (edge: number): FoundEdge => ({
      weight: weightOf(edge),
      kind: kindOf(edge),
      evidence: evidenceOf(edge),
      setting: decodeSetting(settings[edge]!),
    }),
  }
}

const NOTHING_MORE = new Float64Array(MORE_NUMBERS)

/** No edges. */
export function createStoryEdges(): StoryEdges {
  const values = createEdgeValues()
  const lists = createEdgeLists()
  let size = 0
  // Numbers of dropped edges.
  const free: number[] = []

  const newEdge = (): number => {
    const reused = free.pop()
    if (reused !== undefined) return reused
    values.ensureRoom(size + 1)
    return size++
  }
  const drop = (edge: number): void => {
    lists.unlink(edge)
    free.push(edge)
  }
  return {
    add: (a, b, found) => {
      const edge = newEdge()
      values.write(edge, found)
      lists.link(edge, a, b)
    },
    replace: (a, b, found) => values.write(lists.find(a, b), found),
    drop: (a, b) => drop(lists.find(a, b)),
    clear: (node) => {
      for (let end = lists.first(node); end >= 0; end = lists.next(end)) drop(end >> 1)
    },
    each: (node, visit) => {
      // An edge that is added meanwhile is visited too.
      for (let end = lists.first(node); end >= 0; end = lists.next(end))
        visit(lists.otherNode(end), values.weightOf(end >> 1), values.kindOf(end >> 1))
    },
    between: (a, b) => values.read(lists.find(a, b)),
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

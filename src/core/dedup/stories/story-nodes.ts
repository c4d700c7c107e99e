import { namesNewsroom } from '../../text/agencies.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createKeyTable } from '../containers/key-table.ts'
import type { WeighedArticle } from '../epoch/weighed-article.ts'
import type { OtherSide } from '../pair-comparison.ts'
import { FIRST_HASH } from '../print/print-layout.ts'
import type { Rules } from '../rules.ts'
import type { PackedPrints } from './packed-prints.ts'
import { storyMass, undatedMass } from './story-policy.ts'

/** The nodes of the story graph: one per article, numbered as its packed print. */
export interface StoryNodes {
  /** Adds the node of an article whose key is in no other node. */
  readonly add: (node: number, own: WeighedArticle) => void
  readonly remove: (node: number) => void
  readonly isPresent: (node: number) => boolean
  /** The node of an article; null when it has none. */
  readonly find: (key: string) => number | null
  /** The node of the article that a packed print is of; null when it has none. */
  readonly findSame: (print: number) => number | null
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  readonly keyAt: (node: number) => string
  /** The order of the keys of two nodes. */
  readonly compareKeys: (a: number, b: number) => number
  readonly massAt: (node: number) => number
  readonly bodyTermsAt: (node: number) => number
  /** The number of terms, those of the feed's boilerplate left out. */
  readonly sizeAt: (node: number) => number
  /** What a comparison needs of a node besides its terms, in a record that the next call overwrites. */
  readonly sideAt: (node: number) => OtherSide
  /** Whether two articles are of one newsroom, as `isOneSource` tells. */
  readonly areOneSource: (a: number, b: number) => boolean
  /** Whether one is credited to the newsroom of the other, as `isCredited` tells. */
  readonly areCredited: (a: number, b: number) => boolean
}

/** No nodes yet. The fields are columns: records for a hundred thousand articles would slow down every garbage collection. */
export function createStoryNodes({ epoch }: Rules, packed: PackedPrints): StoryNodes {
  const keys = createKeyTable()
  const { feedAt, domainAt, sourceAt, publisherAt } = packed
  const isNamed = createNaming(packed.textOf)
  let isPresent = new Uint8Array(64)
  let masses = new Float64Array(64)
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  let bodyTerms = new Uint16Array(64)
  let sizes = new Uint32Array(64)
  const side = { length: 0, titleTotal: 0, figures: 0 }

  const ensureRoom = (size: number): void => {
    isPresent = ensureCapacity(isPresent, size)
    masses = ensureCapacity(masses, size)
    lengths = ensureCapacity(lengths, size)
    titleTotals = ensureCapacity(titleTotals, size)
    figures = ensureCapacity(figures, size)
    bodyTerms = ensureCapacity(bodyTerms, size)
    sizes = ensureCapacity(sizes, size)
  }
  return {
    add: (node, own) => {
      ensureRoom(node + 1)
      const undated = packed.publishedAt(node) === null ? (epoch.window?.undatedIn(own.language) ?? 0) : 0
      keys.add(node, packed.headAt(node), FIRST_HASH)
      isPresent[node] = 1
      masses[node] = storyMass(own.bodyTerms) * undatedMass(undated)
      lengths[node] = own.length
      titleTotals[node] = own.titleTotal
      figures[node] = Math.min(255, own.figures)
      bodyTerms[node] = own.bodyTerms
      sizes[node] = own.ids.length
    },
    remove: (node) => {
      isPresent[node] = 0
      keys.remove(node)
    },
    isPresent: (node) => isPresent[node] === 1,
    find: (key) => orNull(keys.find(key)),
    findSame: (print) => orNull(keys.findBytes(packed.headAt(print), FIRST_HASH)),
    *keys() {
      for (let node = 0; node < isPresent.length; node++) if (isPresent[node] === 1) yield keys.keyAt(node)
    },
    size: keys.size,
    keyAt: keys.keyAt,
    compareKeys: keys.compare,
    massAt: (node) => masses[node]!,
    bodyTermsAt: (node) => bodyTerms[node]!,
    sizeAt: (node) => sizes[node]!,
    sideAt: (node) => {
      side.length = lengths[node]!
      side.titleTotal = titleTotals[node]!
      side.figures = figures[node]!
      return side
    },
    areOneSource: (a, b) =>
      areSame(feedAt(a), feedAt(b)) || areSame(domainAt(a), domainAt(b)) || areSame(sourceAt(a), sourceAt(b)),
    areCredited: (a, b) =>
      areSame(publisherAt(a), publisherAt(b)) ||
      isNamed(publisherAt(a), sourceAt(b)) ||
      isNamed(publisherAt(b), sourceAt(a)),
  }
}

const orNull = (node: number): number | null => (node < 0 ? null : node)

const areSame = (a: number, b: number): boolean => a === b && a !== 0

/** Whether a publisher is the newsroom of a name, both by number; found out once for each two. */
function createNaming(textOf: PackedPrints['textOf']): (publisher: number, source: number) => boolean {
  const known = new Map<number, boolean>()
  return (publisher, source) => {
    if (publisher === 0 || source === 0) return false
    const pair = publisher * 2 ** 26 + source
    const found = known.get(pair) ?? namesNewsroom(textOf(publisher)!, textOf(source)!)
    known.set(pair, found)
    return found
  }
}

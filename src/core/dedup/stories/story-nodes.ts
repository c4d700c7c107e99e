import { namesNewsroom } from '../../text/agencies.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { WeighedArticle } from '../epoch/weighed-article.ts'
import type { OtherSide } from '../pair-comparison.ts'
import { originIn, type PrintOrigin } from '../print/decode-print.ts'
import type { Rules } from '../rules.ts'
import type { PackedPrints } from './packed-prints.ts'
import { storyMass, undatedMass } from './story-policy.ts'

/** The nodes of the story graph: one per article, numbered as its packed print. */
export interface StoryNodes {
  /** Adds the node of an article whose key is in no other node. */
  readonly add: (node: number, key: string, own: WeighedArticle) => void
  readonly remove: (key: string) => void
  readonly isPresent: (node: number) => boolean
  /** The node of an article; null when it has none. */
  readonly find: (key: string) => number | null
  readonly keys: () => IterableIterator<string>
  readonly size: () => number
  readonly keyAt: (node: number) => string
  readonly massAt: (node: number) => number
  readonly publishedAt: (node: number) => number | null
  readonly bodyTermsAt: (node: number) => number
  /** The number of terms, those of the feed's boilerplate left out. */
  readonly sizeAt: (node: number) => number
  /** What a comparison needs of a node besides its terms, in a record that the next call overwrites. */
  readonly sideAt: (node: number) => OtherSide
  readonly originAt: (node: number) => PrintOrigin
  /** Whether two articles are of one newsroom, as `isOneSource` tells. */
  readonly areOneSource: (a: number, b: number) => boolean
  /** Whether one is credited to the newsroom of the other, as `isCredited` tells. */
  readonly areCredited: (a: number, b: number) => boolean
}

/** No nodes yet. The fields are columns: records for a hundred thousand articles would slow down every garbage collection. */
export function createStoryNodes({ epoch }: Rules, packed: PackedPrints): StoryNodes {
  const nodes = new Map<string, number>()
  const keys: string[] = []
  // A newsroom is told by its feed, web site, name and the publisher it credits; texts are numbered, and 0 stands for none.
  let feeds = new Uint32Array(64)
  let domains = new Uint32Array(64)
  let sources = new Uint32Array(64)
  let publishers = new Uint32Array(64)
  const { numberOf, textAt } = createNumbering()
  const isNamed = createNaming(textAt)
  let isPresent = new Uint8Array(64)
  let masses = new Float64Array(64)
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  let bodyTerms = new Uint16Array(64)
  let sizes = new Uint32Array(64)
  // NaN: no date.
  let published = new Float64Array(64)
  const side = { length: 0, titleTotal: 0, figures: 0 }

  const ensureRoom = (size: number): void => {
    feeds = ensureCapacity(feeds, size)
    domains = ensureCapacity(domains, size)
    sources = ensureCapacity(sources, size)
    publishers = ensureCapacity(publishers, size)
    isPresent = ensureCapacity(isPresent, size)
    masses = ensureCapacity(masses, size)
    lengths = ensureCapacity(lengths, size)
    titleTotals = ensureCapacity(titleTotals, size)
    figures = ensureCapacity(figures, size)
    bodyTerms = ensureCapacity(bodyTerms, size)
    sizes = ensureCapacity(sizes, size)
    published = ensureCapacity(published, size)
  }
  const originAt = (node: number): PrintOrigin => originIn(packed.bytesAt(node))
  return {
    add: (node, key, own) => {
      ensureRoom(node + 1)
      const { feed, domain, sourceName, publisher, published: at } = originAt(node)
      const undated = at === null ? (epoch.window?.undatedIn(own.language) ?? 0) : 0
      nodes.set(key, node)
      keys[node] = key
      feeds[node] = feed
      domains[node] = numberOf(domain)
      sources[node] = numberOf(sourceName)
      publishers[node] = numberOf(publisher)
      isPresent[node] = 1
      masses[node] = storyMass(own.bodyTerms) * undatedMass(undated)
      lengths[node] = own.length
      titleTotals[node] = own.titleTotal
      figures[node] = Math.min(255, own.figures)
      bodyTerms[node] = own.bodyTerms
      sizes[node] = own.ids.length
      published[node] = at ?? Number.NaN
    },
    remove: (key) => {
      isPresent[nodes.get(key)!] = 0
      nodes.delete(key)
    },
    isPresent: (node) => isPresent[node] === 1,
    find: (key) => nodes.get(key) ?? null,
    keys: () => nodes.keys(),
    size: () => nodes.size,
    keyAt: (node) => keys[node]!,
    massAt: (node) => masses[node]!,
    publishedAt: (node) => (Number.isNaN(published[node]!) ? null : published[node]!),
    bodyTermsAt: (node) => bodyTerms[node]!,
    sizeAt: (node) => sizes[node]!,
    sideAt: (node) => {
      side.length = lengths[node]!
      side.titleTotal = titleTotals[node]!
      side.figures = figures[node]!
      return side
    },
    originAt,
    areOneSource: (a, b) =>
      areSame(feeds[a]!, feeds[b]!) || areSame(domains[a]!, domains[b]!) || areSame(sources[a]!, sources[b]!),
    areCredited: (a, b) =>
      areSame(publishers[a]!, publishers[b]!) ||
      isNamed(publishers[a]!, sources[b]!) ||
      isNamed(publishers[b]!, sources[a]!),
  }
}

const areSame = (a: number, b: number): boolean => a === b && a !== 0

/** Numbers texts from 1 on; nothing is 0. */
function createNumbering() {
  const numbers = new Map<string, number>()
  const texts: string[] = ['']
  const numberOf = (text: string | null): number => {
    if (text === null) return 0
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, texts.length)
    return texts.push(text) - 1
  }
  return { numberOf, textAt: (number: number): string => texts[number]! }
}

/** Whether a publisher is the newsroom of a name, both by number; found out once for each two. */
function createNaming(textAt: (number: number) => string): (publisher: number, source: number) => boolean {
  const known = new Map<number, boolean>()
  return (publisher, source) => {
    if (publisher === 0 || source === 0) return false
    const pair = publisher * 2 ** 26 + source
    const found = known.get(pair) ?? namesNewsroom(textAt(publisher), textAt(source))
    known.set(pair, found)
    return found
  }
}

import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { sortHashes } from '../containers/sort-hashes.ts'
import { backgroundIdf, type Epoch } from '../epoch/epoch.ts'
import { isEnoughShared } from '../layer3-title.ts'
import { locateTitle, titleLocation } from '../print/read-in-place.ts'
import { toFixedPoint } from '../recent/candidate-index.ts'
import type { PackedPrints } from './packed-prints.ts'

/** The weighed terms of titles, as `weighedTerms` gives them, read from the bytes of prints. */
export interface TitleTerms {
  /** Whether two titles share enough to be compared word by word; null where a script without spaces is to be compared by its letters. */
  readonly share: (a: number, b: number) => boolean | null
}

const NOT_READ = 0
const WORDS = 1
const LETTERS = 2

/** Titles are read on first use, into columns: as objects in a cache they were most of what the garbage collector copied while stories are settled. */
export function createTitleTerms(epoch: Epoch, packed: Pick<PackedPrints, 'headAt' | 'languageAt'>): TitleTerms {
  let kinds = new Uint8Array(64)
  let starts = new Uint32Array(64)
  let sizes = new Uint16Array(64)
  let totals = new Float64Array(64)
  let ids = new Uint32Array(1024)
  let weights = new Int32Array(1024)
  let used = 0
  const location = titleLocation()

  const read = (node: number): void => {
    kinds = ensureCapacity(kinds, node + 1)
    starts = ensureCapacity(starts, node + 1)
    sizes = ensureCapacity(sizes, node + 1)
    totals = ensureCapacity(totals, node + 1)
    const bytes = packed.headAt(node)
    locateTitle(bytes, location)
    kinds[node] = location.hasLetters ? LETTERS : WORDS
    const end = used + location.size
    ids = ensureCapacity(ids, end)
    weights = ensureCapacity(weights, end)
    for (let at = 0; at < location.size; at++) ids[used + at] = uintAt(bytes, location.terms + 4 * at)
    const size = sortDistinct(ids.subarray(used, end))
    const idf = backgroundIdf(epoch, packed.languageAt(node))
    let total = 0
    for (let at = used; at < used + size; at++) {
      weights[at] = toFixedPoint(idf(ids[at]!), size)
      total += weights[at]!
    }
    starts[node] = used
    sizes[node] = size
    totals[node] = total
    used += size
  }
  const sharedOf = (a: number, b: number): number => {
    const [end, otherEnd] = [starts[a]! + sizes[a]!, starts[b]! + sizes[b]!]
    let other = starts[b]!
    let shared = 0
    for (let at = starts[a]!; at < end; at++) {
      const id = ids[at]!
      while (other < otherEnd && ids[other]! < id) other++
      if (other < otherEnd && ids[other] === id) shared += weights[at]!
    }
    return shared
  }
  return {
    share: (a, b) => {
      if ((kinds[a] ?? NOT_READ) === NOT_READ) read(a)
      if ((kinds[b] ?? NOT_READ) === NOT_READ) read(b)
      if (kinds[a] === LETTERS && kinds[b] === LETTERS) return null
      return isEnoughShared(sharedOf(a, b), totals[a]!, totals[b]!)
    },
  }
}

/** Sorts hashes in place and gives how many distinct ones lead the list then. */
function sortDistinct(hashes: Uint32Array): number {
  sortHashes(hashes)
  let size = 0
  for (let at = 0; at < hashes.length; at++)
    if (at === 0 || hashes[at] !== hashes[size - 1]) hashes[size++] = hashes[at]!
  return size
}

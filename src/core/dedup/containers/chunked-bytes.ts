import { ensureCapacity } from './growing-column.ts'

const CHUNK = 1 << 20
/** On request chunks are larger after so many. */
const FIRST_CHUNKS = 8
const LARGE_CHUNK = 33 << 20
/** Stands for a length that is kept elsewhere: hardly any value is so long. */
const LONG = 0xffff

/** Many small byte values in few large buffers: one object per value would take more memory than most of the values. */
export interface ChunkedBytes {
  /** Appends a copy and returns its index. With `alignedAt`, that byte of the value lies at a multiple of four in its chunk. */
  readonly push: (value: Uint8Array, alignedAt?: number) => number
  /** A view of a value, not a copy. */
  readonly at: (index: number) => Uint8Array
  /** The number of the chunk that holds a value. */
  readonly chunkOf: (index: number) => number
  /** The offset of a value in its chunk. */
  readonly offsetOf: (index: number) => number
  readonly chunk: (number: number) => Uint8Array
  readonly size: () => number
  readonly bytes: () => number
}

/**
 * An empty store of values. Where all of them are dropped while much else is still in use, large chunks are worth it: glibc takes what is larger than 32 MB straight from the
 * system, page by page as it is used, and gives it back at once. Small chunks leave holes in its heap, which it keeps, and fill those that others left.
 */
export function createChunkedBytes(sizes: 'small' | 'large' = 'small'): ChunkedBytes {
  const chunks: Uint8Array[] = []
  let used = CHUNK
  let size = 0
  let chunkNumbers = new Uint16Array(64)
  let offsets = new Uint32Array(64)
  let lengths = new Uint16Array(64)
  const longLengths = new Map<number, number>()

  /** Where the next value goes; opens a chunk when the last one has no room. */
  const offsetFor = (length: number, alignedAt: number | undefined): number => {
    const offset = alignedAt === undefined ? used : used + (-(used + alignedAt) & 3)
    if (offset + length <= (chunks.at(-1)?.length ?? 0)) return offset
    const chunk = sizes === 'small' || chunks.length < FIRST_CHUNKS ? CHUNK : LARGE_CHUNK
    chunks.push(new Uint8Array(Math.max(chunk, (length + 7) & ~3)))
    return alignedAt === undefined ? 0 : -alignedAt & 3
  }
  const lengthOf = (index: number): number => (lengths[index] === LONG ? longLengths.get(index)! : lengths[index]!)
  return {
    push: (value, alignedAt) => {
      const offset = offsetFor(value.length, alignedAt)
      chunkNumbers = ensureCapacity(chunkNumbers, size + 1)
      offsets = ensureCapacity(offsets, size + 1)
      lengths = ensureCapacity(lengths, size + 1)
      chunkNumbers[size] = chunks.length - 1
      offsets[size] = offset
      lengths[size] = Math.min(LONG, value.length)
      if (value.length >= LONG) longLengths.set(size, value.length)
      chunks.at(-1)!.set(value, offset)
      used = offset + value.length
      return size++
    },
    at: (index) => chunks[chunkNumbers[index]!]!.subarray(offsets[index]!, offsets[index]! + lengthOf(index)),
    chunkOf: (index) => chunkNumbers[index]!,
    offsetOf: (index) => offsets[index]!,
    chunk: (number) => chunks[number]!,
    size: () => size,
    bytes: () => {
      const before = chunks.slice(0, -1).reduce((sum, chunk) => sum + chunk.length, 0)
      // Of a large chunk only what was written is in memory.
      const last = sizes === 'large' && chunks.length > FIRST_CHUNKS ? used : (chunks.at(-1)?.length ?? 0)
      return before + last + 8 * chunkNumbers.length
    },
  }
}

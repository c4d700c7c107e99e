import { withRoom } from './growing-column.ts'

const CHUNK = 1 << 20

/** Many small byte values in few large buffers: an object for each would weigh more than most of the values. */
export interface Arena {
  /** Appends; the place is the number of values before. */
  readonly push: (value: Uint8Array) => number
  readonly at: (place: number) => Uint8Array
  readonly size: () => number
  readonly bytes: () => number
}

/** An empty arena. */
export function createArena(): Arena {
  const chunks: Uint8Array[] = []
  let used = CHUNK
  let size = 0
  let homes = new Uint16Array(64)
  let starts = new Uint32Array(64)
  let lengths = new Uint32Array(64)
  return {
    push: (value) => {
      if (used + value.length > (chunks.at(-1)?.length ?? 0)) {
        chunks.push(new Uint8Array(Math.max(CHUNK, value.length)))
        used = 0
      }
      homes = withRoom(homes, size + 1)
      starts = withRoom(starts, size + 1)
      lengths = withRoom(lengths, size + 1)
      homes[size] = chunks.length - 1
      starts[size] = used
      lengths[size] = value.length
      chunks.at(-1)!.set(value, used)
      used += value.length
      return size++
    },
    at: (place) => chunks[homes[place]!]!.subarray(starts[place]!, starts[place]! + lengths[place]!),
    size: () => size,
    bytes: () => chunks.reduce((sum, chunk) => sum + chunk.length, 0) + 10 * homes.length,
  }
}

/** Gives columns of zeros. */
export interface ColumnPool {
  readonly uints: (size: number) => Uint32Array
  readonly floats: (size: number) => Float64Array
  readonly bytes: (size: number) => Uint8Array
}

/** So many elements are allocated at once. */
const CHUNK = 1 << 13

/** Arena allocation: many small columns of one life share few buffers, since the garbage collector tracks each buffer by itself. */
export function createColumnPool(): ColumnPool {
  return {
    uints: poolOf((size) => new Uint32Array(size)),
    floats: poolOf((size) => new Float64Array(size)),
    bytes: poolOf((size) => new Uint8Array(size)),
  }
}

function poolOf<T extends Uint32Array | Float64Array | Uint8Array>(make: (size: number) => T): (size: number) => T {
  let chunk = make(0)
  let used = 0
  return (size) => {
    if (size > CHUNK) return make(size)
    if (used + size > chunk.length) {
      chunk = make(CHUNK)
      used = 0
    }
    used += size
    return chunk.subarray(used - size, used) as T
  }
}

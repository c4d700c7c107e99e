type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** A column longer than this grows by an eighth, not to the double: the unused end of large columns would be much of a window's memory. */
const LARGE = 1 << 16

/** Growing typed array: the column itself while it is long enough, else a longer copy. */
export function ensureCapacity<T extends Column>(column: T, needed: number): T {
  if (needed <= column.length) return column
  const make = column.constructor as new (size: number) => T
  const room = column.length < LARGE ? 2 * column.length : column.length + (column.length >> 3)
  const larger = new make(Math.max(16, room, needed))
  larger.set(column)
  return larger
}

/** String interning for columns: the index of a value in a short list, to which it is added when it is new. */
export function internedIndex(list: string[], value: string): number {
  const known = list.indexOf(value)
  return known === -1 ? list.push(value) - 1 : known
}

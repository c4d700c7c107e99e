type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** From here on a column grows by half: what is too much of a large one would be most of a window's memory. */
const LARGE = 1 << 16

/** The column itself while there is room, else a larger one with the same values. */
export function withRoom<T extends Column>(column: T, needed: number): T {
  if (needed <= column.length) return column
  const make = column.constructor as new (size: number) => T
  const room = column.length < LARGE ? 2 * column.length : column.length + (column.length >> 1)
  const larger = new make(Math.max(16, room, needed))
  larger.set(column)
  return larger
}

/** Where a list has a value, which it gets if it has not: columns hold the place in its stead. */
export function placeIn(list: string[], value: string): number {
  const known = list.indexOf(value)
  return known === -1 ? list.push(value) - 1 : known
}

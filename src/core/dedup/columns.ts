type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** The column itself while there is room, else one of twice the size with the same values. */
export function withRoom<T extends Column>(column: T, needed: number): T {
  if (needed <= column.length) return column
  const make = column.constructor as new (size: number) => T
  const larger = new make(Math.max(16, 2 * column.length, needed))
  larger.set(column)
  return larger
}

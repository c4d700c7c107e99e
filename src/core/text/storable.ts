/** Of ECMAScript 2024; every supported Node has them. */
interface WellFormedString {
  isWellFormed(): boolean
  toWellFormed(): string
}

/**
 * A text that both databases store as it is. PostgreSQL refuses a NUL and SQLite ends a text there, so it goes; half of a
 * surrogate pair is no character and becomes U+FFFD, as it would on the way to either.
 */
export function storableText(text: string): string {
  const units = text as unknown as WellFormedString
  const whole = units.isWellFormed() ? text : units.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** The same for all texts of a record of plain data. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, storable(one)])) as T
}

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

/** The same for all texts of a record of plain data, which is returned itself when nothing in it changes: nearly always. */
export function storable<T>(value: T): T {
  return isStorable(value) ? value : cleaned(value)
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return (value as unknown as WellFormedString).isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isStorable)
  for (const name in value) if (!isStorable((value as Record<string, unknown>)[name])) return false
  return true
}

function cleaned<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T
  if (Array.isArray(value)) return value.map(cleaned) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)])) as T
}

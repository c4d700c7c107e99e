/** Reads the keys of an unknown record and collects all faults instead of stopping at the first. */
export interface Fields {
  readonly path: string
  readonly text: (key: string) => string
  readonly textOr: <T>(key: string, other: T) => string | T
  readonly whole: (key: string) => number
  readonly wholeOr: <T>(key: string, other: T) => number | T
  readonly oneOf: <T extends string | number>(key: string, values: readonly T[], other?: T) => T
  readonly texts: (key: string) => readonly string[]
  readonly list: (key: string) => readonly unknown[]
  readonly record: (key: string) => unknown
  readonly fault: (key: string, message: string) => void
  /** Reports the keys that were never read. */
  readonly done: () => void
}

/** Opens a record at a path such as `events[3].tellings[0]`. */
export function fieldsOf(value: unknown, path: string, faults: string[]): Fields {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord) faults.push(`${path} must be a record`)
  const record = (isRecord ? value : {}) as Readonly<Record<string, unknown>>
  const asked = new Set<string>()
  const take = (key: string) => {
    asked.add(key)
    return record[key]
  }
  const fault = (key: string, message: string) => void faults.push(`${path}.${key} ${message}`)
  const shown = (found: unknown) => (found === undefined ? 'nothing' : JSON.stringify(found))

  function text(key: string): string {
    const found = take(key)
    if (typeof found === 'string' && found.trim() !== '') return found.trim()
    fault(key, `must be a text, got ${shown(found)}`)
    return ''
  }

  function whole(key: string): number {
    const found = take(key)
    if (Number.isInteger(found) && (found as number) >= 0) return found as number
    fault(key, `must be a whole number, got ${shown(found)}`)
    return 0
  }

  function oneOf<T extends string | number>(key: string, values: readonly T[], other?: T): T {
    const found = take(key) ?? other
    if (values.includes(found as T)) return found as T
    fault(key, `must be one of ${values.join(', ')}, got ${shown(found)}`)
    return values[0]!
  }

  function list(key: string): readonly unknown[] {
    const found = take(key) ?? []
    if (Array.isArray(found)) return found
    fault(key, `must be a list, got ${shown(found)}`)
    return []
  }

  function texts(key: string): readonly string[] {
    const found = list(key)
    if (found.every((one) => typeof one === 'string')) return found
    fault(key, `must be a list of texts, got ${shown(found)}`)
    return []
  }

  const has = (key: string) => (take(key) ?? null) !== null
  return {
    path,
    text,
    textOr: (key, other) => (has(key) ? text(key) : other),
    whole,
    wholeOr: (key, other) => (has(key) ? whole(key) : other),
    oneOf,
    texts,
    list,
    record: take,
    fault,
    done: () => {
      for (const key of Object.keys(record)) if (!asked.has(key)) fault(key, 'is not known here')
    },
  }
}

import type { TextPosition, Warning } from '../domain/warning.ts'

/** Collects warnings by offset; lines and columns are computed at the end, in one pass. */
export interface Warnings {
  add(code: string, message: string, offset: number | null): void
  has(code: string): boolean
  list(text: string): readonly Warning[]
}

/** At most this many warnings of one code are listed: a broken document may have thousands. */
const perCode = 10

interface Found {
  readonly code: string
  readonly message: string
  readonly offset: number | null
}

/** Creates an empty list of warnings. */
export function gatherWarnings(): Warnings {
  const found: Found[] = []
  const counts = new Map<string, number>()
  return {
    add(code, message, offset) {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count <= perCode) found.push({ code, message, offset })
    },
    has: (code) => counts.has(code),
    list(text) {
      const placed = withPlaces(text, found)
      for (const [code, count] of counts)
        if (count > perCode) placed.push({ code, message: `and ${count - perCode} more of this kind`, at: null })
      return placed
    },
  }
}

function withPlaces(text: string, found: readonly Found[]): Warning[] {
  const byOffset = [...found].sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1))
  let line = 1
  let lineStart = 0
  return byOffset.map(({ code, message, offset }) => {
    if (offset === null) return { code, message, at: null }
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < offset; next = text.indexOf('\n', lineStart)) {
      line += 1
      lineStart = next + 1
    }
    const at: TextPosition = { offset, line, column: offset - lineStart + 1 }
    return { code, message, at }
  })
}

import { codePoints } from './code-points.ts'

/** Levenshtein's distance where swapping two neighbours, even with letters between them, also counts as one step. */
export function damerauLevenshtein(a: string, b: string): number {
  const x = codePoints(a)
  const y = codePoints(b)
  const far = x.length + y.length
  const width = y.length + 2
  const table = new Int32Array((x.length + 2) * width)
  table[0] = far
  for (let i = 0; i <= x.length; i++) {
    table[(i + 1) * width] = far
    table[(i + 1) * width + 1] = i
  }
  for (let j = 0; j <= y.length; j++) {
    table[j + 1] = far
    table[width + j + 1] = j
  }
  const lastRow = new Map<number, number>()
  for (let i = 1; i <= x.length; i++) {
    let lastColumn = 0
    for (let j = 1; j <= y.length; j++) {
      const row = lastRow.get(y[j - 1]!) ?? 0
      const column = lastColumn
      const same = x[i - 1] === y[j - 1]
      if (same) lastColumn = j
      const swap = table[row * width + column]! + (i - row - 1) + 1 + (j - column - 1)
      const replace = table[i * width + j]! + (same ? 0 : 1)
      const insert = table[(i + 1) * width + j]! + 1
      const remove = table[i * width + j + 1]! + 1
      table[(i + 1) * width + j + 1] = Math.min(swap, replace, insert, remove)
    }
    lastRow.set(x[i - 1]!, i)
  }
  return table[(x.length + 1) * width + y.length + 1]!
}

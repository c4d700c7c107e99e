import { screenLine } from './screen-text.ts'
import { fitText, textWidth } from './text-width.ts'

/** A column: its heading, and whether it may be cut on a narrow terminal. */
export interface Column {
  readonly heading: string
  readonly shrinks?: boolean
  readonly right?: boolean
}

const GAP = '  '
const LEAST = 8

/** The lines of a table that fit the terminal: columns that may shrink are cut, the widest first. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const shown = rows.map((row) => row.map(screenLine))
  const widths = columns.map((column, i) =>
    Math.max(textWidth(column.heading), ...shown.map((row) => textWidth(row[i] ?? ''))),
  )
  shrink(widths, columns, width - GAP.length * (columns.length - 1))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (columns[i]!.right ? alignRight(cell, widths[i]!) : fitText(cell, widths[i]!)))
      .join(GAP)
      .trimEnd()
  return [
    line(columns.map((column) => column.heading)),
    ...shown.map((row) => line(columns.map((_, i) => row[i] ?? ''))),
  ]
}

function shrink(widths: number[], columns: readonly Column[], room: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = columns.reduce((best, column, i) => {
      if (!column.shrinks || widths[i]! <= LEAST) return best
      return best === -1 || widths[i]! > widths[best]! ? i : best
    }, -1)
    if (widest === -1) return
    widths[widest]!--
    excess--
  }
}

function alignRight(cell: string, columns: number): string {
  return textWidth(cell) > columns ? fitText(cell, columns) : ' '.repeat(columns - textWidth(cell)) + cell
}

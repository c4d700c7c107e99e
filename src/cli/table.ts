import { screenLine } from './escape-control-characters.ts'
import { fitText, textWidth } from './text-width.ts'

/** A column: its heading, and what may become of it on a narrow terminal. */
export interface Column {
  readonly heading: string
  /** May be cut. */
  readonly shrinks?: boolean
  /** May be cut, but after the others: what the table is read for. */
  readonly main?: boolean
  /** May be left out, from right to left, where the main column would be too short to read. */
  readonly drops?: boolean
  readonly right?: boolean
}

const GAP = '  '
const LEAST = 8
/** Less of a headline says nothing. */
const LEAST_MAIN = 24
/** A main column is cut like another that is so many times narrower. */
const MAIN_WEIGHT = 3

/** The lines of a table that fit the terminal; all of it where the width is infinite, as in a pipe. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string[] {
  const shown = rows.map((row) => row.map(screenLine))
  const natural = columns.map((column, i) =>
    shown.reduce((widest, row) => Math.max(widest, textWidth(row[i] ?? '')), textWidth(column.heading)),
  )
  const kept = keptColumns(columns, natural, width)
  const shownColumns = kept.map((i) => columns[i]!)
  const widths = kept.map((i) => natural[i]!)
  shrink(widths, shownColumns, width - GAP.length * (kept.length - 1))
  const line = (cells: readonly string[]) =>
    kept
      .map((column, i) => cell(cells[column] ?? '', widths[i]!, columns[column]!))
      .join(GAP)
      .trimEnd()
  return [line(columns.map(({ heading }) => heading)), ...shown.map(line)]
}

const cell = (text: string, width: number, { right }: Column): string =>
  right ? alignRight(text, width) : fitText(text, width)

/** Leaves out columns until the main one has room. */
function keptColumns(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const kept = columns.map((_, i) => i)
  const main = columns.findIndex((column) => column.main)
  if (main === -1) return kept
  const roomOfMain = () =>
    kept.reduce((room, i) => room - (i === main ? 0 : leastWidth(columns[i]!, natural[i]!) + GAP.length), width)
  while (roomOfMain() < Math.min(LEAST_MAIN, natural[main]!)) {
    const last = kept.findLastIndex((i) => columns[i]!.drops)
    if (last === -1) break
    kept.splice(last, 1)
  }
  return kept
}

const leastWidth = ({ shrinks }: Column, natural: number): number => (shrinks ? Math.min(LEAST, natural) : natural)

function shrink(widths: number[], columns: readonly Column[], room: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  const weighed = (i: number) => widths[i]! / (columns[i]!.main ? MAIN_WEIGHT : 1)
  while (excess > 0) {
    const widest = columns.reduce((best, column, i) => {
      if (!(column.shrinks || column.main) || widths[i]! <= LEAST) return best
      return best === -1 || weighed(i) > weighed(best) ? i : best
    }, -1)
    if (widest === -1) return
    widths[widest]!--
    excess--
  }
}

function alignRight(text: string, columns: number): string {
  return textWidth(text) > columns ? fitText(text, columns) : ' '.repeat(columns - textWidth(text)) + text
}

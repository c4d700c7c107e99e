import { type Element, elementOf } from './elements.ts'
import { closeTo, type OpenElements, pushElement } from './open-elements.ts'

/* A table's sections, rows and cells, added where they are missing, as a browser would (WHATWG HTML 13.2.6.4.9 to 15). */

const [section, row, cell] = ['tbody', 'tr', 'td'].map(elementOf) as [Element, Element, Element]

const isSection = ({ name }: Element): boolean => name === 'thead' || name === 'tbody' || name === 'tfoot'
const isBetweenCells = ({ name, kind }: Element): boolean => kind === 'tablePart' || name === 'table'

/** Sections, rows, cells and captions. */
export const isTablePart = ({ kind }: Element): boolean => kind === 'tablePart' || kind === 'cell'

function tableAt({ stack }: OpenElements): number {
  for (let at = stack.length - 1; at >= 0; at--) if (stack[at]!.element.name === 'table') return at
  return -1
}

/** A browser would move content between the cells of a table in front of it: it gets a cell. */
export function enterCell(open: OpenElements): void {
  const top = open.stack.at(-1)?.element
  if (top === undefined || !isBetweenCells(top)) return
  if (top.name === 'table') pushElement(open, section, '')
  if (top.name !== 'tr') pushElement(open, row, '')
  pushElement(open, cell, '')
}

/** Opens a section, row, cell or caption of the nearest table; outside of tables it is dropped. */
export function openTablePart(open: OpenElements, element: Element, attributes: string): void {
  const table = tableAt(open)
  if (table < 0) return
  const { name } = element
  if (name === 'caption' || isSection(element)) closeTo(open, table + 1)
  else {
    const next = open.stack[table + 1]?.element
    const inSection = next !== undefined && isSection(next)
    const inRow = inSection && open.stack[table + 2]?.element === row
    closeTo(open, table + (name === 'tr' || !inRow ? (inSection ? 2 : 1) : 3))
    if (!inSection) pushElement(open, section, '')
    if (name !== 'tr' && !inRow) pushElement(open, row, '')
  }
  pushElement(open, element, attributes)
}

/** Closes a part of the nearest table, if it is open there. */
export function closeTablePart(open: OpenElements, element: Element): void {
  for (let at = open.stack.length - 1; at >= 0; at--) {
    const one = open.stack[at]!.element
    if (one === element) closeTo(open, at)
    if (one === element || one.name === 'table') return
  }
}

/** Closes the nearest table with all that is in it. */
export function closeTable(open: OpenElements): void {
  const table = tableAt(open)
  if (table >= 0) closeTo(open, table)
}

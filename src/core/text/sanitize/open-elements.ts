import { type Element, isHeading } from './elements.ts'

/** An element that is open, with its start tag as written. */
export interface OpenElement {
  readonly element: Element
  readonly tag: string
  /** Formatting elements to be opened again when this one was opened: a cell restores them when it closes. */
  readonly formattingBefore: readonly OpenElement[]
}

/**
 * The stack of open elements and the list of active formatting elements (WHATWG HTML 13.2.4), with the HTML written so
 * far. The functions below change it in place.
 */
export interface OpenElements {
  readonly stack: OpenElement[]
  readonly pieces: string[]
  /** Formatting elements that were closed with their block and are opened again in the next. */
  formatting: readonly OpenElement[]
  /** How many characters reopening may still add: a long link left open must not be repeated for ever. */
  reopenBudget: number
  /** True right behind `<pre>`, where a browser drops one line end. */
  afterPre: boolean
}

/** Deeper than any prose; browsers give up at 512. */
export const deepest = 100

/** The last three levels are for the section, the row and the cell that a table may have to add. */
export const deepestOrdinary = deepest - 3

/** How many formatting elements left open are opened again in the next block. */
const mostReopened = 8

export function noOpenElements(reopenBudget: number): OpenElements {
  return { stack: [], pieces: [], formatting: [], reopenBudget, afterPre: false }
}

/** Writes a start tag and pushes its element. */
export function pushElement(open: OpenElements, element: Element, attributes: string): void {
  const tag = attributes === '' ? element.startTag : `<${element.name}${attributes}>`
  open.pieces.push(tag)
  open.afterPre = element.name === 'pre'
  open.stack.push({ element, tag, formattingBefore: open.formatting })
  if (element.kind === 'cell') open.formatting = []
}

/**
 * Pops and closes elements until the stack is this long. Formatting elements among them are kept for the next block, but
 * not the last one popped when it is `except`: that one was closed by its own end tag.
 */
export function closeTo(open: OpenElements, length: number, except: Element | null = null): void {
  const { stack, pieces } = open
  let left: OpenElement[] | null = null
  while (stack.length > length) {
    const popped = stack.pop()!
    const { element } = popped
    open.afterPre = false
    pieces.push(element.endTag)
    if (element.kind === 'cell') {
      left = null
      open.formatting = popped.formattingBefore
    } else if (element.kind === 'formatting' && !(stack.length === length && element === except)) {
      left ??= []
      left.push(popped)
    }
  }
  if (left !== null) open.formatting = [...open.formatting, ...left.reverse()].slice(-mostReopened)
}

const endsScope = ({ name, kind }: Element): boolean => kind === 'cell' || name === 'table'

/** Closes the nearest open element of this name in the present cell, or outside of tables; any heading closes any other. */
export function closeInScope(open: OpenElements, wanted: Element, explicit: boolean): boolean {
  const { stack } = open
  const anyHeading = isHeading(wanted)
  for (let at = stack.length - 1; at >= 0; at--) {
    const { element } = stack[at]!
    if (element === wanted || (anyHeading && isHeading(element))) {
      closeTo(open, at, explicit ? element : null)
      return true
    }
    if (endsScope(element)) return false
  }
  return false
}

/** Opens the kept formatting elements again ("reconstruct the active formatting elements", WHATWG HTML 13.2.4.3). */
export function reopenFormatting(open: OpenElements): void {
  if (open.formatting.length === 0) return
  const again = open.formatting
  open.formatting = []
  for (const { element, tag } of again) {
    open.reopenBudget -= tag.length
    if (open.reopenBudget < 0 || open.stack.length >= deepestOrdinary) return
    pushElement(open, element, tag.slice(element.name.length + 1, -1))
  }
}

/** Drops the last kept formatting element of this name: its end tag came after its block was closed. */
export function dropFormatting(open: OpenElements, element: Element): void {
  const last = open.formatting.findLastIndex((one) => one.element === element)
  if (last >= 0) open.formatting = open.formatting.filter((_one, index) => index !== last)
}

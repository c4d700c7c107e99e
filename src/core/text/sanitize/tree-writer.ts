import type { Element } from './elements.ts'
import { closeImplied } from './implied-ends.ts'
import {
  closeInScope,
  closeTo,
  deepest,
  deepestOrdinary,
  dropFormatting,
  noOpenElements,
  pushElement,
  reopenFormatting,
} from './open-elements.ts'
import { closeTable, closeTablePart, enterCell, isTablePart, openTablePart } from './table-elements.ts'

/**
 * Writes elements so that a browser parses them into exactly the same tree. Wherever HTML's parser would close, move or
 * insert an element (WHATWG HTML 13.2.6), the writer does so itself. So sanitised HTML does not turn into something else
 * when it is parsed, and sanitising twice gives the same as once.
 */
export interface TreeWriter {
  readonly open: (element: Element, attributes: string) => void
  readonly close: (element: Element) => void
  readonly leaf: (element: Element, attributes: string) => void
  readonly text: (escaped: string, blank: boolean) => void
  readonly within: () => Element | undefined
  readonly end: () => string
}

/** `reopenBudget` bounds, in characters, what reopening formatting elements may add. */
export function createTreeWriter(reopenBudget: number): TreeWriter {
  const open = noOpenElements(reopenBudget)
  /** How many of each element were left out because the tree was too deep: as many end tags are left out. */
  const tooDeep = new Map<Element, number>()

  const openElement = (element: Element, attributes: string): void => {
    const part = isTablePart(element)
    if (!part) {
      closeImplied(open, element)
      enterCell(open)
      if (element.kind !== 'block') reopenFormatting(open)
    }
    if (open.stack.length >= (part ? deepest : deepestOrdinary)) tooDeep.set(element, (tooDeep.get(element) ?? 0) + 1)
    else if (part) openTablePart(open, element, attributes)
    else pushElement(open, element, attributes)
  }

  const closeElement = (element: Element): void => {
    const unopened = tooDeep.size === 0 ? 0 : (tooDeep.get(element) ?? 0)
    if (unopened > 0) tooDeep.set(element, unopened - 1)
    else if (isTablePart(element)) closeTablePart(open, element)
    else if (element.name === 'table') closeTable(open)
    else if (!closeInScope(open, element, true)) dropFormatting(open, element)
  }

  const writeLeaf = (element: Element, attributes: string): void => {
    closeImplied(open, element)
    enterCell(open)
    if (element.name !== 'hr' && element.name !== 'source') reopenFormatting(open)
    open.pieces.push(attributes === '' ? element.startTag : `<${element.name}${attributes}>`)
    open.afterPre = false
  }

  const writeText = (escaped: string, blank: boolean): void => {
    // Blanks are allowed between cells; they separate words for readers that ignore tags.
    if (!blank) {
      enterCell(open)
      reopenFormatting(open)
    }
    open.pieces.push(open.afterPre && escaped.startsWith('\n') ? `\n${escaped}` : escaped)
    open.afterPre = false
  }

  return {
    open: openElement,
    close: closeElement,
    leaf: writeLeaf,
    text: writeText,
    within: () => open.stack.at(-1)?.element,
    end: () => {
      closeTo(open, 0)
      return open.pieces.join('')
    },
  }
}

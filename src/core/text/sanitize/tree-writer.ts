import { type Element, elementOf } from './elements.ts'

/**
 * Writes elements so that a browser reads back exactly the tree we mean. Wherever HTML's parser would close, move or
 * invent an element (WHATWG HTML 13.2.6), the writer does so itself, in the open. That is what keeps a sanitised text
 * from turning into another when it is parsed, and makes sanitising twice the same as once.
 */
export interface TreeWriter {
  readonly open: (element: Element, attributes: string) => void
  readonly close: (element: Element) => void
  readonly leaf: (element: Element, attributes: string) => void
  readonly text: (escaped: string, blank: boolean) => void
  readonly within: () => Element | undefined
  readonly end: () => string
}

interface Open {
  readonly element: Element
  readonly tag: string
  /** Formatting left open around a cell: it comes back after the cell, not inside it. */
  readonly outside: readonly Open[]
}

/** Deeper than any prose; browsers give up at 512. */
const deepest = 100

/** The last three places are for the section, the row and the cell that a table may have to add. */
const deepestOrdinary = deepest - 3

/** How many formatting elements left open are opened again in the next block. */
const mostReopened = 8

const isHeading = ({ name }: Element): boolean => name.length === 2 && name[0] === 'h' && name !== 'hr'
const isSection = ({ name }: Element): boolean => name === 'thead' || name === 'tbody' || name === 'tfoot'
const isBetweenCells = ({ name, kind }: Element): boolean => kind === 'tablePart' || name === 'table'
const isPart = ({ kind }: Element): boolean => kind === 'tablePart' || kind === 'cell'
const endsScope = ({ name, kind }: Element): boolean => kind === 'cell' || name === 'table'
const impliedEnds = new Set(['p', 'li', 'dd', 'dt', 'rt', 'rp'])
/** What ends the search for the list item that a new one closes. */
const holdsItem = ({ name, kind }: Element): boolean =>
  name !== 'div' && name !== 'p' && name !== 'address' && kind !== 'inline' && kind !== 'formatting'

const [paragraph, link, section, row, cell] = ['p', 'a', 'tbody', 'tr', 'td'].map(elementOf) as Five
type Five = [Element, Element, Element, Element, Element]

/** `reopenBudget` bounds, in characters, what reopening may add: a long link left open must not be repeated for ever. */
export function createTreeWriter(reopenBudget: number): TreeWriter {
  const stack: Open[] = []
  const tooDeep = new Map<Element, number>()
  const pieces: string[] = []
  let pending: readonly Open[] = []
  let budget = reopenBudget
  /** True right behind `<pre>`, where a browser swallows one line end. */
  let afterPre = false

  const push = (element: Element, attributes: string): void => {
    const tag = attributes === '' ? element.startTag : `<${element.name}${attributes}>`
    pieces.push(tag)
    afterPre = element.name === 'pre'
    stack.push({ element, tag, outside: pending })
    if (element.kind === 'cell') pending = []
  }

  /** Closes until the stack is this long. What formatting was inside is remembered for the next block. */
  const closeTo = (length: number, except: Element | null = null): void => {
    let left: Open[] | null = null
    while (stack.length > length) {
      const open = stack.pop()!
      const { element } = open
      afterPre = false
      pieces.push(element.endTag)
      if (element.kind === 'cell') {
        left = null
        pending = open.outside
      } else if (element.kind === 'formatting' && !(stack.length === length && element === except)) {
        left ??= []
        left.push(open)
      }
    }
    if (left !== null) pending = [...pending, ...left.reverse()].slice(-mostReopened)
  }

  /** Closes the nearest of this element in the present cell or page; any heading stands for any other. */
  const closeInScope = (wanted: Element, explicit: boolean): boolean => {
    const anyHeading = isHeading(wanted)
    for (let at = stack.length - 1; at >= 0; at--) {
      const { element } = stack[at]!
      if (element === wanted || (anyHeading && isHeading(element))) {
        closeTo(at, explicit ? element : null)
        return true
      }
      if (endsScope(element)) return false
    }
    return false
  }

  const reopen = (): void => {
    if (pending.length === 0) return
    const again = pending
    pending = []
    for (const { element, tag } of again) {
      budget -= tag.length
      if (budget < 0 || stack.length >= deepestOrdinary) return
      push(element, tag.slice(element.name.length + 1, -1))
    }
  }

  const tableAt = (): number => {
    for (let at = stack.length - 1; at >= 0; at--) if (stack[at]!.element.name === 'table') return at
    return -1
  }

  /** Content between the cells of a table would be moved in front of it by a browser: it gets a cell. */
  const enterCell = (): void => {
    const top = stack.at(-1)?.element
    if (top === undefined || !isBetweenCells(top)) return
    if (top.name === 'table') push(section, '')
    if (top.name !== 'tr') push(row, '')
    push(cell, '')
  }

  const openTablePart = (element: Element, attributes: string): void => {
    const table = tableAt()
    if (table < 0) return
    const { name } = element
    if (name === 'caption' || isSection(element)) closeTo(table + 1)
    else {
      const next = stack[table + 1]?.element
      const inSection = next !== undefined && isSection(next)
      const inRow = inSection && stack[table + 2]?.element === row
      closeTo(table + (name === 'tr' || !inRow ? (inSection ? 2 : 1) : 3))
      if (!inSection) push(section, '')
      if (name !== 'tr' && !inRow) push(row, '')
    }
    push(element, attributes)
  }

  const closeItem = (names: ReadonlySet<string>): void => {
    for (let at = stack.length - 1; at >= 0; at--) {
      const { element } = stack[at]!
      if (names.has(element.name)) closeTo(at)
      if (names.has(element.name) || holdsItem(element)) return
    }
  }

  const closeBefore = (element: Element): void => {
    const { name, kind } = element
    if (kind === 'block' || name === 'hr') closeInScope(paragraph, false)
    if (isHeading(element)) closeInScope(element, false)
    if (name === 'li') closeItem(listItem)
    if (name === 'dd' || name === 'dt') closeItem(definition)
    if (name === 'rt' || name === 'rp')
      while (impliedEnds.has(stack.at(-1)?.element.name ?? '')) closeTo(stack.length - 1)
    if (element === link) {
      closeInScope(link, true)
      if (pending.length > 0) pending = pending.filter((open) => open.element !== link)
    }
  }

  return {
    open: (element, attributes) => {
      const part = isPart(element)
      if (!part) {
        closeBefore(element)
        enterCell()
        if (element.kind !== 'block') reopen()
      }
      if (stack.length >= (part ? deepest : deepestOrdinary)) tooDeep.set(element, (tooDeep.get(element) ?? 0) + 1)
      else if (part) openTablePart(element, attributes)
      else push(element, attributes)
    },
    close: (element) => {
      const unopened = tooDeep.size === 0 ? 0 : (tooDeep.get(element) ?? 0)
      if (unopened > 0) {
        tooDeep.set(element, unopened - 1)
        return
      }
      if (isPart(element)) closePart(element)
      else if (element.name === 'table') {
        const table = tableAt()
        if (table >= 0) closeTo(table)
      } else if (!closeInScope(element, true)) {
        const last = pending.findLastIndex((open) => open.element === element)
        if (last >= 0) pending = pending.filter((_open, index) => index !== last)
      }
    },
    leaf: (element, attributes) => {
      closeBefore(element)
      enterCell()
      if (element.name !== 'hr' && element.name !== 'source') reopen()
      pieces.push(attributes === '' ? element.startTag : `<${element.name}${attributes}>`)
      afterPre = false
    },
    text: (escaped, blank) => {
      // Blanks may stand between cells; they part the words of a reader who ignores tags.
      if (!blank) {
        enterCell()
        reopen()
      }
      pieces.push(afterPre && escaped.startsWith('\n') ? `\n${escaped}` : escaped)
      afterPre = false
    },
    within: () => stack.at(-1)?.element,
    end: () => {
      closeTo(0)
      return pieces.join('')
    },
  }

  function closePart(element: Element): void {
    for (let at = stack.length - 1; at >= 0; at--) {
      const open = stack[at]!.element
      if (open === element) closeTo(at)
      if (open === element || open.name === 'table') return
    }
  }
}

const listItem = new Set(['li'])
const definition = new Set(['dd', 'dt'])

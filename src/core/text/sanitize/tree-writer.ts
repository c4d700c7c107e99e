import { keptElements } from './elements.ts'

/**
 * Writes elements so that a browser reads back exactly the tree we mean. Wherever HTML's parser would close, move or
 * invent an element (WHATWG HTML 13.2.6), the writer does so itself, in the open. That is what keeps a sanitised text
 * from turning into another when it is parsed, and makes sanitising twice the same as once.
 */
export interface TreeWriter {
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  readonly leaf: (name: string, attributes: string) => void
  readonly text: (escaped: string, blank: boolean) => void
  readonly within: () => string | undefined
  readonly end: () => string
}

interface Open {
  readonly name: string
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

const scopeEnds = new Set(['table', 'td', 'th', 'caption'])
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const rows = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])
const sections = new Set(['thead', 'tbody', 'tfoot'])
const impliedEnds = new Set(['p', 'li', 'dd', 'dt', 'rt', 'rp'])
const isFormatting = (name: string): boolean => keptElements.get(name)?.kind === 'formatting'
const isCell = (name: string): boolean => name === 'td' || name === 'th' || name === 'caption'
/** What ends the search for the list item that a new one closes. */
const holdsItem = (name: string): boolean =>
  name !== 'div' &&
  name !== 'p' &&
  name !== 'address' &&
  keptElements.get(name)!.kind !== 'inline' &&
  !isFormatting(name)

/** `reopenBudget` bounds, in characters, what reopening may add: a long link left open must not be repeated for ever. */
export function createTreeWriter(reopenBudget: number): TreeWriter {
  const stack: Open[] = []
  const tooDeep = new Map<string, number>()
  const pieces: string[] = []
  let pending: readonly Open[] = []
  let budget = reopenBudget
  /** True right behind `<pre>`, where a browser swallows one line end. */
  let afterPre = false

  const push = (name: string, attributes: string): void => {
    const tag = `<${name}${attributes}>`
    pieces.push(tag)
    afterPre = name === 'pre'
    stack.push({ name, tag, outside: pending })
    if (isCell(name)) pending = []
  }

  /** Closes until the stack is this long. What formatting was inside is remembered for the next block. */
  const closeTo = (length: number, except = ''): void => {
    let left: Open[] | null = null
    while (stack.length > length) {
      const element = stack.pop()!
      afterPre = false
      pieces.push(`</${element.name}>`)
      if (isCell(element.name)) {
        left = null
        pending = element.outside
      } else if (isFormatting(element.name) && !(stack.length === length && element.name === except)) {
        left ??= []
        left.push(element)
      }
    }
    if (left !== null) pending = [...pending, ...left.reverse()].slice(-mostReopened)
  }

  /** Closes the nearest element of this name in the present cell or page; any heading stands for any other. */
  const closeInScope = (wanted: string, explicit: boolean): boolean => {
    const anyHeading = headings.has(wanted)
    for (let at = stack.length - 1; at >= 0; at--) {
      const { name } = stack[at]!
      if (name === wanted || (anyHeading && headings.has(name))) {
        closeTo(at, explicit ? name : '')
        return true
      }
      if (scopeEnds.has(name)) return false
    }
    return false
  }

  const reopen = (): void => {
    if (pending.length === 0) return
    const again = pending
    pending = []
    for (const element of again) {
      budget -= element.tag.length
      if (budget < 0 || stack.length >= deepestOrdinary) return
      push(element.name, element.tag.slice(element.name.length + 1, -1))
    }
  }

  const tableAt = (): number => {
    for (let at = stack.length - 1; at >= 0; at--) if (stack[at]!.name === 'table') return at
    return -1
  }

  /** Content between the cells of a table would be moved in front of it by a browser: it gets a cell. */
  const enterCell = (): void => {
    const top = stack.at(-1)?.name
    if (top === undefined || !rows.has(top)) return
    if (top === 'table') push('tbody', '')
    if (top !== 'tr') push('tr', '')
    push('td', '')
  }

  const openTablePart = (name: string, attributes: string): void => {
    const table = tableAt()
    if (table < 0) return
    if (name === 'caption' || sections.has(name)) closeTo(table + 1)
    else {
      const inSection = sections.has(stack[table + 1]?.name ?? '')
      const inRow = inSection && stack[table + 2]?.name === 'tr'
      closeTo(table + (name === 'tr' || !inRow ? (inSection ? 2 : 1) : 3))
      if (!inSection) push('tbody', '')
      if (name !== 'tr' && !inRow) push('tr', '')
    }
    push(name, attributes)
  }

  const closeItem = (names: ReadonlySet<string>): void => {
    for (let at = stack.length - 1; at >= 0; at--) {
      const { name } = stack[at]!
      if (names.has(name)) closeTo(at)
      if (names.has(name) || holdsItem(name)) return
    }
  }

  const closeBefore = (name: string): void => {
    if (keptElements.get(name)!.kind === 'block' || name === 'hr') closeInScope('p', false)
    if (headings.has(name)) closeInScope(name, false)
    if (name === 'li') closeItem(listItem)
    if (name === 'dd' || name === 'dt') closeItem(definition)
    if (name === 'rt' || name === 'rp') while (impliedEnds.has(stack.at(-1)?.name ?? '')) closeTo(stack.length - 1)
    if (name === 'a') {
      closeInScope('a', true)
      if (pending.length > 0) pending = pending.filter((open) => open.name !== 'a')
    }
  }

  return {
    open: (name, attributes) => {
      const { kind } = keptElements.get(name)!
      if (kind !== 'tablePart' && kind !== 'cell') {
        closeBefore(name)
        enterCell()
        if (kind !== 'block') reopen()
      }
      const part = kind === 'tablePart' || kind === 'cell'
      if (stack.length >= (part ? deepest : deepestOrdinary)) tooDeep.set(name, (tooDeep.get(name) ?? 0) + 1)
      else if (part) openTablePart(name, attributes)
      else push(name, attributes)
    },
    close: (name) => {
      const unopened = tooDeep.get(name) ?? 0
      if (unopened > 0) {
        tooDeep.set(name, unopened - 1)
        return
      }
      const kind = keptElements.get(name)?.kind
      if (kind === 'tablePart' || kind === 'cell') closePart(name)
      else if (name === 'table') {
        const table = tableAt()
        if (table >= 0) closeTo(table)
      } else if (!closeInScope(name, true)) {
        const last = pending.findLastIndex((open) => open.name === name)
        if (last >= 0) pending = pending.filter((_open, index) => index !== last)
      }
    },
    leaf: (name, attributes) => {
      closeBefore(name)
      enterCell()
      if (name !== 'hr' && name !== 'source') reopen()
      pieces.push(`<${name}${attributes}>`)
      afterPre = false
    },
    text: (escaped, blank) => {
      // Blanks may stand between cells; they part the words of a reader who ignores tags.
      if (!blank || !rows.has(stack.at(-1)?.name ?? '')) enterCell()
      if (!blank) reopen()
      pieces.push(afterPre && escaped.startsWith('\n') ? `\n${escaped}` : escaped)
      afterPre = false
    },
    within: () => stack.at(-1)?.name,
    end: () => {
      closeTo(0)
      return pieces.join('')
    },
  }

  function closePart(name: string): void {
    for (let at = stack.length - 1; at >= 0; at--) {
      const open = stack[at]!.name
      if (open === name) closeTo(at)
      if (open === name || open === 'table') return
    }
  }
}

const listItem = new Set(['li'])
const definition = new Set(['dd', 'dt'])

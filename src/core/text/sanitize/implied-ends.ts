import { type Element, elementOf, isHeading } from './elements.ts'
import { closeInScope, closeTo, type OpenElements } from './open-elements.ts'

const [paragraph, link] = ['p', 'a'].map(elementOf) as [Element, Element]
const listItem: ReadonlySet<string> = new Set(['li'])
const definition: ReadonlySet<string> = new Set(['dd', 'dt'])
const impliedEnds: ReadonlySet<string> = new Set(['p', 'li', 'dd', 'dt', 'rt', 'rp'])

/** Ends the search for the list item that a new one closes. */
const holdsItem = ({ name, kind }: Element): boolean =>
  name !== 'div' && name !== 'p' && name !== 'address' && kind !== 'inline' && kind !== 'formatting'

/** Closes the open elements whose end a start tag implies: a paragraph before a block, an item before the next, a link before a link. */
export function closeImplied(open: OpenElements, element: Element): void {
  const { name, kind } = element
  if (kind === 'block' || name === 'hr') closeInScope(open, paragraph, false)
  if (isHeading(element)) closeInScope(open, element, false)
  if (name === 'li') closeItem(open, listItem)
  if (name === 'dd' || name === 'dt') closeItem(open, definition)
  if (name === 'rt' || name === 'rp')
    while (impliedEnds.has(open.stack.at(-1)?.element.name ?? '')) closeTo(open, open.stack.length - 1)
  if (element === link) {
    closeInScope(open, link, true)
    if (open.formatting.length > 0) open.formatting = open.formatting.filter((one) => one.element !== link)
  }
}

function closeItem(open: OpenElements, names: ReadonlySet<string>): void {
  for (let at = open.stack.length - 1; at >= 0; at--) {
    const { element } = open.stack[at]!
    if (names.has(element.name)) closeTo(open, at)
    if (names.has(element.name) || holdsItem(element)) return
  }
}

import { type Attributes, type FoundImage, readImage, safeAttributes } from './sanitize/attributes.ts'
import type { Element } from './sanitize/elements.ts'
import { escapeHtml } from './sanitize/escape-html.ts'
import { readTags } from './sanitize/read-tags.ts'
import { createTextWriter } from './sanitize/text-writer.ts'
import { createTreeWriter } from './sanitize/tree-writer.ts'
import { withoutControls } from './sanitize/without-controls.ts'

/** Sanitised HTML, the same as plain text, and the first picture in it. */
export interface SanitizedHtml {
  readonly html: string
  readonly text: string
  readonly image: FoundImage | null
}

/**
 * Stored beside what it let through. Raised when the sanitiser would give other HTML for the same input: stored bodies
 * are then sanitised again (`app/article-chores.ts`).
 */
export const SANITIZER_VERSION = 2

const blankText = /^[ \t\n\f\r]*$/
const blank = 32
/** Characters that must be escaped in HTML or collapsed in text; most text has none. */
const unplain = /[&<>"\t\n\f\r\u00a0\u00ad\u200b\u2060\ufeff]| {2}/

/**
 * Sanitises HTML with an allow-list, in one pass over its tokens: the output has only the elements and attributes of
 * the list, written anew and with every special character escaped, whatever a browser would have made of the input.
 * Linear in the input, bounded in depth. Addresses are resolved against `base`; without one, relative addresses are
 * dropped.
 */
export function sanitizeHtml(html: string, base: string | null = null): SanitizedHtml {
  const source = readable(html)
  const tree = createTreeWriter(source.length + 1000)
  const text = createTextWriter()
  let image: FoundImage | null = null
  /** A line end directly after `<pre>` is not part of the text. */
  let preStart = false
  let preDepth = 0

  const writeText = (raw: string): void => {
    const data = preStart && raw.startsWith('\n') ? raw.slice(1) : raw
    preStart = false
    if (data === '' || isPlayer(tree.within())) return
    const plain = !unplain.test(data)
    tree.text(plain ? data : escapeHtml(data), data.charCodeAt(0) <= blank && blankText.test(data))
    text.write(data, preDepth > 0 ? 'verbatim' : plain ? 'plain' : 'loose')
  }

  const breakText = ({ lines }: Element): void => {
    if (lines === 0) text.write(' ', 'plain')
    else if (lines !== null) text.breakLine(lines)
  }

  const writeImage = (img: Element, attributes: Attributes): void => {
    const read = readImage(attributes, base)
    if (read === null) return
    image ??= read.image
    tree.leaf(img, read.html)
  }

  /** A `source` is valid only inside a picture or a player. */
  const writeSource = (source: Element, attributes: Attributes): void => {
    const written = safeAttributes('source', attributes, base)
    if (written !== '' && (tree.within()?.name === 'picture' || isPlayer(tree.within()))) tree.leaf(source, written)
  }

  const writeElement = (element: Element, attributes: Attributes): void => {
    const within = tree.within()
    // Content of a player is a fallback for browsers that cannot play; a block there means that the player was never
    // closed.
    if (isPlayer(within)) {
      if (element.kind !== 'block') return
      tree.close(within!)
    }
    tree.open(element, safeAttributes(element.name, attributes, base))
    if (element.name !== 'pre') return
    preStart = true
    preDepth++
  }

  const start = (element: Element, attributes: Attributes): void => {
    const { name, kind } = element
    preStart = false
    breakText(element)
    if (kind === null) {
      if (name === 'math' && attributes.has('alttext')) writeText(` ${attributes.get('alttext')} `)
    } else if (kind !== 'void') writeElement(element, attributes)
    else if (name === 'img') writeImage(element, attributes)
    else if (name === 'source') writeSource(element, attributes)
    else {
      if (name === 'br') text.softBreak()
      tree.leaf(element, '')
    }
  }

  const end = (element: Element): void => {
    const { name, kind } = element
    preStart = false
    breakText(element)
    if (name === 'br') tree.leaf(element, '')
    if (kind === null || kind === 'void') return
    if (name === 'pre' && preDepth > 0) preDepth--
    tree.close(element)
  }

  readTags(source, { wants, start, end, text: writeText, gap: () => (preStart = false) })
  return { html: tree.end(), text: text.end(), image }
}

const isPlayer = (element: Element | undefined): boolean => element?.name === 'video' || element?.name === 'audio'

const wants = ({ wanted }: Element, attribute: string): boolean => wanted.has(attribute)

/**
 * Normalises line ends as browsers do, and removes characters that HTML does not allow and CDATA marks: HTML has no
 * CDATA sections, but some publishers wrap their text twice.
 */
function readable(html: string): string {
  const known = withoutControls(html)
  return known.includes('<![CDATA[') ? known.replace(/<!\[CDATA\[|\]\](?:>|&gt;)/g, '') : known
}

/** The visible text, with paragraphs and list items on separate lines. */
export function toPlainText(html: string): string {
  if (!/[<&\t\n\f\r\u00a0\u00ad\u200b\u2060\ufeff]| {2}/.test(html)) return html.trim()
  return sanitizeHtml(html).text
}

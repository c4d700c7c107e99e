import { decodeHTMLAttribute } from 'entities'
import type { Attributes } from './attributes.ts'
import { type Element, elementOf, globalAttributes, keptElements } from './elements.ts'
import { isBlank, readAttribute } from './read-attribute.ts'
import { decodedWith } from './without-controls.ts'

/** The markup at a `<`, and where it ends; an aside is a comment, a declaration, or a truncated tag. */
export type MarkupToken =
  | {
      readonly kind: 'start'
      readonly element: Element
      readonly attributes: Attributes
      readonly closesItself: boolean
      readonly end: number
    }
  | { readonly kind: 'end'; readonly element: Element; readonly end: number }
  | { readonly kind: 'aside'; readonly end: number }

/** Tells which attributes to read. */
export type Wants = (element: Element, attribute: string) => boolean

const noAttributes: Attributes = new Map()
const [slash, greater] = [47, 62]

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

/** Reads the markup at a `<`; null when the `<` is text. */
export function readMarkup(source: string, at: number, wants: Wants): MarkupToken | null {
  const code = source.charCodeAt(at + 1)
  if (isLetter(code)) return readStartTag(source, at + 1, wants)
  if (code === slash) return readEndTag(source, at)
  if (code === 33) return readDeclaration(source, at)
  return code === 63 ? asideTo(source.indexOf('>', at) + 1) : null
}

const asideTo = (end: number): MarkupToken | null => (end > 0 ? { kind: 'aside', end } : null)

function nameEnd(source: string, start: number): number {
  let at = start
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === greater || code === slash || isBlank(code)) break
  }
  return at
}

/** An unfinished end tag is still a tag, since it would not be written as text. */
function readEndTag(source: string, at: number): MarkupToken | null {
  const close = source.indexOf('>', at)
  if (!isLetter(source.charCodeAt(at + 2))) return asideTo(close + 1)
  const end = close < 0 ? source.length : close + 1
  return { kind: 'end', element: elementOf(source.slice(at + 2, nameEnd(source, at + 2))), end }
}

/** A comment ends as in browsers; an unclosed one hides the rest. */
function readDeclaration(source: string, at: number): MarkupToken | null {
  if (!source.startsWith('--', at + 2)) {
    const code = source.charCodeAt(at + 2)
    return isLetter(code) || code === 91 ? asideTo(source.indexOf('>', at) + 1) : null
  }
  commentEnd.lastIndex = at + 2
  let found = commentEnd.exec(source)
  // `<!-->` is a comment, `<!--!>` only begins one.
  if (found !== null && found[0].length > 3 && found.index < at + 4) found = commentEnd.exec(source)
  return { kind: 'aside', end: found === null ? source.length : commentEnd.lastIndex }
}

const commentEnd = /--!?>/g

/**
 * A start tag. Without its `>` it is text (`x<y and so on`), unless an attribute's value had begun: then it is a
 * truncated tag and dropped.
 */
function readStartTag(source: string, start: number, wants: Wants): MarkupToken | null {
  let at = nameEnd(source, start)
  const element = elementOf(source.slice(start, at))
  let attributes: Map<string, string> | null = null
  let hasValue = false
  while (at < source.length) {
    const code = source.charCodeAt(at)
    if (code === greater) {
      const closesItself = source.charCodeAt(at - 1) === slash
      return { kind: 'start', element, attributes: attributes ?? noAttributes, closesItself, end: at + 1 }
    }
    if (code === slash || isBlank(code)) {
      at++
      continue
    }
    const span = readAttribute(source, at)
    const attribute = attributeName(source.slice(at, span.nameEnd))
    at = span.end
    hasValue ||= span.hasValue
    if (!wants(element, attribute) || attributes?.has(attribute)) continue
    attributes ??= new Map()
    attributes.set(attribute, attributeValue(source.slice(span.valueStart, span.valueEnd)))
  }
  return hasValue ? { kind: 'aside', end: source.length } : null
}

/** The most frequent attributes of HTML, unwanted ones included. */
const usualAttributes: ReadonlySet<string> = new Set([
  ...[...keptElements.values()].flatMap(({ attributes }) => attributes),
  ...globalAttributes,
  ...'class id style rel target border align valign hspace vspace role loading fetchpriority data-id data-src'.split(
    ' ',
  ),
  ...'cellpadding cellspacing bgcolor color face size name clear itemprop aria-hidden frameborder allowfullscreen'.split(
    ' ',
  ),
])

/** Lower-casing a slice of a text with wide characters is measurably slow. */
const attributeName = (written: string): string => (usualAttributes.has(written) ? written : written.toLowerCase())

const attributeValue = (raw: string): string => decodedWith(decodeHTMLAttribute, raw)

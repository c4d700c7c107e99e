import { absolute, innerBase } from './absolute.ts'
import { fieldName, innerScope, type Scope } from './namespaces.ts'
import { decodeReferences, type OnBadReference } from './references.ts'
import { type StartTag, scan } from './scan.ts'

/** HTML elements that never have an end tag. https://html.spec.whatwg.org/#void-elements */
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Attributes that hold one address. https://html.spec.whatwg.org/#attributes-3 */
const addressAttributes = new Set(
  'href src cite action longdesc poster background data usemap codebase classid formaction icon manifest profile'.split(
    ' ',
  ),
)

/** The namespace prefixes in scope for inline markup, and the base of its links. */
export interface InlineContext {
  readonly scope: Scope
  readonly base: string | null
  /** Where the markup starts in the document, for its warnings. */
  readonly offset?: number
  readonly onBadReference?: OnBadReference
}

interface OpenElement {
  readonly tagName: string
  readonly name: string
  readonly base: string | null
  readonly scope: Scope
}

/**
 * HTML being written, and the state of its outermost level: the wrapper `div` is dropped only when it is the only
 * element.
 */
interface Writer {
  readonly html: string[]
  readonly open: OpenElement[]
  /** How many elements of each name are open, so that an end tag without a start tag is found at once. */
  readonly openNames: Map<string, number>
  outermost: number
  wrapper: { readonly start: number; end: number } | null
}

/** Deeper markup is flattened: bodies nest a few dozen levels at most. */
const maxDepth = 256

/** Longer than any article; of longer markup, which may be an attack, only the start is read. */
const longestMarkup = 4_000_000

/**
 * Converts XML markup inside a field to HTML: no prefixes, void elements without end tags, the wrapper `div` of XHTML
 * content dropped.
 */
export function inlineHtml(written: string, context: InlineContext): string {
  const raw = written.slice(0, longestMarkup)
  const writer: Writer = { html: [], open: [], openNames: new Map(), outermost: 0, wrapper: null }
  const { onBadReference, offset = 0 } = context
  const text = (start: number, end: number, isCdata: boolean) => {
    const piece = raw.slice(start, end)
    return escapeText(isCdata ? piece : decodeReferences(piece, onBadReference, offset + start))
  }
  scan(raw, {
    open: (tag) => writeStart(writer, raw, tag, context),
    leaf(tag, { start, end, isCdata }) {
      writeStart(writer, raw, tag, context)
      write(writer, text(start, end, isCdata))
      writeEnd(writer, tag.name)
    },
    close: (tagName) => writeEnd(writer, tagName),
    text: (start, end) => write(writer, text(start, end, false)),
    cdata: (start, end) => write(writer, text(start, end, true)),
    flaw() {},
  })
  while (writer.open.length > 0) endInnermost(writer)
  const { html, wrapper, outermost } = writer
  return wrapper === null || outermost !== 1 ? html.join('') : html.slice(wrapper.start + 1, wrapper.end).join('')
}

function write(writer: Writer, piece: string): void {
  if (writer.open.length === 0 && piece.trim() !== '') writer.outermost += 1
  writer.html.push(piece)
}

function writeStart(writer: Writer, raw: string, tag: StartTag, context: InlineContext): void {
  const { html, open, openNames } = writer
  const outer = open.at(-1) ?? context
  const scope = scopeOf(raw, tag, outer.scope)
  const name = localName(tag.name, scope)
  const base = baseOf(raw, tag, outer.base)
  const opens = !tag.selfClosing && !voidElements.has(name) && open.length < maxDepth
  if (opens && name === 'div' && open.length === 0 && writer.outermost === 0)
    writer.wrapper = { start: html.length, end: 0 }
  write(writer, `<${name}${writtenAttributes(raw, tag, base === context.base ? null : base)}>`)
  if (opens) {
    open.push({ tagName: tag.name, name, base, scope })
    openNames.set(tag.name, (openNames.get(tag.name) ?? 0) + 1)
  } else if (!voidElements.has(name)) html.push(`</${name}>`)
}

function writeEnd(writer: Writer, tagName: string): void {
  if ((writer.openNames.get(tagName) ?? 0) === 0) return
  let ended = ''
  while (ended !== tagName) ended = endInnermost(writer)
}

function endInnermost({ html, open, openNames, wrapper }: Writer): string {
  const { tagName, name } = open.pop()!
  openNames.set(tagName, openNames.get(tagName)! - 1)
  if (open.length === 0 && wrapper !== null && wrapper.end === 0) wrapper.end = html.length
  html.push(`</${name}>`)
  return tagName
}

function localName(tagName: string, scope: Scope): string {
  const colon = tagName.indexOf(':')
  if (colon < 0) return tagName
  const short = fieldName(scope, tagName).split(':', 1)[0]
  return short === 'xhtml' || short === 'svg' || short === 'math' ? tagName.slice(colon + 1) : tagName
}

function scopeOf(raw: string, tag: StartTag, outer: Scope): Scope {
  const declarations: [string, string][] = []
  for (let at = 0; at < tag.count; at += 1)
    if (tag.names[at]!.startsWith('xmlns:'))
      declarations.push([tag.names[at]!.slice(6), raw.slice(tag.starts[at], tag.ends[at])])
  return declarations.length === 0 ? outer : innerScope(outer, declarations, 'xhtml')
}

function baseOf(raw: string, tag: StartTag, outer: string | null): string | null {
  for (let at = 0; at < tag.count; at += 1)
    if (tag.names[at] === 'xml:base') return innerBase(decodeReferences(raw.slice(tag.starts[at], tag.ends[at])), outer)
  return outer
}

function writtenAttributes(raw: string, tag: StartTag, base: string | null): string {
  let written = ''
  for (let at = 0; at < tag.count; at += 1) {
    const name = tag.names[at]!
    if (name.startsWith('xmlns') || name.startsWith('xml:')) continue
    const value = decodeReferences(raw.slice(tag.starts[at], tag.ends[at]))
    const settled = base !== null && addressAttributes.has(name.toLowerCase()) ? absolute(value, base) : value
    written += ` ${name}="${escapeText(settled).replaceAll('"', '&quot;')}"`
  }
  return written
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}

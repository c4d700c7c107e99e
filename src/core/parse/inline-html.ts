import { absolute, innerBase } from './absolute.ts'
import { fieldName, type Scope } from './namespaces.ts'
import { decodeReferences } from './references.ts'
import { type StartTag, scan } from './scan.ts'

/** HTML elements that never have an end tag. https://html.spec.whatwg.org/#void-elements */
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** Attributes that hold one address. https://html.spec.whatwg.org/#attributes-3 */
const addressAttributes = new Set(
  'href src cite action longdesc poster background data usemap codebase classid formaction icon manifest profile'.split(
    ' ',
  ),
)

/** Where inline markup stands: the prefixes it sees and what its links start from. */
export interface InlineContext {
  readonly scope: Scope
  readonly base: string | null
}

interface OpenElement {
  readonly tagName: string
  readonly name: string
  readonly base: string | null
}

/** Deeper markup is flattened: bodies nest a few dozen levels at most. */
const maxDepth = 512

/** XML markup inside a field, written as HTML: no prefixes, void elements void, the wrapper `div` of XHTML content gone. */
export function inlineHtml(raw: string, context: InlineContext): string {
  const html: string[] = []
  const open: OpenElement[] = []
  let outermost = 0
  let wrapped = false
  let closedAt = -1
  const write = (text: string) => {
    if (open.length === 0 && text.trim() !== '') outermost += 1
    html.push(text)
  }
  scan(raw, {
    open(tag) {
      const { selfClosing } = tag
      const name = localName(tag.name, context.scope)
      const outer = open.at(-1)?.base ?? context.base
      const base = baseOf(raw, tag, outer)
      if (open.length === 0 && outermost === 0) wrapped = name === 'div' && !selfClosing
      write(`<${name}${writtenAttributes(raw, tag, base === context.base ? null : base)}>`)
      if (voidElements.has(name)) return
      if (selfClosing) html.push(`</${name}>`)
      else if (open.length < maxDepth) open.push({ tagName: tag.name, name, base })
    },
    close(tagName) {
      const depth = open.findLastIndex((element) => element.tagName === tagName)
      if (depth < 0) return
      while (open.length > depth) html.push(`</${open.pop()!.name}>`)
      if (depth === 0) closedAt = html.length - 1
    },
    text: (start, end) => write(escapeText(decodeReferences(raw.slice(start, end)))),
    cdata: (start, end) => write(escapeText(raw.slice(start, end))),
    flaw() {},
  })
  while (open.length > 0) html.push(`</${open.pop()!.name}>`)
  if (!wrapped || outermost !== 1) return html.join('')
  const first = html.findIndex((piece) => piece.trim() !== '')
  return html.slice(first + 1, closedAt < 0 ? html.length - 1 : closedAt).join('')
}

function localName(tagName: string, scope: Scope): string {
  const colon = tagName.indexOf(':')
  if (colon < 0) return tagName
  const short = fieldName(scope, tagName).split(':', 1)[0]
  return short === 'xhtml' || short === 'svg' || short === 'math' ? tagName.slice(colon + 1) : tagName
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

/** Text as HTML. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text
}

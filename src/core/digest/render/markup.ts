import { escapeHtml } from '../../text/sanitize/escape-html.ts'
import { plain } from './plain.ts'
import { safeUrl } from './safe-url.ts'

/* The only place where markup is created. Template strings are markup; values are escaped as text, unless a template
   created them. So nothing from a feed can become an element, an attribute or an executable address. */

const written: unique symbol = Symbol('markup')

/** Markup created by a template. The key is a symbol, so no parsed JSON can pass for it. */
export interface Markup {
  readonly [written]: string
}

export type Value = string | number | Markup | readonly Markup[] | null

/** The context of a value in a template. */
type ValueContext = 'text' | 'attribute' | 'address'

const contextsOf = new WeakMap<TemplateStringsArray, readonly ValueContext[]>()

/**
 * HTML template tag. Values are escaped; those of `href` and `src` must be web pages, mail addresses or anchors of this
 * page.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { [written]: join(strings, values) }
}

/** XML template tag: the same escaping, since `plain` removes the characters that XML does not allow. */
export function xml(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return html(strings, ...values)
}

/** The markup as a string. */
export const markupText = (markup: Markup): string => markup[written]

/** Empty markup. */
export const nothing: Markup = { [written]: '' }

/** Joins pieces with a separator. */
export function joined(pieces: readonly Markup[], between: Markup): Markup {
  return { [written]: pieces.map(markupText).join(between[written]) }
}

function join(strings: TemplateStringsArray, values: readonly Value[]): string {
  const contexts = cachedContexts(strings)
  let text = strings[0]!
  for (let i = 0; i < values.length; i++) text += write(values[i]!, contexts[i]!) + strings[i + 1]!
  return text
}

function write(value: Value, context: ValueContext): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escapeHtml(context === 'address' ? address(value) : plain(value))
  if (context !== 'text') throw new Error('markup cannot stand inside a tag')
  return 'map' in value ? value.map(markupText).join('') : value[written]
}

/** An anchor of this page, or a page of this server. */
const OWN_ADDRESS = /^(?:#[\w-]*|\/(?!\/)[\w./-]*)$/

/** An unsafe address becomes empty; callers that know write no link at all. */
function address(value: string): string {
  return OWN_ADDRESS.test(value) ? value : (safeUrl(value) ?? '#')
}

function cachedContexts(strings: TemplateStringsArray): readonly ValueContext[] {
  const known = contextsOf.get(strings)
  if (known) return known
  const contexts = strings.slice(0, -1).map((_, i) => contextAfter(strings.slice(0, i + 1).join('')))
  contextsOf.set(strings, contexts)
  return contexts
}

/** A wrong template fails in the first test that renders it. */
function contextAfter(before: string): ValueContext {
  const tag = before.slice(before.lastIndexOf('<'))
  if (!tag.startsWith('<') || tag.includes('>')) return 'text'
  if (tag.split('"').length % 2 === 1) throw new Error(`a value in a tag stands between double quotes: ${tag}`)
  if (/\s(on\w+|style)="[^"]*$/i.test(tag)) throw new Error(`no value may enter ${tag}`)
  return /\s(?:href|src)="$/i.test(tag) ? 'address' : 'attribute'
}

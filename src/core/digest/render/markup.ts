import { escapeHtml } from '../../text/sanitize/escape-html.ts'
import { plain } from './plain.ts'
import { safeUrl } from './safe-url.ts'

/* The one place where markup is made. What a template says is markup; what is put into it is text, unless a template
   made it. There is no other way in, so nothing a feed wrote can become an element, an attribute or an address that
   runs. */

const written: unique symbol = Symbol('markup')

/** Markup that a template made. The key is a symbol: nothing read from JSON can pass for it. */
export interface Markup {
  readonly [written]: string
}

export type Value = string | number | Markup | readonly Markup[] | null

/** Where in a template a value stands. */
type Place = 'text' | 'attribute' | 'address'

const placesOf = new WeakMap<TemplateStringsArray, readonly Place[]>()

/** HTML. Values are escaped; those of `href` and `src` must be addresses of pages, mails or this page's own anchors. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { [written]: join(strings, values) }
}

/** XML: the same escaping serves, since `plain` leaves out the characters XML has not. */
export function xml(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return html(strings, ...values)
}

/** The finished document. */
export const markupText = (markup: Markup): string => markup[written]

/** Nothing, where a template has room for something. */
export const nothing: Markup = { [written]: '' }

/** Pieces in a row, with something between them. */
export function joined(pieces: readonly Markup[], between: Markup): Markup {
  return { [written]: pieces.map(markupText).join(between[written]) }
}

function join(strings: TemplateStringsArray, values: readonly Value[]): string {
  const places = cachedPlaces(strings)
  let text = strings[0]!
  for (let i = 0; i < values.length; i++) text += write(values[i]!, places[i]!) + strings[i + 1]!
  return text
}

function write(value: Value, place: Place): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escapeHtml(place === 'address' ? address(value) : plain(value))
  if (place !== 'text') throw new Error('markup cannot stand inside a tag')
  return 'map' in value ? value.map(markupText).join('') : value[written]
}

/** An anchor of this page, or a page of this very server. */
const OWN_ADDRESS = /^(?:#[\w-]*|\/(?!\/)[\w./-]*)$/

/** An address that may not be followed leads nowhere; callers that know write no link at all. */
function address(value: string): string {
  return OWN_ADDRESS.test(value) ? value : (safeUrl(value) ?? '#')
}

function cachedPlaces(strings: TemplateStringsArray): readonly Place[] {
  const known = placesOf.get(strings)
  if (known) return known
  const places = strings.slice(0, -1).map((_, i) => placeAfter(strings.slice(0, i + 1).join('')))
  placesOf.set(strings, places)
  return places
}

/** Only a template can be wrong here, and is so in the first test that runs it. */
function placeAfter(before: string): Place {
  const tag = before.slice(before.lastIndexOf('<'))
  if (!tag.startsWith('<') || tag.includes('>')) return 'text'
  if (tag.split('"').length % 2 === 1) throw new Error(`a value in a tag stands between double quotes: ${tag}`)
  if (/\s(on\w+|style)="[^"]*$/i.test(tag)) throw new Error(`no value may enter ${tag}`)
  return /\s(?:href|src)="$/i.test(tag) ? 'address' : 'attribute'
}

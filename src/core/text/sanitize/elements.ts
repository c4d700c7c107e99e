import { pictureHints } from './attributes.ts'

/** The role of a kept element in the tree, which decides what it may contain. */
export type ElementKind = 'block' | 'inline' | 'formatting' | 'cell' | 'tablePart' | 'void'

/** A kept element and its attributes besides the global ones. */
export interface KeptElement {
  readonly kind: ElementKind
  readonly attributes: readonly string[]
}

const row = (kind: ElementKind, names: string, attributes = ''): [string, KeptElement][] =>
  names.split(' ').map((name) => [name, { kind, attributes: attributes === '' ? [] : attributes.split(' ') }])

/**
 * The elements of prose (WHATWG HTML, sections 4.3 to 4.9), none of which executes, loads a frame or has raw text.
 * Other elements lose their tags and keep their content; those in `dropped` lose both. Formatting elements are those
 * that a browser opens again in the next block when they were left open (13.2.4.3).
 */
export const keptElements: ReadonlyMap<string, KeptElement> = new Map([
  ...row(
    'block',
    'address article aside div figcaption figure footer header main nav section summary p h1 h2 h3 h4 h5 h6 pre ul dl dt dd table',
  ),
  ...row('block', 'blockquote', 'cite'),
  ...row('block', 'ol', 'start type reversed'),
  ...row('block', 'li', 'value'),
  ...row('block', 'details', 'open'),
  ...row('formatting', 'b code em i s small strong u'),
  ...row('formatting', 'a', 'href'),
  ...row('inline', 'abbr bdi bdo cite dfn kbd mark rp rt ruby samp span sub sup var picture'),
  ...row('inline', 'data', 'value'),
  ...row('inline', 'time', 'datetime'),
  ...row('inline', 'q', 'cite'),
  ...row('inline', 'del ins', 'cite datetime'),
  ...row('inline', 'audio', 'src'),
  ...row('inline', 'video', 'src poster width height'),
  ...row('tablePart', 'thead tbody tfoot tr'),
  ...row('cell', 'td th', 'colspan rowspan scope'),
  ...row('cell', 'caption'),
  ...row('void', 'br hr wbr'),
  ...row('void', 'img', 'src srcset sizes alt width height decoding'),
  ...row('void', 'source', 'src srcset sizes type media'),
])

/** Attributes allowed on any element: none that the page's own script or style could react to. */
export const globalAttributes: ReadonlySet<string> = new Set(['title', 'lang', 'dir'])

/** Old names of kept elements. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['center', 'div'],
  ['hgroup', 'div'],
  ['search', 'div'],
  ['dir', 'ul'],
  ['menu', 'ul'],
  ['listing', 'pre'],
  ['strike', 's'],
  ['tt', 'code'],
  ['acronym', 'abbr'],
  ['image', 'img'],
])

/**
 * Elements removed with their content: code, languages other than HTML, and what a page with scripts does not show. One
 * that is never closed is removed alone, except scripts and styles. The fallback content of frames and objects is kept,
 * since those are not shown.
 */
export const dropped: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'title', 'svg', 'math'])

/** Elements whose content is raw text up to their end tag: `always`, or only when there is an end tag. */
export const rawText: ReadonlyMap<string, 'always' | 'closed'> = new Map([
  ['script', 'always'],
  ['style', 'always'],
  ['title', 'closed'],
  ['textarea', 'closed'],
  ['xmp', 'closed'],
])

/** Tags that end SVG and MathML in browsers (13.2.6.5): an unclosed drawing must not swallow the article. */
export const leavesForeign: ReadonlySet<string> = new Set(
  'b big blockquote center code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre ruby s small strong strike sub sup table tt u ul'.split(
    ' ',
  ),
)

/** Elements without an end tag, kept or not. */
export const voidElements: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

/** Line ends around an element in the plain text; a cell has a blank. */
export const textBreaks: ReadonlyMap<string, number> = new Map([
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table figure hr article section aside form fieldset'
    .split(' ')
    .map((name) => [name, 2] as const),
  ...'div li dt dd tr address figcaption footer header main nav summary details caption center option legend'
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'td th'.split(' ').map((name) => [name, 0] as const),
])

/** Everything the sanitiser needs to know of an element; looked up by name once per tag. */
export interface Element {
  readonly name: string
  /** Null for elements that lose their tags. */
  readonly kind: ElementKind | null
  /** The attributes to read. */
  readonly wanted: ReadonlySet<string>
  /** See `textBreaks`; null for inline elements. */
  readonly lines: number | null
  readonly isDropped: boolean
  readonly rawText: 'always' | 'closed' | null
  readonly leavesForeign: boolean
  readonly startTag: string
  readonly endTag: string
}

const nothing: ReadonlySet<string> = new Set()

function wantedOf(name: string): ReadonlySet<string> {
  const kept = keptElements.get(name)
  if (kept !== undefined)
    return new Set([...globalAttributes, ...kept.attributes, ...(name === 'img' ? pictureHints : nothing)])
  return name === 'math' ? new Set(['alttext']) : nothing
}

const newElement = (name: string): Element => ({
  name,
  kind: keptElements.get(name)?.kind ?? null,
  wanted: wantedOf(name),
  lines: textBreaks.get(name) ?? null,
  isDropped: dropped.has(name),
  rawText: rawText.get(name) ?? null,
  leavesForeign: leavesForeign.has(name),
  startTag: `<${name}>`,
  endTag: `</${name}>`,
})

const known: ReadonlyMap<string, Element> = new Map(
  [
    ...[keptElements, voidElements, dropped, rawText, leavesForeign, textBreaks].flatMap((table) => [...table.keys()]),
  ].map((name) => [name, newElement(name)]),
)
const knownByOldName = new Map([...known, ...[...renamed].map(([old, name]) => [old, known.get(name)!] as const)])

/** The element for a tag name in any case. */
export function elementOf(written: string): Element {
  const found = knownByOldName.get(written)
  if (found !== undefined) return found
  const name = written.toLowerCase()
  return knownByOldName.get(name) ?? newElement(name)
}

/** `h1` to `h6`. */
export const isHeading = ({ name }: Element): boolean => name.length === 2 && name[0] === 'h' && name !== 'hr'

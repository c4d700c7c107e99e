import { decodeHTML } from 'entities'
import type { Attributes } from './attributes.ts'
import { dropped, type Element, rawText } from './elements.ts'
import { type MarkupToken, readMarkup } from './read-markup.ts'
import { decodedWith } from './without-controls.ts'

/** Callbacks of the tokenizer; of elements that are dropped with their content only the start is reported. */
export interface TagHandler {
  readonly wants: (element: Element, attribute: string) => boolean
  readonly start: (element: Element, attributes: Attributes) => void
  readonly end: (element: Element) => void
  readonly text: (data: string) => void
  /** Called for markup that has no callback of its own. */
  readonly gap: () => void
}

const isForeign = (name: string | null): boolean => name === 'svg' || name === 'math'

const endTags: ReadonlyMap<string, RegExp> = new Map(
  [...dropped, ...rawText.keys()].map((name) => [name, new RegExp(`</${name}(?=[ \\t\\n\\f\\r/>])`, 'gi')]),
)

/**
 * HTML tokenizer: reports start tags, end tags and text in one pass from `<` to `<`. Tags, comments and raw text are
 * read as in browsers (WHATWG HTML 13.2.5), but an unclosed one does not swallow the rest of the article, except
 * scripts, styles and comments. Nesting is left to the caller.
 */
export function readTags(source: string, handler: TagHandler): void {
  let skipped: string | null = null
  let depth = 0
  /** Names without a further end tag, so that each is searched for only once. */
  const neverEnds = new Set<string>()

  const tellText = (start: number, end: number): void => {
    if (skipped !== null || start >= end) return
    const raw = source.slice(start, end)
    handler.text(decodedWith(decodeHTML, raw))
  }

  const endTagOf = (name: string, from: number): number => {
    if (neverEnds.has(name)) return -1
    const ending = endTags.get(name)!
    ending.lastIndex = from
    const found = ending.exec(source)
    if (found === null) neverEnds.add(name)
    return found?.index ?? -1
  }

  /** Where the raw text after a start tag ends. */
  const behindRawText = (element: Element, from: number): number => {
    if (element.rawText === null || isForeign(skipped)) return from
    const end = endTagOf(element.name, from)
    if (end < 0) return element.rawText === 'always' ? source.length : from
    tellText(from, end)
    return end
  }

  const isDropped = (element: Element, from: number): boolean =>
    element.isDropped && (isForeign(element.name) || element.rawText === 'always' || endTagOf(element.name, from) >= 0)

  /** Reports a start tag and returns where to continue. */
  const start = ({ element, attributes, closesItself, end }: MarkupToken & { readonly kind: 'start' }): number => {
    const { name } = element
    if (element.leavesForeign && isForeign(skipped)) skipped = null
    if (skipped === null) {
      handler.start(element, attributes)
      // Only foreign elements can be self-closing.
      if (closesItself && isForeign(name)) return end
      if (isDropped(element, end)) [skipped, depth] = [name, 1]
    } else if (name === skipped && !(closesItself && isForeign(name))) depth++
    return behindRawText(element, end)
  }

  const tell = (markup: MarkupToken): number => {
    if (markup.kind === 'start') return start(markup)
    if (markup.kind === 'aside') handler.gap()
    else if (skipped === null) handler.end(markup.element)
    else if (markup.element.name === skipped && --depth === 0) skipped = null
    return markup.end
  }

  const wants = (element: Element, attribute: string): boolean =>
    (skipped === null || isForeign(skipped)) && handler.wants(element, attribute)

  const lastEnd = source.lastIndexOf('>')
  let textStart = 0
  let at = source.indexOf('<')
  while (at >= 0) {
    if (at > lastEnd) at = lastOpening(source, at)
    const markup = readMarkup(source, at, wants)
    let next = at + 1
    if (markup !== null) {
      tellText(textStart, at)
      next = textStart = tell(markup)
    }
    at = source.indexOf('<', next)
  }
  tellText(textStart, source.length)
}

/**
 * Beyond the last `>` no tag can end: only a comment can begin, or one tag at the very end. Trying every `<` there
 * would be quadratic.
 */
function lastOpening(source: string, from: number): number {
  const comment = source.indexOf('<!--', from)
  return comment < 0 ? source.lastIndexOf('<') : comment
}

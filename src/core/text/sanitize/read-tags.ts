import { Tokenizer } from 'htmlparser2'
import type { Attributes } from './attributes.ts'
import { dropped, leavesForeign, renamed } from './elements.ts'

/** What is told of HTML as it is read; of elements that are dropped with their content, only that they began. */
export interface TagHandler {
  readonly wants: (name: string, attribute: string) => boolean
  readonly start: (name: string, attributes: Attributes) => void
  readonly end: (name: string) => void
  readonly text: (data: string) => void
  /** Something stood here that is not told otherwise. */
  readonly gap: () => void
}

const noAttributes: Attributes = new Map()
const isForeign = (name: string): boolean => name === 'svg' || name === 'math'

/** Characters HTML does not have stay out, however they were written; a carriage return is a line end. */
function character(codePoint: number): string {
  if (codePoint === 13) return '\n'
  const control = (codePoint < 32 && codePoint !== 9 && codePoint !== 10 && codePoint !== 12) || codePoint === 127
  return control ? '' : String.fromCodePoint(codePoint)
}

/**
 * Tells the start tags, end tags and text of HTML, one after another. The tokenizer knows raw text, comments and references as
 * browsers do; nesting is left to whoever listens, because the parser above it takes quadratic time for deep nesting.
 */
export function readTags(source: string, handler: TagHandler): void {
  let name = ''
  let attributes: Map<string, string> | null = null
  let attribute: string | null = null
  let value = ''
  let skipped: string | null = null
  let depth = 0

  const readName = (start: number, end: number): string => {
    const lower = source.slice(start, end).toLowerCase()
    return renamed.get(lower) ?? lower
  }
  const startTag = (): void => {
    handler.start(name, attributes ?? noAttributes)
    if (!dropped.has(name)) return
    skipped = name
    depth = 1
  }

  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => {
        if (skipped === null) handler.text(source.slice(start, end))
      },
      ontextentity: (codePoint) => {
        if (skipped === null) handler.text(character(codePoint))
      },
      onopentagname: (start, end) => {
        name = readName(start, end)
        attributes = null
        if (skipped !== null && isForeign(skipped) && leavesForeign.has(name)) skipped = null
      },
      onattribname: (start, end) => {
        const written = skipped === null ? source.slice(start, end).toLowerCase() : null
        attribute = written !== null && handler.wants(name, written) && !attributes?.has(written) ? written : null
        value = ''
      },
      onattribdata: (start, end) => {
        if (attribute !== null) value += source.slice(start, end)
      },
      onattribentity: (codePoint) => {
        if (attribute !== null) value += character(codePoint)
      },
      onattribend: () => {
        if (attribute === null) return
        attributes ??= new Map()
        attributes.set(attribute, value)
        attribute = null
      },
      onopentagend: () => {
        if (skipped === null) startTag()
        else if (name === skipped) depth++
      },
      onselfclosingtag: () => {
        // Only foreign elements can close themselves.
        if (skipped === null && isForeign(name)) handler.start(name, attributes ?? noAttributes)
        else if (skipped === null) startTag()
      },
      onclosetag: (start, end) => {
        const closed = readName(start, end)
        if (skipped === null) handler.end(closed)
        else if (closed === skipped && --depth === 0) skipped = null
      },
      oncomment: handler.gap,
      oncdata: handler.gap,
      ondeclaration: handler.gap,
      onprocessinginstruction: handler.gap,
      onend: () => {},
      isInForeignContext: () => skipped !== null && isForeign(skipped),
    },
  )
  tokenizer.write(source)
  tokenizer.end()
}

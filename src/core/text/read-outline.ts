import { Parser } from 'htmlparser2'
import { decodeReferences } from './decode-references.ts'

/** One `outline` element, and those around it. Attributes are under lower-case names, decoded once. */
export interface Outline {
  readonly attributes: Readonly<Record<string, string>>
  readonly around: Outline | null
  /** Where it begins in the text. */
  readonly at: number
}

export interface Outlines {
  /** In the order of the document, those inside after those around them. */
  readonly outlines: readonly Outline[]
  /** Whether there was an `opml` element at all. */
  readonly isOpml: boolean
  /** Where the document stopped being well-formed; null when it is whole. */
  readonly brokenAt: number | null
}

/** Beyond this a document is refused: nobody keeps so many subscriptions, and nobody nests them so deep. */
export interface OutlineLimits {
  readonly maxOutlines: number
  readonly maxDepth: number
}

/** Where a limit was passed. */
export class OutlineLimitError extends Error {
  readonly limit: keyof OutlineLimits
  readonly at: number

  constructor(limit: keyof OutlineLimits, at: number) {
    super(`more than ${limit}`)
    this.name = 'OutlineLimitError'
    this.limit = limit
    this.at = at
  }
}

interface Open {
  readonly name: string
  readonly outline: Outline | null
  readonly selfClosed: boolean
}

/**
 * The outlines of an OPML document, as many as are whole. References to the five XML and the HTML entities are decoded;
 * those a document defines itself never are, so there is nothing to expand.
 */
export function readOutline(text: string, limits: OutlineLimits): Outlines {
  const outlines: Outline[] = []
  const open: Open[] = []
  let isOpml = false
  let brokenAt: number | null = null
  const parser = new Parser(
    {
      onopentag(tag, raw) {
        const name = tag.toLowerCase()
        const at = parser.startIndex
        if (name === 'opml') isOpml = true
        const around = open.findLast((one) => one.outline !== null)?.outline ?? null
        const outline = name === 'outline' ? { attributes: decoded(raw), around, at } : null
        if (open.length >= limits.maxDepth) throw new OutlineLimitError('maxDepth', at)
        if (outline !== null) outlines.push(outline)
        if (outlines.length > limits.maxOutlines) throw new OutlineLimitError('maxOutlines', at)
        open.push({ name, outline, selfClosed: text[parser.endIndex - 1] === '/' })
      },
      onclosetag(_tag, implied) {
        const closed = open.pop()
        if (implied && !closed?.selfClosed) brokenAt ??= parser.startIndex
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(text)
  return { outlines, isOpml, brokenAt }
}

function decoded(raw: Readonly<Record<string, string>>): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) attributes[name.toLowerCase()] = decodeReferences(value)
  return attributes
}

/** Line and column, from 1, of a place in a text. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1 }
}

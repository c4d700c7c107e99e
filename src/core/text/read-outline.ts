import { Parser } from 'htmlparser2'
import { decodeReferences } from './decode-references.ts'

/** One `outline` element and its ancestors. Attribute names are in lower case, values decoded once. */
export interface Outline {
  readonly attributes: Readonly<Record<string, string>>
  readonly around: Outline | null
  /** Its offset in the text. */
  readonly at: number
}

export interface Outlines {
  /** In document order, parents before children. */
  readonly outlines: readonly Outline[]
  /** Whether there was an `opml` element. */
  readonly isOpml: boolean
  /** Where the document stops being well-formed; null when it does not. */
  readonly brokenAt: number | null
}

/** A larger document is refused: no subscription list is that long or nested that deep. */
export interface OutlineLimits {
  readonly maxOutlines: number
  readonly maxDepth: number
}

/** A document exceeds a limit. */
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
 * Reads the outlines of an OPML document up to where it is well-formed. The five XML and the HTML entities are decoded;
 * entities that a document defines are never expanded.
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

/** Line and column, from 1, of an offset in a text. */
export function positionIn(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1 }
}

import { Temporal } from 'temporal-polyfill'
import { UserError } from '../domain/user-error.ts'
import { durationMs } from './duration.ts'
import { isRunToken, searchTokens } from './search-tokens.ts'

/** Adjacent tokens; the last may be a prefix. */
export interface SearchTerm {
  readonly tokens: readonly string[]
  readonly prefix: boolean
}

/** `any` is title or text. */
export type SearchField = 'any' | 'title' | 'source' | 'author' | 'category'

/** One condition: the term must, or must not, occur in the field. */
export interface SearchClause {
  readonly field: SearchField
  readonly term: SearchTerm
  readonly wanted: boolean
}

/** A parsed query; an article must satisfy all of it. */
export interface SearchQuery {
  readonly clauses: readonly SearchClause[]
  readonly tab: string | null
  readonly language: string | null
  /** Published at or after. */
  readonly from: number | null
  /** Published before. */
  readonly to: number | null
}

/** The reference time and zone for `before:` and `after:`. */
export interface ReaderTime {
  readonly now: number
  readonly zone: string
}

const LONGEST_QUERY = 1000
const MOST_PARTS = 32
const TERM_FIELDS: readonly string[] = ['title', 'source', 'author', 'category']
const FIELDS = [...TERM_FIELDS, 'tab', 'lang', 'before', 'after']

/** One part: an optional minus, an optional field, then a quoted phrase or a word. Phones write curly quotes. */
const PART = /(-?)(?:([a-z]+):(?!\/\/))?(?:["“”]([^"“”]*)(["“”]?)|([^\s"“”]+))/giuy

interface Part {
  readonly minus: boolean
  readonly field: string | null
  readonly value: string
}

/**
 * Parses a query such as `"interest rate" source:bbc -crypto after:2026-11-01`; a bad one is a `UserError` of one line.
 */
export function searchQuery(line: string, time: ReaderTime): SearchQuery {
  const parts = partsOf(line)
  const clauses: SearchClause[] = []
  const filters = { tab: null as string | null, language: null as string | null }
  const times = { from: null as number | null, to: null as number | null }
  for (const { minus, field, value } of parts) {
    if (field === null || TERM_FIELDS.includes(field)) {
      const term = termOf(value)
      if (term !== null) clauses.push({ field: (field ?? 'any') as SearchField, term, wanted: !minus })
      else if (field !== null) throw new UserError(`search: ${field}: needs a word, got "${value}"`)
      continue
    }
    if (minus) throw new UserError(`search: -${field}: is not possible; only words and ${TERM_FIELDS.join(', ')} are`)
    if (value === '') throw new UserError(`search: ${field}: needs a value`)
    if (field === 'tab') filters.tab = value
    else if (field === 'lang') filters.language = value.toLowerCase()
    else times[field === 'after' ? 'from' : 'to'] = instantOf(field, value, time)
  }
  const filtered = [...Object.values(filters), ...Object.values(times)].some((value) => value !== null)
  if (clauses.length === 0 && !filtered) throw new UserError('search: name at least one word to look for')
  return { clauses, ...filters, ...times }
}

function partsOf(line: string): Part[] {
  if (line.length > LONGEST_QUERY)
    throw new UserError(`search: at most ${LONGEST_QUERY} characters, got ${line.length}`)
  const parts: Part[] = []
  for (let at = 0; at < line.length; ) {
    if (/\s/u.test(line[at]!)) {
      at++
      continue
    }
    PART.lastIndex = at
    const [whole, minus, field, phrase, close, word] = PART.exec(line)!
    if (word?.endsWith(':') && FIELDS.includes(word.slice(0, -1).toLowerCase())) {
      throw new UserError(`search: nothing stands behind "${word}"`)
    }
    if (phrase !== undefined && close === '') throw new UserError(`search: the quote before "${phrase}" is not closed`)
    parts.push({ minus: minus === '-', field: knownField(field), value: (phrase ?? word!).trim() })
    at += whole.length
  }
  if (parts.length > MOST_PARTS)
    throw new UserError(`search: at most ${MOST_PARTS} words and filters, got ${parts.length}`)
  return parts
}

function knownField(name: string | undefined): string | null {
  if (name === undefined) return null
  const field = name.toLowerCase()
  if (FIELDS.includes(field)) return field
  throw new UserError(`search: there is no field "${name}", only ${FIELDS.join(', ')}; quote the word to look for it`)
}

/** Null when the text holds no letter or digit. */
function termOf(text: string): SearchTerm | null {
  const found = searchTokens(text)
  const last = found.at(-1)
  if (last === undefined) return null
  const before = found.at(-2)
  const tokens = found.map((one) => one.token)
  if (!isRunToken(last.token)) return { tokens, prefix: text.endsWith('*') }
  // The last character of a run is already in the pair before it; alone, it is the prefix of any pair.
  if (before !== undefined && before.end === last.end) return { tokens: tokens.slice(0, -1), prefix: false }
  return { tokens, prefix: true }
}

/** A day begins in the reader's time zone. */
function instantOf(field: string, value: string, { now, zone }: ReaderTime): number {
  const agoMs = durationMs(value)
  if (agoMs !== null) return now - agoMs
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return Temporal.PlainDate.from(value).toZonedDateTime(zone).epochMilliseconds
    return Temporal.Instant.from(value).epochMilliseconds
  } catch {
    throw new UserError(
      `search: ${field}: must be a day such as 2026-11-15, an instant or 24h, 7d, 2w ago, got "${value}"`,
    )
  }
}

/** The instant meant by "2026-11-01", "24h" or "7d"; errors name the option. */
export function sinceInstant(option: string, value: string, time: ReaderTime): number {
  try {
    return instantOf('after', value, time)
  } catch {
    throw new UserError(`${option} must be a day such as 2026-11-15, an instant or 24h, 7d, 2w ago, got "${value}"`)
  }
}

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

/** A term in a field. */
export interface SearchCondition {
  readonly field: SearchField
  readonly term: SearchTerm
}

/** The term, or one of its alternatives, must occur in its field; or the term must not. */
export interface SearchClause extends SearchCondition {
  readonly wanted: boolean
  readonly or?: readonly SearchCondition[]
}

/** The terms of a clause that may stand in title or text: those found in a title rank an article higher. */
export const termsAnywhere = ({ or = [], ...first }: SearchClause): SearchTerm[] =>
  [first, ...or].filter(({ field }) => field === 'any').map(({ term }) => term)

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
  readonly isQuoted: boolean
}

/**
 * Parses a query such as `"interest rate" source:bbc -crypto after:2026-11-01`; a bad one is a `UserError` of one line.
 */
export function searchQuery(line: string, time: ReaderTime): SearchQuery {
  const clauses: SearchClause[] = []
  const filters = { tab: null as string | null, language: null as string | null }
  const times = { from: null as number | null, to: null as number | null }
  for (const [part, ...others] of alternativesOf(partsOf(line))) {
    const { minus, field, value } = part!
    if (field === null || TERM_FIELDS.includes(field)) {
      const [first, ...or] = [part!, ...others].flatMap(conditionOf)
      if (first !== undefined) clauses.push({ ...first, wanted: !minus, ...(or.length === 0 ? {} : { or }) })
      continue
    }
    if (minus) throw new UserError({ code: 'searchMinus', field, fields: TERM_FIELDS.join(', ') })
    if (value === '') throw new UserError({ code: 'searchNoValue', field })
    if (field === 'tab') filters.tab = value
    else if (field === 'lang') filters.language = value.toLowerCase()
    else times[field === 'after' ? 'from' : 'to'] = instantOf(field, value, time)
  }
  const filtered = [...Object.values(filters), ...Object.values(times)].some((value) => value !== null)
  if (clauses.length === 0 && !filtered) throw new UserError({ code: 'searchEmpty' })
  return { clauses, ...filters, ...times }
}

/** Groups parts that `OR` joins; a part on its own is a group of one. */
function alternativesOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  let isJoined = false
  for (const part of parts) {
    if (part.value === 'OR' && part.field === null && !part.minus && !part.isQuoted) {
      if (isJoined || !isWord(groups.at(-1)?.at(-1))) throw misplacedOr()
      isJoined = true
    } else if (isJoined) {
      if (!isWord(part)) throw misplacedOr()
      groups.at(-1)!.push(part)
      isJoined = false
    } else groups.push([part])
  }
  if (isJoined) throw misplacedOr()
  return groups
}

const isWord = (part: Part | undefined): boolean =>
  part !== undefined && !part.minus && (part.field === null || TERM_FIELDS.includes(part.field))

const misplacedOr = () => new UserError({ code: 'searchOr' })

function conditionOf({ field, value }: Part): SearchCondition[] {
  const term = termOf(value)
  if (term !== null) return [{ field: (field ?? 'any') as SearchField, term }]
  if (field !== null) throw new UserError({ code: 'searchNoWord', field, value })
  return []
}

function partsOf(line: string): Part[] {
  if (line.length > LONGEST_QUERY)
    throw new UserError({ code: 'searchTooLong', most: LONGEST_QUERY, length: line.length })
  const parts: Part[] = []
  for (let at = 0; at < line.length; ) {
    if (/\s/u.test(line[at]!)) {
      at++
      continue
    }
    PART.lastIndex = at
    const [whole, minus, field, phrase, close, word] = PART.exec(line)!
    if (word?.endsWith(':') && FIELDS.includes(word.slice(0, -1).toLowerCase())) {
      throw new UserError({ code: 'searchCut', word })
    }
    if (phrase !== undefined && close === '') throw new UserError({ code: 'searchQuote', phrase })
    const isQuoted = phrase !== undefined
    parts.push({ minus: minus === '-', field: knownField(field), value: (phrase ?? word!).trim(), isQuoted })
    at += whole.length
  }
  if (parts.length > MOST_PARTS) throw new UserError({ code: 'searchTooMany', most: MOST_PARTS, parts: parts.length })
  return parts
}

function knownField(name: string | undefined): string | null {
  if (name === undefined) return null
  const field = name.toLowerCase()
  if (FIELDS.includes(field)) return field
  throw new UserError({ code: 'searchNoField', name, fields: FIELDS.join(', ') })
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
    throw new UserError({ code: 'searchDate', field, value })
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

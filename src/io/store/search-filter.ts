import type { SearchQuery } from '../../core/text/search-query.ts'
import type { StoredArticle } from './articles.ts'

/* What filters of a search test, as lexemes of the search index on PostgreSQL: the index intersects them with the words before it reads
   a row. The migration 0032-search-lexemes made the same of the articles that were indexed before: another form needs another migration. */

const DAY_MS = 86_400_000
/** Days are covered by spans of 1, 8, 64, 512 and 4,096 days, so that few lexemes make up any time. */
const LEVELS = 5
const DAYS_A_LEVEL = 8
const LAST_DAY = DAYS_A_LEVEL ** LEVELS - 1
/** A lexeme has up to 2,046 bytes; what is longer is cut, and compared as cut. */
const LONGEST = 500

type Filtered = Pick<StoredArticle, 'id' | 'language' | 'tab' | 'published'>

/** Articles whose ids differ in the last 13 bits only are a block: a search looks at the latest block first. */
export const BLOCK_BITS = 13

/** All that the filter of a search may ask for of an article. */
export function filterLexemes({ id, language, tab, published }: Filtered): string[] {
  const subtags = language?.toLowerCase().slice(0, LONGEST).split('-') ?? []
  return [
    `b${id >> BLOCK_BITS}`,
    ...subtags.map((_, n) => languageLexeme(subtags.slice(0, n + 1).join('-'))),
    ...(tab === null ? [] : [tabLexeme(tab)]),
    ...Array.from({ length: LEVELS }, (_, level) =>
      dayLexeme(level, Math.floor(dayOf(published) / DAYS_A_LEVEL ** level)),
    ),
  ]
}

/**
 * Lists of lexemes, one of each of which an article has that satisfies the filter. Of a time the days that it touches: which articles of the first and
 * the last day are within it has to be tested.
 */
export function filterDemands({ language, tab, from, to }: Omit<SearchQuery, 'clauses'>): string[][] {
  const demands: string[][] = []
  if (language !== null) demands.push([languageLexeme(language)])
  if (tab !== null) demands.push([tabLexeme(tab)])
  if (from !== null || to !== null) demands.push(daysWithin(dayOf(from ?? 0), to === null ? LAST_DAY : dayOf(to - 1)))
  return demands
}

/** A word of a tsvector or tsquery. */
export const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`

const languageLexeme = (language: string): string => `l${language.slice(0, LONGEST)}`
const tabLexeme = (tab: string): string => `t${tab.slice(0, LONGEST)}`
const dayLexeme = (level: number, n: number): string => `d${level}.${n}`

/** Times before 1970 and after 2059 count as the first and the last day. */
const dayOf = (instant: number): number => Math.min(Math.max(Math.floor(instant / DAY_MS), 0), LAST_DAY)

/** The fewest spans that make up the days from one to another. */
function daysWithin(first: number, last: number): string[] {
  const lexemes: string[] = []
  let [low, high] = [first, last]
  for (let level = 0; low <= high; level++) {
    const isTop = level === LEVELS - 1
    while (low <= high && (isTop || low % DAYS_A_LEVEL !== 0)) lexemes.push(dayLexeme(level, low++))
    while (low <= high && high % DAYS_A_LEVEL !== DAYS_A_LEVEL - 1) lexemes.push(dayLexeme(level, high--))
    low = Math.floor(low / DAYS_A_LEVEL)
    high = Math.floor((high + 1) / DAYS_A_LEVEL) - 1
  }
  return lexemes
}

import { type SearchClause, type SearchTerm, termsAnywhere } from './search-query.ts'
import { searchTokens } from './search-tokens.ts'

/** Counts of how many clauses a term occurs in a title; by that search results are ranked. */
export function titleCounter(clauses: readonly SearchClause[]): (title: string) => number {
  const wanted = clauses
    .filter((clause) => clause.wanted)
    .map(termsAnywhere)
    .filter((terms) => terms.length > 0)
  if (wanted.length === 0) return () => 0
  return (title) => {
    const tokens = searchTokens(title).map(({ token }) => token)
    return wanted.filter((terms) => terms.some((term) => occursIn(tokens, term))).length
  }
}

function occursIn(title: readonly string[], { tokens, prefix }: SearchTerm): boolean {
  const last = tokens.length - 1
  const matchesAt = (at: number): boolean =>
    tokens.every((token, i) => (prefix && i === last ? title[at + i]!.startsWith(token) : title[at + i] === token))
  for (let at = 0; at + last < title.length; at++) if (matchesAt(at)) return true
  return false
}

import type { Move, StandingInterests } from '../domain/interest.ts'
import { terms } from '../similar/terms.ts'
import type { InterestPolicy } from './interest-policy.ts'

/** A term's weight by configuration alone. */
export interface StandingTerm {
  readonly term: string
  readonly written: string
  readonly moves: readonly Move[]
}

/** The terms of configured interests and categories; a phrase's weight is divided among its words. */
export function standingTerms(standing: StandingInterests, policy: InterestPolicy): StandingTerm[] {
  const found = new Map<string, { written: string; moves: Move[] }>()
  const add = (phrase: string, cause: 'configured' | 'category', weight: number): void => {
    for (const all of stemmings(phrase, standing.languages)) {
      for (const term of all) {
        const known = found.get(term) ?? { written: all.length === 1 ? phrase : term, moves: [] }
        known.moves.push({ cause, amount: weight / Math.sqrt(all.length), at: null, by: phrase })
        found.set(term, known)
      }
    }
  }
  for (const [phrase, weight] of Object.entries(standing.interests).sort()) add(phrase, 'configured', weight)
  for (const category of [...new Set(standing.categories)].sort()) add(category, 'category', policy.categoryWeight)
  return [...found].map(([term, { written, moves }]) => ({ term, written, moves }))
}

/** The phrase stemmed for each language: a configured interest does not say which language it is in. */
function stemmings(phrase: string, languages: readonly string[]): string[][] {
  const ways = [null, ...languages].map((language) => [...new Set(terms(phrase, language))].sort())
  const seen = new Set<string>()
  return ways.filter((way) => {
    const fresh = way.length > 0 && !seen.has(way.join(' '))
    seen.add(way.join(' '))
    return fresh
  })
}

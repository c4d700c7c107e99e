import type { Move, StandingInterests } from '../core/domain/interest.ts'
import { type ExplainedWeight, explainProfile } from '../core/interests/explain-profile.ts'
import { forgetTerm } from '../core/interests/forget-term.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { countsLearned } from '../core/interests/profile-vector.ts'
import type { Store } from '../io/store/open-store.ts'
import { currentProfile, forgetProfile } from './reader-profile.ts'

/** A change of a weight, with the article that made it where the reader sees that. */
export interface ShownMove extends Omit<Move, 'by'> {
  readonly article: { readonly id: number; readonly title: string } | null
}

/** A term that the reader cares about, and why. */
export interface ShownInterest extends Omit<ExplainedWeight, 'moves'> {
  /** Whether the settings name it: that part is not forgotten. */
  readonly isConfigured: boolean
  /** The last few, oldest first. */
  readonly moves: readonly ShownMove[]
}

/** How much was learned, and from when it counts. */
export interface Learning {
  readonly counts: boolean
  readonly articles: number
  readonly leastArticles: number
  readonly days: number
  readonly leastDays: number
}

/** The interests of one reader. */
export interface WebInterests {
  /** The heaviest first, from a place on. */
  readonly page: (at: number, limit: number) => Promise<{ readonly items: ShownInterest[]; readonly total: number }>
  readonly learning: () => Promise<Learning>
  /** Forgets what was learned: all, or one term. False when that term was not learned. */
  readonly forget: (term: string | null) => Promise<boolean>
}

/** What the interests need. */
export interface WebInterestsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly standing: StandingInterests
  readonly now: () => number
}

const MOVES_SHOWN = 3
const CONFIGURED: readonly string[] = ['configured', 'category']

export function createWebInterests({ store, reader, standing, now }: WebInterestsDeps): WebInterests {
  const profile = () => currentProfile(store, reader, standing, now())
  return {
    async page(at, limit) {
      const weights = explainProfile(await profile(), INTEREST_POLICY)
      const some = weights.slice(at, at + limit)
      const last = some.map(({ moves }) => moves.slice(-MOVES_SHOWN))
      const keys = new Set(last.flat().flatMap(({ cause, by }) => (CONFIGURED.includes(cause) ? [] : (by ?? []))))
      const articles = await store.web.articleTitles(reader, [...keys])
      const items = some.map(({ moves, ...weight }, n) => ({
        ...weight,
        isConfigured: moves.some(({ cause }) => CONFIGURED.includes(cause)),
        moves: last[n]!.map(({ by, ...move }) => ({ ...move, article: articles.get(by ?? '') ?? null })),
      }))
      return { items, total: weights.length }
    },
    async learning() {
      const known = await profile()
      const { leastArticles, leastDays } = INTEREST_POLICY
      const { articles, days } = known.engaged
      return { counts: countsLearned(known, INTEREST_POLICY), articles, leastArticles, days: days.length, leastDays }
    },
    async forget(term) {
      if (term === null) {
        await forgetProfile(store, reader, standing, now())
        return true
      }
      if (!(await profile()).learned.some((one) => one.term === term)) return false
      await store.changeProfile(reader, (stored) => (stored === null ? stored : forgetTerm(stored, term)))
      return true
    },
  }
}

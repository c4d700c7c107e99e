import type { Profile } from '../core/domain/interest.ts'
import { explainProfile } from '../core/interests/explain-profile.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { countsLearned } from '../core/interests/profile-vector.ts'
import { tableLines } from './table.ts'
import { localTime } from './times.ts'

const CAUSES = {
  configured: 'in feeds.yaml',
  category: 'a category of your sources',
  read: 'read',
  saved: 'saved',
  skipped: 'skipped',
  more: 'more of this',
  less: 'less of this',
  faded: 'faded with time',
  earlier: 'earlier',
} as const

/** A profile with the weight of each term and its reasons. */
export const profileJson = (profile: Profile) => ({ ...profile, weights: explainProfile(profile, INTEREST_POLICY) })

/** A profile as a table. */
export function profilePage(profile: Profile, limit: number, zone: string | null, width: number): string {
  const weights = explainProfile(profile, INTEREST_POLICY)
  if (Object.keys(profile.standing.interests).length === 0 && profile.learned.length === 0) {
    return 'Nothing yet: name subjects under `interests` in feeds.yaml, or say `copytaster more ARTICLE` of what you like.'
  }
  const columns = [{ heading: 'WEIGHT', right: true }, { heading: 'TERM' }, { heading: 'BECAUSE', shrinks: true }]
  const rows = weights.slice(0, limit).map(({ weight, written, moves }) => [
    weight.toFixed(2),
    written,
    moves
      .slice(-3)
      .map(
        ({ cause, amount, at }) =>
          `${CAUSES[cause]} ${amount >= 0 ? '+' : ''}${amount.toFixed(2)}${at === null ? '' : ` (${localTime(at, zone).slice(0, 10)})`}`,
      )
      .join(', '),
  ])
  return [...tableLines(columns, rows, width), ...learnedLine(profile)].join('\n')
}

/** How much was learned, while it does not count yet. */
function learnedLine(profile: Profile): string[] {
  if (profile.learned.length === 0 || countsLearned(profile, INTEREST_POLICY)) return []
  const { articles, days } = profile.engaged
  const { leastArticles, leastDays } = INTEREST_POLICY
  const so = `${articles} ${articles === 1 ? 'article' : 'articles'} on ${days.length} ${days.length === 1 ? 'day' : 'days'}`
  return ['', `Learned of ${so} so far; it counts from ${leastArticles} articles on ${leastDays} days.`]
}

import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { profileVector } from '../core/interests/profile-vector.ts'
import { hoursOld } from '../core/score/recency.ts'
import { scoreBounds } from '../core/score/score-bounds.ts'
import type { ArticleLine } from '../io/store/windows.ts'
import { articlesToScore, type ScoringDeps, type StoryContext, scoreLines } from './window-scores.ts'
import type { WindowSubjects } from './window-subjects.ts'

/** An importance as of a moment. */
export interface Reaching {
  readonly minimumImportance: number
  /** Stories that need not reach it. */
  readonly followed: { readonly has: (story: string) => boolean }
  readonly now: number
}

/**
 * The articles that reach an importance, in their order; copies are not scored and reach none. What every text would reach, or none
 * could, is decided by bounds: only of the others are scores loaded or texts read.
 */
export async function linesReaching(
  lines: readonly ArticleLine[],
  { minimumImportance, followed, now }: Reaching,
  { context, subjects }: { readonly context: StoryContext; readonly subjects: WindowSubjects },
  deps: ScoringDeps,
): Promise<ArticleLine[]> {
  const { policy, profile, reader, store } = deps
  const own = lines.filter(({ copyOf }) => copyOf === null)
  if (minimumImportance <= 0) return own
  const hasProfile = profileVector(profile, INTEREST_POLICY) !== null
  const reached = new Set<ArticleLine>()
  const open: ArticleLine[] = []
  for (const [at, article] of articlesToScore(own, own.map(context.tierOf), context, deps).entries()) {
    const { published, wordCount: words } = article
    const inputs = { ...article, words, hoursOld: hoursOld(published, now), lambda: policy.lambda }
    const { least, most } = scoreBounds(inputs, hasProfile, policy)
    if (followed.has(own[at]!.story) || least >= minimumImportance) reached.add(own[at]!)
    else if (most >= minimumImportance) open.push(own[at]!)
  }
  const scores = await store.scoresOf(
    reader,
    open.map(({ key }) => key),
  )
  for (const { article, score } of (await scoreLines({ lines: open, scores, subjects }, context, deps, now)).articles)
    if (score !== null && score.value >= minimumImportance) reached.add(article)
  return own.filter((line) => reached.has(line))
}

import { articleKind } from '../text/article-kind.ts'
import { figuresIn } from '../text/figures.ts'
import type { WindowArticle } from './digest-input.ts'
import { type FigureArticle, figureState, isSuperseded } from './superseded.ts'

/** How the article that leads a story is chosen. */
export interface LeadPolicy {
  /** A report has at least so many words; less is a note. */
  readonly reportWords: number
  /** Articles older than the newest one by more than this do not lead: a note with the newest state does before a stale report. */
  readonly withinMs: number
}

/**
 * The articles that may lead a story in a digest, best first: those that give the state of things. Live pages, opinion, advertising and
 * briefings do not lead where there is a report; nor does an article whose figures were replaced since, one much older than the
 * newest, or a note where there is a full report of the same hours. The best source comes first, then the article nearest to the
 * centroid, then the newest.
 */
export function leadCandidates(
  members: readonly WindowArticle[],
  nearest: string,
  { reportWords, withinMs }: LeadPolicy,
): readonly WindowArticle[] {
  if (members.length === 1) return members
  const reports = someOf(members, ({ title, url, rssCategory }) => articleKind(title, url, rssCategory) === 'report')
  const current = someOf(reports, isCurrentIn(members))
  const newestAt = current.reduce((latest, { published }) => Math.max(latest, published), Number.NEGATIVE_INFINITY)
  const recent = current.filter(({ published }) => published >= newestAt - withinMs)
  const full = someOf(recent, ({ wordCount }) => wordCount >= reportWords)
  return full.toSorted((a, b) => (leads(a, b, nearest) ? -1 : 1))
}

/** Those that pass a test; all when none does. */
function someOf(
  articles: readonly WindowArticle[],
  test: (article: WindowArticle) => boolean,
): readonly WindowArticle[] {
  const passed = articles.filter(test)
  return passed.length > 0 ? passed : articles
}

/** Tells of the articles of a story whether no figure they give was replaced since. */
export function isCurrentIn(members: readonly WindowArticle[]): (article: WindowArticle) => boolean {
  const withFigures = members.map(figuresOf)
  const state = figureState(withFigures)
  const superseded = new Set(withFigures.filter((one) => isSuperseded(one, state)).map(({ key }) => key))
  return ({ key }) => !superseded.has(key)
}

/** An article with its running figures. */
export const figuresOf = ({ key, published, tier, title, description, language }: WindowArticle): FigureArticle => ({
  key,
  published,
  tier,
  figures: figuresIn(title, description, language),
})

function leads(one: WindowArticle, best: WindowArticle, nearest: string): boolean {
  if (one.tier !== best.tier) return one.tier < best.tier
  if ((one.key === nearest) !== (best.key === nearest)) return one.key === nearest
  return one.published === best.published ? one.key < best.key : one.published > best.published
}

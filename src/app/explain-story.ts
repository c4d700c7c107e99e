import type { NewMatch } from '../core/domain/admission.ts'
import type { Score } from '../core/domain/score.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { ArticleOrigin, StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership, StoredStory } from '../io/store/stories.ts'
import type { FeedOverview } from './feed-overview.ts'
import { OPEN_DAYS } from './refine-stories.ts'

/** A finding with both articles' names; null for one that is not stored. */
export interface ExplainedMatch extends NewMatch {
  /** The other one, seen from the article that is explained. */
  readonly other: Pick<StoredArticle, 'id' | 'title' | 'sourceName'> | null
}

/** Why an article is what it is. */
export interface ArticleReasons {
  readonly article: StoredArticle
  readonly origins: readonly (ArticleOrigin & { readonly name: string })[]
  readonly matches: readonly ExplainedMatch[]
  readonly membership: StoredMembership | null
  readonly story: StoredStory | null
  /** The title of the lead of the story it would have joined instead. */
  readonly runnerUpTitle: string | null
  /** How much it matters to the reader, as last taken; null before the first digest. */
  readonly score: Score | null
}

/** A story with its members, for looking at. */
export interface StoryReasons {
  readonly story: StoredStory
  readonly members: readonly { readonly article: StoredArticle; readonly membership: StoredMembership }[]
}

/** Every match, who gave it, and its place in its story. */
export async function explainArticle(
  store: Store,
  article: StoredArticle,
  { feeds, reader }: { readonly feeds: readonly FeedOverview[]; readonly reader: number },
): Promise<ArticleReasons> {
  const [membership = null] = await store.memberships([article.key])
  const matches = await store.matchesOf(article.key)
  const otherKey = (match: NewMatch) => (match.article === article.key ? match.with : match.article)
  const others = new Map((await store.articlesByKey([...new Set(matches.map(otherKey))])).map((one) => [one.key, one]))
  const names = new Map(feeds.map(({ feed, name }) => [feed.id, name]))
  const runnerUp = membership?.runnerUp ? await store.storyByKey(membership.runnerUp) : null
  const [runnerUpLead] = runnerUp ? await store.articlesByKey([runnerUp.lead]) : []
  return {
    article,
    origins: (await store.originsOf(article.id)).map((one) => ({
      ...one,
      name: names.get(one.feed) ?? `feed ${one.feed}`,
    })),
    matches: matches.map((match) => ({ ...match, other: others.get(otherKey(match)) ?? null })),
    membership,
    story: membership && (await store.storyByKey(membership.story)),
    runnerUpTitle: runnerUpLead?.title ?? null,
    score: (await store.scoresOf(reader, [article.key])).get(article.key)?.score ?? null,
  }
}

/** A story's members in the order of publication. */
export async function explainStory(store: Store, story: StoredStory): Promise<StoryReasons> {
  const members = await store.membersOf(story.key)
  const articles = new Map(
    (await store.articlesByKey(members.map(({ article }) => article))).map((one) => [one.key, one]),
  )
  return { story, members: members.map((membership) => ({ membership, article: articles.get(membership.article)! })) }
}

/** A story as a list shows it: with its lead. */
export interface ListedStory extends StoredStory {
  readonly leadArticle: StoredArticle | null
}

/** Stories of several articles, the one with the newest first. */
export async function listStories(
  store: Store,
  wish: { readonly limit: number; readonly leastMembers: number; readonly since: number | null },
): Promise<ListedStory[]> {
  const { since, ...page } = wish
  const stories = await store.storyPage({ ...page, ...(since === null ? {} : { since }) })
  const leads = new Map((await store.articlesByKey(stories.map(({ lead }) => lead))).map((one) => [one.key, one]))
  return stories.map((story) => ({ ...story, leadArticle: leads.get(story.lead) ?? null }))
}

/** The article, unless it is so old that its story is frozen: saying so is better than a word nobody obeys. */
export function openToCorrection(article: StoredArticle, now: number): StoredArticle {
  if (article.published >= now - OPEN_DAYS * 86_400_000) return article
  throw new UserError(
    `article ${article.id} was published more than ${OPEN_DAYS} days ago: stories that old stay as they are`,
  )
}

/** Says that an article does not belong with the rest of its story; gives how many it is kept apart from. */
export async function splitArticle(store: Store, article: StoredArticle, now: number): Promise<number> {
  const [membership] = await store.memberships([article.key])
  const others = membership
    ? (await store.membersOf(membership.story)).filter((one) => one.article !== article.key)
    : []
  if (others.length === 0) throw new UserError(`article ${article.id} is alone in its story: there is nothing to split`)
  await store.addConstraints(others.map(({ article: b }) => ({ kind: 'split', a: article.key, b, at: now })))
  return others.length
}

/** Says that two articles tell one story. */
export async function joinArticles(store: Store, a: StoredArticle, b: StoredArticle, now: number): Promise<void> {
  if (a.id === b.id) throw new UserError(`${a.id} is one article: name two`)
  await store.addConstraints([{ kind: 'join', a: a.key, b: b.key, at: now }])
}

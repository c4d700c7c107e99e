import type { NewMatch } from '../core/domain/admission.ts'
import type { Score } from '../core/domain/score.ts'
import type { StoryLink } from '../core/domain/story.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { ArticleOrigin, StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership, StoredStory } from '../io/store/stories.ts'
import type { FeedOverview } from './feed-overview.ts'
import { OPEN_DAYS } from './refine-stories.ts'

/** A match with the other article. */
export interface ExplainedMatch extends NewMatch {
  /** The other article, seen from the one that is explained; null when it is not stored any more. */
  readonly other: Pick<StoredArticle, 'id' | 'title' | 'sourceName'> | null
}

/** Why an article is what it is. */
export interface ArticleReasons {
  readonly article: StoredArticle
  readonly origins: readonly (ArticleOrigin & { readonly name: string })[]
  readonly matches: readonly ExplainedMatch[]
  readonly membership: StoredMembership | null
  readonly story: StoredStory | null
  /** The links that hold it in its story, and its best links that were too weak. */
  readonly links: readonly ExplainedLink[]
  /** Its last score for the reader; null before the first digest. */
  readonly score: Score | null
}

/** A link seen from one of its articles; the other is null when it is not stored any more. */
export interface ExplainedLink extends StoryLink {
  readonly to: Pick<StoredArticle, 'id' | 'title' | 'sourceName'> | null
}

/** A story with its members, for showing. */
export interface StoryReasons {
  readonly story: StoredStory
  readonly members: readonly ExplainedMember[]
}

/** A member, and the links that hold it in the story. */
export interface ExplainedMember {
  readonly article: StoredArticle
  readonly membership: StoredMembership
  readonly links: readonly ExplainedLink[]
}

/** The links of an article: those that hold it in its story, and its own best links that were too weak. */
async function explainLinks(store: Store, key: string): Promise<ExplainedLink[]> {
  const links = (await store.linksOf([key])).filter((link) => link.holds || link.article === key)
  const otherOf = ({ article, other }: StoryLink): string => (article === key ? other : article)
  const others = new Map((await store.articlesByKey(links.map(otherOf))).map((one) => [one.key, one]))
  return links.map((link) => ({ ...link, to: others.get(otherOf(link)) ?? null }))
}

/** Collects an article's matches, the feeds it came from, its story, links and score. */
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
  return {
    article,
    origins: (await store.originsOf(article.id)).map((one) => ({
      ...one,
      name: names.get(one.feed) ?? `feed ${one.feed}`,
    })),
    matches: matches.map((match) => ({ ...match, other: others.get(otherKey(match)) ?? null })),
    membership,
    story: membership && (await store.storyByKey(membership.story)),
    links: await explainLinks(store, article.key),
    score: (await store.scoresOf(reader, [article.key])).get(article.key)?.score ?? null,
  }
}

/** A story's members in the order of publication. */
export async function explainStory(store: Store, story: StoredStory): Promise<StoryReasons> {
  const members = await store.membersOf(story.key)
  const articles = new Map(
    (await store.articlesByKey(members.map(({ article }) => article))).map((one) => [one.key, one]),
  )
  const known = members.filter(({ article }) => articles.has(article))
  return {
    story,
    members: await Promise.all(
      known.map(async (membership) => ({
        membership,
        article: articles.get(membership.article)!,
        links: await explainLinks(store, membership.article),
      })),
    ),
  }
}

/** A story as a list shows it: with its lead. */
export interface ListedStory extends StoredStory {
  readonly leadArticle: StoredArticle | null
}

/** Stories of several articles, the one with the newest first. */
export async function listStories(
  store: Store,
  query: { readonly limit: number; readonly leastMembers: number; readonly since: number | null },
): Promise<ListedStory[]> {
  const { since, ...page } = query
  const stories = await store.storyPage({ ...page, ...(since === null ? {} : { since }) })
  const leads = new Map((await store.articlesByKey(stories.map(({ lead }) => lead))).map((one) => [one.key, one]))
  return stories.map((story) => ({ ...story, leadArticle: leads.get(story.lead) ?? null }))
}

/** Returns the article, or throws when it is so old that its story is frozen and a correction would have no effect. */
export function openToCorrection(article: StoredArticle, now: number): StoredArticle {
  if (article.published >= now - OPEN_DAYS * 86_400_000) return article
  throw new UserError(
    `article ${article.id} was published more than ${OPEN_DAYS} days ago: stories that old stay as they are`,
  )
}

/** Stores that an article does not belong with the other members of its story; gives how many those are. */
export async function splitArticle(store: Store, article: StoredArticle, now: number): Promise<number> {
  const [membership] = await store.memberships([article.key])
  const others = membership
    ? (await store.membersOf(membership.story)).filter((one) => one.article !== article.key)
    : []
  if (others.length === 0) throw new UserError(`article ${article.id} is alone in its story: there is nothing to split`)
  await store.addConstraints(others.map(({ article: b }) => ({ kind: 'split', a: article.key, b, at: now })))
  return others.length
}

/** Stores that two articles tell one story, with all members of both their stories; gives how many articles those are. */
export async function joinArticles(store: Store, a: StoredArticle, b: StoredArticle, now: number): Promise<number> {
  if (a.id === b.id) throw new UserError(`${a.id} is one article: name two`)
  const stories = new Set((await store.memberships([a.key, b.key])).map(({ story }) => story))
  const members = new Set([a.key, b.key])
  for (const story of stories) for (const { article } of await store.membersOf(story)) members.add(article)
  const others = [...members].filter((key) => key !== a.key)
  await store.addConstraints(others.map((key) => ({ kind: 'join', a: a.key, b: key, at: now })))
  return members.size
}

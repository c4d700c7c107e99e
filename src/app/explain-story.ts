import type { NewMatch } from '../core/domain/admission.ts'
import type { Score } from '../core/domain/score.ts'
import type { StoryConstraint, StoryLink } from '../core/domain/story.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { ArticleOrigin, StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership, StoredStory } from '../io/store/stories.ts'
import { shownName } from './feed-overview.ts'
import { OPEN_DAYS } from './refine-stories.ts'

/** A match with the other article. */
export interface ExplainedMatch extends NewMatch {
  /** The other article, seen from the one that is explained; null when it is not stored any more. */
  readonly other: Pick<StoredArticle, 'id' | 'title' | 'sourceName'> | null
}

/** A feed that carried an article, with its name. */
export interface NamedOrigin extends ArticleOrigin {
  readonly name: string
}

/** Why an article is what it is. */
export interface ArticleReasons {
  readonly article: StoredArticle
  readonly origins: readonly NamedOrigin[]
  readonly matches: readonly ExplainedMatch[]
  readonly membership: StoredMembership | null
  /** The id of the earlier article whose text it copies; null for an original. */
  readonly copied: number | null
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

/** The links of articles by article: those that hold it in its story, and its own best links that were too weak. */
export async function explainLinks(store: Store, keys: readonly string[]): Promise<Map<string, ExplainedLink[]>> {
  const links = await store.linksOf(keys)
  const ends = [...new Set(links.flatMap(({ article, other }) => [article, other]))]
  const articles = new Map((await store.articlesByKey(ends)).map((one) => [one.key, one]))
  const found = new Map<string, ExplainedLink[]>(keys.map((key) => [key, []]))
  for (const link of links) {
    found.get(link.article)?.push({ ...link, to: articles.get(link.other) ?? null })
    if (link.holds) found.get(link.other)?.push({ ...link, to: articles.get(link.article) ?? null })
  }
  return found
}

/** The feeds that carried an article, by name, as the reader has them. */
export async function namedOrigins(store: Store, article: number): Promise<NamedOrigin[]> {
  const origins = await store.originsOf(article)
  const feeds = (await Promise.all(origins.map(({ feed }) => store.feedById(feed)))).filter((feed) => feed !== null)
  const sources = new Map((await store.sourcesById(feeds.map(({ source }) => source))).map((one) => [one.id, one]))
  const names = new Map(
    feeds.flatMap((feed) => {
      const source = sources.get(feed.source)
      return source === undefined ? [] : [[feed.id, shownName(feed, source)] as const]
    }),
  )
  return origins.map((one) => ({ ...one, name: names.get(one.feed) ?? `feed ${one.feed}` }))
}

/** Collects an article's matches, the feeds it came from, its story, links and score. */
export async function explainArticle(store: Store, article: StoredArticle, reader: number): Promise<ArticleReasons> {
  const [membership = null] = await store.memberships([article.key])
  const matches = await store.matchesOf(article.key)
  const otherKey = (match: NewMatch) => (match.article === article.key ? match.with : match.article)
  const others = new Map((await store.articlesByKey([...new Set(matches.map(otherKey))])).map((one) => [one.key, one]))
  return {
    article,
    origins: await namedOrigins(store, article.id),
    matches: matches.map((match) => ({ ...match, other: others.get(otherKey(match)) ?? null })),
    membership,
    copied: membership?.copyOf ? ((await store.articlesByKey([membership.copyOf]))[0]?.id ?? null) : null,
    story: membership && (await store.storyByKey(membership.story)),
    links: (await explainLinks(store, [article.key])).get(article.key) ?? [],
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
  const links = await explainLinks(
    store,
    known.map(({ article }) => article),
  )
  return {
    story,
    members: known.map((membership) => ({
      membership,
      article: articles.get(membership.article)!,
      links: links.get(membership.article) ?? [],
    })),
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
  throw new UserError({ code: 'storyTooOld', article: article.id, days: OPEN_DAYS })
}

/** The keys of the other members of an article's story, from which it can be separated. */
export async function othersInStory(store: Store, article: StoredArticle): Promise<string[]> {
  const [membership] = await store.memberships([article.key])
  const others = membership
    ? (await store.membersOf(membership.story)).filter((one) => one.article !== article.key)
    : []
  if (others.length === 0) throw new UserError({ code: 'aloneInStory', article: article.id })
  return others.map((one) => one.article)
}

/** That an article does not belong with others. */
export const splitConstraints = (article: string, others: readonly string[], at: number): StoryConstraint[] =>
  others.map((b) => ({ kind: 'split', a: article, b, at }))

/** The keys of two articles and of all members of their stories. */
export async function membersOfBoth(store: Store, a: StoredArticle, b: StoredArticle): Promise<string[]> {
  if (a.id === b.id) throw new UserError({ code: 'oneArticle', article: a.id })
  const stories = new Set((await store.memberships([a.key, b.key])).map(({ story }) => story))
  const members = new Set([a.key, b.key])
  for (const story of stories) for (const { article } of await store.membersOf(story)) members.add(article)
  return [...members]
}

/** That articles tell one story. Overrules what was said before about any two of them: one split would keep them apart. */
export function joinConstraints(
  members: readonly string[],
  known: readonly StoryConstraint[],
  at: number,
): StoryConstraint[] {
  const [first, ...others] = members
  const among = new Set(members)
  const splits = known.filter(({ kind, a, b }) => kind === 'split' && among.has(a) && among.has(b))
  return [...others.map((b) => ({ a: first!, b })), ...splits].map(({ a, b }) => ({ kind: 'join', a, b, at }))
}

/** Which articles are together in a story, and which of them stands for it. */
export interface StoryOutline {
  readonly key: string
  readonly lead: string
  readonly members: readonly string[]
}

/** The stories that some articles are in, with all their articles. */
export async function storyOutlines(store: Store, articles: readonly string[]): Promise<StoryOutline[]> {
  const keys = [...new Set((await store.memberships(articles)).map(({ story }) => story))]
  const stories = await store.storiesByKey(keys)
  return Promise.all(
    stories.map(async ({ key, lead }) => {
      const members = (await store.membersOf(key)).map(({ article }) => article)
      return { key, lead, members }
    }),
  )
}

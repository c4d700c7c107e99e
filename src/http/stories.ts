import type { z } from 'zod'
import type { ExplainedLink, ExplainedMatch } from '../app/explain-story.ts'
import {
  CAUSES,
  DISPOSITIONS,
  evidenceText,
  figure,
  linkText,
  MEASURES,
  scoreReasons,
  scoreReasonWords,
  VETOES,
} from '../app/reason-words.ts'
import type { StoryHistory } from '../app/story-history.ts'
import type { ShownMember, ShownStory } from '../app/story-pages.ts'
import type { ReaderWeb } from '../app/web-app.ts'
import type { Correction } from '../app/web-stories.ts'
import type { Digest, DigestItem } from '../core/domain/digest.ts'
import type { Score } from '../core/domain/score.ts'
import { type ApiRoute, route } from './api-route.ts'
import { toArticle } from './articles.ts'
import { storyId } from './contract/fields.ts'
import { MOST_ITEMS } from './contract/paging.ts'
import {
  type Corrected,
  followStory,
  getStory,
  joinStories,
  type Link,
  listStories,
  listTopics,
  markStoryRead,
  type Story,
  splitStory,
  unfollowStory,
  whyArticle,
} from './contract/stories.ts'
import { badCursor, fromCursor, toCursor } from './cursor.ts'
import { iso } from './iso.ts'
import { notFound, Refusal } from './refusal.ts'

function toStory({ story, lead, unread, isFollowed }: ShownStory): Story {
  return {
    id: story.key,
    lead: lead && toArticle(lead),
    articles: story.members,
    unread,
    newsrooms: story.newsrooms,
    reprints: story.reprints,
    firstAt: iso(story.firstAt),
    lastAt: iso(story.lastAt),
    followed: isFollowed,
  }
}

/** The most links that are told of one article. */
const MOST_LINKS = 50
const MOST_MATCHES = 100

const toName = (one: ExplainedLink['to']) => one && { id: one.id, title: one.title, sourceName: one.sourceName }

function toLink(link: ExplainedLink): Link {
  const { to, holds, layer, measure, value, threshold, veto, evidence } = link
  const words = [linkText(link), ...(evidence === null ? [] : [evidenceText(evidence)])]
  return { to: toName(to), holds, layer, measure, value, threshold, veto, evidence, words }
}

const toLinks = (links: readonly ExplainedLink[]): Link[] =>
  [...links.filter(({ holds }) => holds), ...links.filter(({ holds }) => !holds)].slice(0, MOST_LINKS).map(toLink)

const toMember = ({ shown, membership: { cause }, copyOf, links }: ShownMember) => ({
  article: toArticle(shown),
  cause,
  because: CAUSES[cause],
  copyOf,
  links: toLinks(links),
})

function toMatch({ other, layer, measure, value, threshold, relation, veto }: ExplainedMatch) {
  const result = veto === null ? (relation === 'same' ? 'the same' : 'one event') : VETOES[veto]
  const words = `${MEASURES[measure]} ${figure(value)}, needed ${figure(threshold)}: ${result}`
  return { other: toName(other), layer, measure, value, threshold, relation, veto, words }
}

function toScore({ value, takenAt, parts, inputs }: Score) {
  return {
    value,
    takenAt: iso(takenAt),
    parts: scoreReasons(inputs).map((reason) => ({
      part: reason.code,
      value: parts[reason.code],
      reason,
      words: scoreReasonWords(reason),
    })),
  }
}

const toHistory = ({ first, figures, languages, others }: StoryHistory) => ({
  first: first && { article: toName(first)!, newsroom: first.publisher ?? first.sourceName, at: iso(first.published) },
  figures: figures.map(({ kind, value, article: { id, sourceName, published } }) => {
    return { kind, value, sourceName, article: id, at: iso(published) }
  }),
  languages: [...languages],
  others: others.map(({ article, story }) => {
    return { story: story?.key ?? null, language: article.language, article: toName(article)! }
  }),
})

type StoriesQuery = z.output<NonNullable<typeof listStories.query>>

async function list(own: ReaderWeb, query: StoriesQuery): Promise<z.input<NonNullable<typeof listStories.answer>>> {
  const { leastArticles, since, tab, unread, followed, limit, cursor } = query
  const [lastAt, key] = cursor === undefined ? [] : fromCursor(cursor, ['number', 'string'])
  if (key !== undefined && !storyId.safeParse(key).success) throw badCursor()
  const after = key === undefined ? null : { lastAt: lastAt as number, key: key as string }
  const wanted = {
    leastMembers: leastArticles,
    since: since === undefined ? undefined : Date.parse(since),
    tab,
    unread,
    followed,
  }
  const page = await own.stories.list(wanted, after, limit)
  return { items: page.items.map(toStory), next: page.next && toCursor([page.next.lastAt, page.next.key]) }
}

async function why(own: ReaderWeb, wanted: number): Promise<z.input<NonNullable<typeof whyArticle.answer>>> {
  const [found, reasons] = [await own.articles.one(wanted), await own.articles.why(wanted)]
  if (found === null || reasons === null) throw notFound()
  const { origins, matches, membership, links, score, copied } = reasons
  return {
    article: toArticle(found),
    origins: origins.map(({ feed, name, firstSeen, disposition }) => ({
      feed,
      name,
      firstSeenAt: iso(firstSeen),
      disposition,
      words: DISPOSITIONS[disposition],
    })),
    matches: matches.slice(0, MOST_MATCHES).map(toMatch),
    story: membership && {
      id: membership.story,
      cause: membership.cause,
      because: CAUSES[membership.cause],
      copyOf: copied,
    },
    links: toLinks(links),
    score: score && toScore(score),
  }
}

function toCorrected({ articles, story, stories }: Correction): Corrected {
  const outline = ({ id, lead, articles: members }: Correction['stories'][number]) => ({
    id,
    lead: toName(lead),
    articles: members.length,
    members: members.slice(0, MOST_ITEMS).map((one) => toName(one)!),
  })
  return { articles, story, stories: stories.map(outline) }
}

/** Refuses articles that the reader does not see, before the engine hears of them. */
async function requireSeen(own: ReaderWeb, ids: readonly number[]): Promise<void> {
  if ((await own.articles.keysOf(ids)).length < ids.length) throw notFound()
}

async function topicsOf(own: ReaderWeb, digest: Digest): Promise<z.input<NonNullable<typeof listTopics.answer>>> {
  const items = [
    ...digest.topStories,
    ...digest.noteworthy.flatMap((group) => group.items),
    ...digest.alsoMentioned,
  ].sort((a, b) => b.score - a.score)
  const shown = await own.articles.shown(items.map(({ lead }) => lead.key))
  const leads = new Map(shown.map((one) => [one.article.key, one]))
  const topic = ({ key, label, score, related, category, trend, lead }: DigestItem) => {
    const one = leads.get(lead.key)
    return {
      story: key,
      label,
      score,
      articles: related.articles + 1,
      newsrooms: related.newsrooms,
      category,
      trend: trend && { tag: trend.tag, before: trend.before, now: trend.now, history: [...trend.history] },
      lead: one === undefined ? null : toArticle(one),
    }
  }
  return {
    at: iso(digest.at),
    from: iso(digest.window.from),
    to: iso(digest.window.to),
    items: items.map(topic),
    declining: [...digest.health.declining],
  }
}

const MADE_LATER = { headers: { 'retry-after': '5' } }

export const storyRoutes: readonly ApiRoute[] = [
  route(listStories, ({ own, query }) => list(own, query)),
  route(getStory, async ({ own, params, query: { limit, cursor } }) => {
    const from = cursor === undefined ? 0 : Math.max(0, fromCursor(cursor, ['number'])[0] as number)
    const found = await own.stories.one(params.id, from, limit)
    if (found === null) throw notFound()
    const next = found.next === null ? null : toCursor([found.next])
    return { ...toStory(found), ...toHistory(found.history), members: { items: found.members.map(toMember), next } }
  }),
  route(markStoryRead, async ({ own, params }) => {
    const marked = await own.stories.markRead(params.id)
    if (marked === null) throw notFound()
    return { articles: marked.articles, undo: toCursor([marked.undo]) }
  }),
  ...[followStory, unfollowStory].map((endpoint) =>
    route(endpoint, async ({ own, params }) => {
      const found = await own.stories.follow(params.id, endpoint === followStory)
      if (found === null) throw notFound()
      return toStory(found)
    }),
  ),
  route(splitStory, async ({ own, params, query }) => {
    await requireSeen(own, [params.id])
    return toCorrected(await own.stories.split(params.id, query.dryRun === true))
  }),
  route(joinStories, async ({ own, body: { articles }, query }) => {
    await requireSeen(own, articles)
    return toCorrected(await own.stories.join(...articles, query.dryRun === true))
  }),
  route(whyArticle, ({ own, params }) => why(own, params.id)),
  route(listTopics, async ({ own }) => {
    const digest = await own.digests.current()
    if (digest === null) throw new Refusal(503, 'not_now', 'The digest of this moment is being made.', MADE_LATER)
    return topicsOf(own, digest)
  }),
]

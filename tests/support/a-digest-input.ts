import type { DigestInput, WindowArticle, WindowStory } from '../../src/core/digest/digest-input.ts'
import { DIGEST_POLICY } from '../../src/core/digest/digest-policy.ts'
import type { Topic } from '../../src/core/domain/topic.ts'

const HOUR_MS = 3_600_000
/** Seven in the morning, for digests in tests. */
export const SEVEN = Date.UTC(2026, 4, 4, 7)

/** An article of the window with a score of 50, in a story of its own. */
export function aWindowArticle(key: string, with_: Partial<WindowArticle> = {}): WindowArticle {
  return {
    key,
    feed: 1,
    title: `Harbour ${key} reopens`,
    url: `https://news.example/${key}`,
    sourceName: 'Harbour News',
    tier: 'T2',
    published: SEVEN - 5 * HOUR_MS,
    firstSeen: SEVEN - 4 * HOUR_MS,
    dateUncertain: false,
    language: 'en',
    text: null,
    description: null,
    wordCount: 200,
    tab: null,
    rssCategory: null,
    finalCategory: null,
    score: 50,
    story: `story-${key}`,
    disposition: 'unique',
    position: 1,
    ...with_,
  }
}

/** A topic of articles, labelled by its key. */
export function aTopic(articles: readonly WindowArticle[], with_: Partial<Topic> = {}): Topic {
  const lead = articles[0]!
  return {
    key: lead.story,
    label: `Label of ${lead.story}`,
    lead: lead.key,
    members: articles.map(({ key }) => key),
    stories: [...new Set(articles.map(({ story }) => story))],
    score: Math.max(...articles.map(({ score }) => score ?? 0)),
    trend: null,
    ...with_,
  }
}

/** A story as its articles make it: a newsroom per source name. */
export function aWindowStory(key: string, with_: Partial<WindowStory> = {}): WindowStory {
  return { key, newsrooms: 1, reprints: 0, duplicates: [], ...with_ }
}

/** A morning digest of these articles, a topic for each story. */
export function aDigestInput(articles: readonly WindowArticle[], with_: Partial<DigestInput> = {}): DigestInput {
  const scored = articles.filter(({ score }) => score !== null)
  const stories = [...new Set(scored.map(({ story }) => story))]
  return {
    type: 'morning',
    zone: 'Europe/Berlin',
    at: SEVEN,
    window: { from: SEVEN - 24 * HOUR_MS, to: SEVEN },
    topics: stories.map((story) => aTopic(scored.filter((article) => article.story === story))),
    vanished: [],
    articles,
    older: [],
    stories: stories.map((story) => aWindowStory(story)),
    health: {
      polled: 10,
      successful: 9,
      errors: 1,
      successRate: 0.9,
      newArticles: articles.length,
      duplicatesRemoved: 2,
      unhealthy: [],
      dead: [],
    },
    notRead: [],
    previous: null,
    events: new Map(),
    newsroomsOfEvents: new Map(),
    corrections: [],
    pastCorroborated: [],
    languages: [],
    followed: new Set(),
    tabs: [],
    mostOfFeed: new Map(),
    leaderWarnings: [],
    methodNote: null,
    policy: DIGEST_POLICY,
    ...with_,
  }
}

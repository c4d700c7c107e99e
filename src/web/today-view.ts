import type { getDigest, getToday } from '../http/contract/digests.ts'
import type { Answer, Article } from './api-types.ts'

export type Today = Answer<typeof getToday>
export type ShownDigest = Answer<typeof getDigest>
export type DigestItem = ShownDigest['digest']['topStories'][number]

/** What came into a story since some instant. */
export interface Fresh {
  readonly since: string
  readonly articles: number
  readonly sentence: string | null
}

/** A story of a digest with those of its articles that are still stored. */
export interface ShownStory {
  readonly item: DigestItem
  readonly lead: Article | null
  /** Of the story's articles, those that the digest names. */
  readonly articles: readonly Article[]
  readonly fresh: Fresh | null
  readonly byKey: (key: string) => Article | null
}

/** The stories of a digest as the page shows them. */
export function shownStories({ articles }: Pick<ShownDigest, 'articles'>, freshOf: (item: DigestItem) => Fresh | null) {
  const known = new Map(articles.map((article) => [article.key, article]))
  const byKey = (key: string) => known.get(key) ?? null
  return (item: DigestItem): ShownStory => {
    const named = [item.lead, ...item.others].flatMap(({ key }) => byKey(key) ?? [])
    return { item, lead: byKey(item.lead.key), articles: named, fresh: freshOf(item), byKey }
  }
}

/** In a digest, what is new is what came since the digest before. */
export const freshInDigest = ({ news }: DigestItem): Fresh | null =>
  news === null || news.newArticles === 0
    ? null
    : { since: news.since, articles: news.newArticles, sentence: news.sentence?.text ?? null }

/** On the front page, what is new is what came since the reader's last visit. */
export function freshSinceVisit({ since, stories }: Pick<Today, 'since' | 'stories'>) {
  const byKey = new Map(stories.map((story) => [story.key, story.newSince]))
  return ({ key }: DigestItem): Fresh | null => {
    const fresh = byKey.get(key) ?? null
    if (fresh === null || since === null || fresh.articles === 0) return null
    return { since, articles: fresh.articles, sentence: fresh.sentence?.text ?? null }
  }
}

export interface TabRest {
  readonly tab: Today['digest']['tabs'][number]
  readonly articles: readonly Article[]
}

/** The tabs without what the sections above show: no story stands on the front page twice. */
export function restOfTabs({
  digest,
  articles,
  rare,
}: Pick<Today, 'digest' | 'articles' | 'rare'>): readonly TabRest[] {
  const sections = [...digest.topStories, ...digest.noteworthy.flatMap(({ items }) => items), ...digest.alsoMentioned]
  const above = new Set([
    ...sections.flatMap(({ lead, others, inOtherLanguages = [] }) =>
      [lead, ...others, ...inOtherLanguages].map(({ key }) => key),
    ),
    ...rare.map(({ key }) => key),
  ])
  const stories = new Set(sections.map(({ key }) => key))
  const byKey = new Map(articles.map((article) => [article.key, article]))
  const isAbove = ({ key, story }: Article) => above.has(key) || (story !== null && stories.has(story.id))
  return digest.tabs.flatMap((tab) => {
    const rest = tab.items.flatMap(({ article }) => byKey.get(article.key) ?? []).filter((article) => !isAbove(article))
    return rest.length === 0 ? [] : [{ tab, articles: rest }]
  })
}

import type { TierFinding } from '../core/score/tier-of.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import type { SubjectLine } from '../io/store/windows.ts'
import type { WindowSubjects } from './window-subjects.ts'

/** An article to be grouped into a topic. */
export interface LineToGroup {
  readonly line: SubjectLine
  readonly tier: TierFinding
  readonly score: number
}

/** Articles with their subject terms, which are loaded where they are not yet. */
export async function topicArticles(
  articles: readonly LineToGroup[],
  { load, indexOf }: WindowSubjects,
): Promise<TopicArticle[]> {
  await load(articles.map(({ line }) => line))
  return articles.map(({ line, tier: { tier }, score }) => {
    const { id, key, title, language, sourceName, published, story } = line
    return { key, title, text: null, language, sourceName, published, story, subject: indexOf(id), score, tier }
  })
}

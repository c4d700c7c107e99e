import type { Tier } from '../core/domain/source.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import type { SubjectLine } from '../io/store/windows.ts'
import type { WindowSubjects } from './window-subjects.ts'

/** Articles to be grouped into topics, with their subject terms, which are loaded where they are not yet. */
export async function topicArticles<Line extends SubjectLine>(
  lines: readonly Line[],
  { load, indexOf }: WindowSubjects,
  rankOf: (at: number) => { readonly tier: Tier; readonly score: number },
): Promise<TopicArticle[]> {
  await load(lines)
  return lines.map(({ id, key, title, language, sourceName, published, story }, at) => {
    const { tier, score } = rankOf(at)
    return { key, title, text: null, language, sourceName, published, story, subject: indexOf(id), score, tier }
  })
}

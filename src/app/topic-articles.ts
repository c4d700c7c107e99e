import { decodeTerms } from '../core/dedup/print/decode-print.ts'
import { PRINT_VERSION } from '../core/dedup/print/print-layout.ts'
import type { TierFinding } from '../core/score/tier-of.ts'
import { type Subject, subjectOf, subjectOfPrint } from '../core/similar/subject.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import type { Store } from '../io/store/open-store.ts'
import type { DigestWindow, SubjectLine } from '../io/store/windows.ts'

/** An article to be grouped into a topic. */
export interface LineToGroup {
  readonly line: SubjectLine
  readonly tier: TierFinding
  readonly score: number
}

/** Articles with their subject terms. The terms are in the stored prints; a text is read only where a print is missing or old. */
export async function topicArticles(
  articles: readonly LineToGroup[],
  window: DigestWindow,
  store: Store,
): Promise<TopicArticle[]> {
  const prints = await store.printsInWindow(window)
  const subjectFrom = (line: SubjectLine): Subject | null => {
    const print = prints.get(line.id)
    return print?.version === PRINT_VERSION ? subjectOfPrint(decodeTerms(print.value)) : null
  }
  const subjects = articles.map(({ line }) => subjectFrom(line))
  const unprinted = articles.filter((_, at) => subjects[at] === null).map(({ line }) => line.key)
  const texts = await store.textsOf(unprinted)
  return articles.map(({ line, tier: { tier }, score }, at) => {
    const { key, title, language, sourceName, published } = line
    const subject = subjects[at] ?? subjectOf({ title, language, sourceName, text: texts.get(key) ?? null })
    return { key, title, text: null, language, sourceName, published, subject, score, tier }
  })
}

import type { ShownStory } from '../domain/digest.ts'
import type { PreviousDigest, WindowArticle } from './digest-input.ts'

/** What a topic or story has beyond what was shown. */
export interface Growth {
  readonly newcomers: readonly WindowArticle[]
  readonly since: number
}

/** What the reader has seen, by article. */
export interface ShownBefore {
  /** The record of the article's story; null when it was never shown. */
  readonly recordOf: (article: WindowArticle) => ShownStory | null
  /** True for an article that came after its story was shown, or whose story never was. */
  readonly isNew: (article: WindowArticle) => boolean
  /** Null when none of the articles' stories was shown; without new articles it would be a repetition. */
  readonly growthOf: (articles: readonly WindowArticle[]) => Growth | null
}

/** A story that was merged into another since is still found by the article seen last. */
export function shownBefore(
  previous: PreviousDigest | null,
  articles: ReadonlyMap<string, WindowArticle>,
): ShownBefore {
  const records = new Map<string, ShownStory>()
  for (const record of previous?.stories ?? []) {
    for (const story of new Set([record.story, articles.get(record.newest)?.story ?? record.story])) {
      const known = records.get(story)
      if (known === undefined || isLater(record, known)) records.set(story, record)
    }
  }
  const recordOf = (article: WindowArticle) => records.get(article.story) ?? null
  const isNew = (article: WindowArticle) =>
    article.firstSeen > (recordOf(article)?.newestSeenAt ?? Number.NEGATIVE_INFINITY)
  const growthOf = (members: readonly WindowArticle[]): Growth | null => {
    if (!members.some(({ story }) => records.has(story))) return null
    const shownAt = members.flatMap((article) => recordOf(article)?.at ?? [])
    return { newcomers: members.filter(isNew), since: shownAt.reduce((a, b) => Math.max(a, b)) }
  }
  return { recordOf, isNew, growthOf }
}

const isLater = (a: ShownStory, b: ShownStory): boolean =>
  a.newestSeenAt > b.newestSeenAt || (a.newestSeenAt === b.newestSeenAt && a.at > b.at)

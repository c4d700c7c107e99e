import { setTimeout } from 'node:timers/promises'
import type { Digest, DigestItem, SummarySentence } from '../core/domain/digest.ts'
import { counted } from '../core/text/counted.ts'
import { articleData } from './article-data.ts'
import { oneLine } from './fence.ts'
import type { StoryData } from './shapes.ts'
import { ToolRefusal, type ToolRequest } from './tool.ts'

const [MOST_LABEL, MOST_SUMMARY, MOST_SOURCES] = [120, 600, 300]

/** A story of a digest, and where it stands in it. */
export interface PlacedItem {
  readonly section: 'top' | 'noteworthy' | 'also'
  readonly item: DigestItem
}

/** The stories of a digest in its order. */
export function placedItems({ topStories, noteworthy, alsoMentioned }: Digest): PlacedItem[] {
  return [
    ...topStories.map((item) => ({ section: 'top' as const, item })),
    ...noteworthy.flatMap(({ items }) => items.map((item) => ({ section: 'noteworthy' as const, item }))),
    ...alsoMentioned.map((item) => ({ section: 'also' as const, item })),
  ]
}

/** Stories of a digest as answers have them. What the reader does not see any more is left out. */
export async function storyData(
  request: ToolRequest,
  placed: readonly PlacedItem[],
  newsOf: (item: DigestItem) => string | null,
): Promise<StoryData[]> {
  const shown = await request.own.articles.shown(placed.map(({ item }) => item.lead.key))
  const byKey = new Map(placed.map((one) => [one.item.lead.key, one]))
  const leads = await articleData(request, shown, ({ article }) => {
    const { item } = byKey.get(article.key)!
    return {
      lines: {
        Topic: oneLine(item.label, MOST_LABEL),
        'Also told by': oneLine(item.related.sourceNames.join(', '), MOST_SOURCES),
        New: newsOf(item),
      },
      text: oneLine(sentences(item.summary), MOST_SUMMARY),
    }
  })
  return shown.map(({ article }, at) => {
    const { section, item } = byKey.get(article.key)!
    const { score, related, trend } = item
    return {
      section,
      score,
      articlesInWindow: related.articles + 1,
      newsrooms: related.newsrooms,
      trend: trend?.tag ?? null,
      lead: leads[at]!,
    }
  })
}

const sentences = (summary: readonly SummarySentence[]): string => summary.map(({ text }) => text).join(' ')

/** What is new in a story since the digest before. */
export const newsSince = ({ news }: DigestItem): string | null =>
  news === null
    ? null
    : oneLine(`${counted(news.newArticles, 'new article')}. ${news.sentence?.text ?? ''}`, MOST_SUMMARY)

/** How often and how long a first digest is waited for. */
const [TRIES, PAUSE_MS] = [20, 1_000]

/** Waits for what is null while it is being made. */
export async function made<Value>(make: () => Promise<Value | null>, signal: AbortSignal): Promise<Value> {
  for (let tried = 0; tried < TRIES; tried++) {
    const value = await make()
    if (value !== null) return value
    await setTimeout(PAUSE_MS, undefined, { signal })
  }
  throw new ToolRefusal(
    'The digest of this moment is still being made.',
    'Call again in a minute; `digest` gives the last one that was stored.',
  )
}

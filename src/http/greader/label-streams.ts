import type { ReaderWeb } from '../../app/web-app.ts'
import type { DigestItem } from '../../core/domain/digest.ts'
import { storyItemId } from './story-item.ts'

/* Streams that no feed gives: the sections of the front page, one item for each story, and the searches that the reader keeps. Apps
   see them as labels. */

/** An item of such a stream. */
export interface StreamRef {
  readonly id: number
  readonly at: number
  readonly isRead: boolean
}

/** The stories of a section of this moment. */
type Section = (digest: NonNullable<Awaited<ReturnType<ReaderWeb['digests']['current']>>>) => readonly DigestItem[]

const everything: Section = (digest) => [
  ...digest.topStories,
  ...digest.noteworthy.flatMap(({ items }) => items),
  ...digest.alsoMentioned,
]

export const TOP_STORIES = 'Top stories'

const SECTIONS: Readonly<Record<string, Section>> = {
  [TOP_STORIES]: ({ topStories }) => topStories,
  Noteworthy: ({ noteworthy }) => noteworthy.flatMap(({ items }) => items),
  Emerging: (digest) => everything(digest).filter(({ trend }) => trend?.tag === 'EMERGING'),
}

/** The names of these streams; a tab of the same name comes first. */
export async function labelStreams(own: ReaderWeb): Promise<string[]> {
  const tabs = new Set((await own.tabs.list()).map(({ name }) => name))
  const searches = (await own.searches.saved()).map(({ name }) => name)
  return [...Object.keys(SECTIONS), ...searches].filter((name) => !tabs.has(name))
}

/** What is on such a stream; null when there is none of that name. */
export async function refsOf(own: ReaderWeb, label: string): Promise<readonly StreamRef[] | null> {
  const section = Object.hasOwn(SECTIONS, label) ? SECTIONS[label] : undefined
  if (section !== undefined) return storyRefs(own, section)
  const search = (await own.searches.saved()).find(({ name }) => name === label)
  if (search === undefined) return null
  const found = await own.searches.find(search.query, null, MOST_FOUND)
  return (found?.items ?? []).map(({ article, state }) => ({
    id: article.id,
    at: article.firstSeen,
    isRead: state?.readAt != null,
  }))
}

const MOST_FOUND = 1_000

async function storyRefs(own: ReaderWeb, section: Section): Promise<StreamRef[]> {
  const digest = await own.digests.current()
  if (digest === null) return []
  const leads = await own.articles.shown(section(digest).map(({ lead }) => lead.key))
  const refs = new Map<number, StreamRef>()
  for (const { article, story, state } of leads) {
    const origin = story === null ? null : await own.stories.origin(story.key)
    const id = origin === null ? article.id : storyItemId(origin.firstArticle)
    const isRead = origin?.isRead ?? state?.readAt != null
    refs.set(id, { id, at: story?.lastAt ?? article.firstSeen, isRead })
  }
  return [...refs.values()]
}

import { analyseWindow } from '../../src/app/analyse-window.ts'
import { feedOverviews } from '../../src/app/feed-overview.ts'
import type { WorldTruth } from '../../src/core/demo/truth.ts'
import { newProfile } from '../../src/core/interests/profile.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { scorePolicy } from '../../src/core/score/score-policy.ts'
import type { Store } from '../../src/io/store/open-store.ts'

/** A topic of a day, by the name its story has in the truth. */
export interface DayTopic {
  readonly story: string | null
  readonly score: number
  readonly tag: string | null
  /** Whether a better topic of the day tells the same event in another language: a digest shows it beside that one. */
  readonly isToldAbove: boolean
}

/** What each planted day is about, most important first, out of a store the world was played into up to the last of them. */
export async function worldDays(store: Store, truth: WorldTruth, planted = truth.days): Promise<DayTopic[][]> {
  const feeds = await feedOverviews(store, planted.at(-1)!.to, defaultPollPolicy)
  const storyOf = await storyNames(store, truth, new Map(feeds.map(({ feed, source }) => [feed.id, source.url])))
  const deps = {
    store,
    reader: 1,
    feeds,
    profile: newProfile({ interests: {}, categories: [], languages: ['en'] }),
    policy: scorePolicy({}, 'daily'),
    minimumImportance: 15,
    followed: new Map<string, number>(),
    method: 'stories',
    topics: null,
  }
  const days: DayTopic[][] = []
  for (const { from, to } of planted) {
    // The last poll of the world is made at its end, and what it found counts.
    const end = to === truth.closesAt ? to + 1 : to
    const { topics: found, changedScores, events } = await analyseWindow({ from, to: end }, deps)
    const told = new Set<string>()
    const isToldAbove = ({ stories }: { readonly stories: readonly string[] }): boolean => {
      const own = stories.flatMap((story) => events.byStory.get(story) ?? [])
      const isKnown = own.some((event) => told.has(event))
      for (const event of own) told.add(event)
      return isKnown
    }
    await store.writeScores(deps.reader, changedScores)
    days.push(
      found.topics.map((topic) => ({
        story: storyOf(topic.lead),
        score: topic.score,
        tag: topic.trend?.tag ?? null,
        isToldAbove: isToldAbove(topic),
      })),
    )
  }
  return days
}

/** The name of an article's story in the truth, found by feed and title or address. */
async function storyNames(store: Store, truth: WorldTruth, sourceOf: ReadonlyMap<number, string>) {
  const urls = new Map(truth.feeds.map(({ id, url }) => [id, url]))
  const names = new Map<string, string>()
  for (const { feed, story, url, versions } of truth.entries) {
    for (const { title } of versions) names.set(`${urls.get(feed)} ${title}`, story)
    if (url !== null) names.set(`${urls.get(feed)} ${url}`, story)
  }
  const stories = new Map(
    (await store.articlePage({ limit: 100_000 })).map(({ key, feed, title, url }) => {
      const source = sourceOf.get(feed)
      return [key, names.get(`${source} ${title}`) ?? names.get(`${source} ${url}`) ?? null] as const
    }),
  )
  return (key: string) => stories.get(key) ?? null
}

import { decideAll } from '../core/dedup/decide.ts'
import { type Epoch, withWindow } from '../core/dedup/epoch/epoch.ts'
import type { DedupPolicy } from '../core/dedup/policies.ts'
import { printOf } from '../core/dedup/print/print.ts'
import { createRecent } from '../core/dedup/recent/recent.ts'
import { refine } from '../core/dedup/stories/refine.ts'
import type { Disposition } from '../core/domain/disposition.ts'
import type { Print } from '../core/domain/print.ts'
import type { StoryConstraint } from '../core/domain/story.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import { readEpoch } from './idf-epochs.ts'

/** One article under one policy: its disposition, and the key of its story; null when it was not kept. */
export interface ReplayedArticle {
  readonly disposition: Disposition
  readonly story: string | null
}

/** The differences another policy makes to what is stored. */
export interface Replay {
  readonly articles: number
  /** Entries whose articles are not stored, by retention or by the policy of their day, and cannot be decided again. */
  readonly hidden: number
  readonly before: ReplayCount
  readonly after: ReplayCount
  readonly changes: readonly ReplayChange[]
}

export interface ReplayCount {
  readonly dispositions: Readonly<Partial<Record<Disposition, number>>>
  /** Stories of two articles or more, and of any number. */
  readonly severals: number
  readonly stories: number
}

export interface ReplayChange {
  readonly article: Pick<StoredArticle, 'id' | 'title' | 'sourceName'>
  readonly before: ReplayedArticle
  readonly after: ReplayedArticle
  /** Titles of the other members of its story, before and after. */
  readonly with: readonly string[]
  readonly wouldBeWith: readonly string[]
}

/** Runs admission and refine again in memory under two policies and compares the results; stores nothing. */
export async function replay(store: Store, policies: readonly [DedupPolicy, DedupPolicy]): Promise<Replay> {
  const articles = (await store.articlePage({ limit: 1_000_000 })).sort(byArrival)
  const positions = await store.feedPositions()
  const constraints = await store.storyConstraints()
  const epoch = readEpoch(await store.newestEpoch())
  const [before, after] = policies.map((policy) => run(articles, policy, new Map(positions), constraints, epoch)) as [
    Run,
    Run,
  ]
  const titleOf = new Map(articles.map(({ key, title }) => [key, title]))
  const othersIn = (side: Run, key: string) =>
    (side.members.get(side.articles.get(key)!.story ?? '') ?? []).filter((other) => other !== key)
  const changes = articles.flatMap((article): ReplayChange[] => {
    const [was, is] = [before.articles.get(article.key)!, after.articles.get(article.key)!]
    const [withNow, wouldBeWith] = [othersIn(before, article.key), othersIn(after, article.key)]
    const same = was.disposition === is.disposition && withNow.join() === wouldBeWith.join()
    if (same) return []
    const titles = (keys: readonly string[]) => keys.map((key) => titleOf.get(key)!)
    return [{ article, before: was, after: is, with: titles(withNow), wouldBeWith: titles(wouldBeWith) }]
  })
  return {
    articles: articles.length,
    hidden: await store.hiddenEntries(),
    before: countOf(before),
    after: countOf(after),
    changes,
  }
}

/** Order of arrival: first seen, then published; never by id. */
function byArrival(a: StoredArticle, b: StoredArticle): number {
  return a.firstSeen - b.firstSeen || a.feed - b.feed || a.published - b.published || (a.key < b.key ? -1 : 1)
}

interface Run {
  readonly articles: ReadonlyMap<string, ReplayedArticle>
  readonly members: ReadonlyMap<string, readonly string[]>
}

function run(
  articles: readonly StoredArticle[],
  policy: DedupPolicy,
  positions: ReadonlyMap<number, number>,
  constraints: readonly StoryConstraint[],
  epoch: Epoch,
): Run {
  const recent = createRecent(policy, { epoch, positionOf: (feed) => positions.get(feed) ?? 0 })
  const layered = policy.name === 'layered'
  const dispositions = new Map<string, Disposition>()
  for (const batch of batches(articles)) {
    const prints = batch.map((article) => printOf(article, { layered }))
    const decided = decideAll(prints, recent)
    for (const [i, { decision }] of decided.entries()) dispositions.set(batch[i]!.key, decision.disposition)
  }
  const kept: Print[] = []
  recent.each((print) => kept.push(print))
  const { stories } = refine(kept, { policy, epoch: withWindow(epoch, kept) }, { constraints })
  const storyOf = new Map(stories.flatMap(({ id, members }) => members.map((key) => [key, id] as const)))
  return {
    articles: new Map(
      articles.map(({ key }) => [key, { disposition: dispositions.get(key)!, story: storyOf.get(key) ?? null }]),
    ),
    members: new Map(stories.map(({ id, members }) => [id, members])),
  }
}

/** Articles of one poll, which were decided together: same feed, same moment. */
function batches(articles: readonly StoredArticle[]): StoredArticle[][] {
  const list: StoredArticle[][] = []
  for (const article of articles) {
    const last = list.at(-1)?.[0]
    if (last && last.feed === article.feed && last.firstSeen === article.firstSeen) list.at(-1)!.push(article)
    else list.push([article])
  }
  return list
}

function countOf({ articles, members }: Run): ReplayCount {
  const dispositions: Partial<Record<Disposition, number>> = {}
  for (const { disposition } of articles.values()) dispositions[disposition] = (dispositions[disposition] ?? 0) + 1
  const severals = [...members.values()].filter((list) => list.length > 1).length
  return { dispositions, severals, stories: members.size }
}

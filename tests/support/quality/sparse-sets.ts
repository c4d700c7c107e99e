import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createDeduper } from '../../../src/core/dedup/deduper.ts'
import { clusterScores, type PairScores } from './measures.ts'

/** What the product makes of a set in which most articles stand alone. */
export interface SparseScores {
  readonly articles: number
  /** Stories that hold articles of different events, per thousand articles: of different feeds, and within one feed. */
  readonly acrossFeeds: number
  readonly withinOne: number
  /** Stories of two or more whose members no chain of links that hold connects. */
  readonly unconnected: number
  readonly pairwise: PairScores
}

interface Row {
  readonly id: string
  readonly title: string
  readonly body?: string
  readonly url?: string
  readonly source?: string
  readonly feed?: string
  readonly published?: string
  readonly lang?: string
  readonly cluster?: string
}

/** Runs one set, as the scorers of the shared material run `copytaster dedup`. */
export function scoreSparseSet(folder: string, name: string): SparseScores {
  const rows = (kind: string): Row[] =>
    gunzipSync(readFileSync(join(folder, `${name}.${kind}.jsonl.gz`)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  const gold = new Map(rows('gold').map(({ id, cluster }) => [id, String(cluster)]))
  const items = rows('items')
  const deduper = createDeduper()
  for (const { id, title, body, url, source, feed, published, lang } of items)
    deduper.add({
      id,
      title,
      text: body || null,
      url: url ?? null,
      source: source ?? null,
      feed: feed ?? null,
      published: published === undefined ? null : Date.parse(published),
      language: lang ?? null,
    })
  const storyOf = deduper.storyOf()
  const stories = groupBy(items, ({ id }) => storyOf.get(id)!)
  const wrong = stories.filter((members) => new Set(members.map(({ id }) => gold.get(id))).size > 1)
  const isAcross = (members: readonly Row[]) =>
    members.some((a) => members.some((b) => gold.get(a.id) !== gold.get(b.id) && a.feed !== b.feed))
  const across = wrong.filter(isAcross).length
  const share = (count: number) => (1000 * count) / items.length
  return {
    articles: items.length,
    acrossFeeds: share(across),
    withinOne: share(wrong.length - across),
    unconnected: unconnectedStories(stories, deduper.links()),
    pairwise: clusterScores(
      items.map(({ id }) => gold.get(id)!),
      items.map(({ id }) => storyOf.get(id)!),
    ).pairwise,
  }
}

type Links = ReturnType<ReturnType<typeof createDeduper>['links']>

function unconnectedStories(stories: readonly (readonly Row[])[], links: Links): number {
  const near = new Map<string, string[]>()
  for (const { article, other, holds, value, threshold, veto } of links) {
    if (!holds || value < threshold || veto !== null) continue
    near.set(article, [...(near.get(article) ?? []), other])
    near.set(other, [...(near.get(other) ?? []), article])
  }
  return stories.filter((members) => {
    const reached = new Set([members[0]!.id])
    for (const id of reached) for (const next of near.get(id) ?? []) reached.add(next)
    return !members.every(({ id }) => reached.has(id))
  }).length
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

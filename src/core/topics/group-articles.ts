import type { Story } from '../domain/story.ts'
import { dbscan, NOISE } from '../similar/dbscan.ts'
import { ward } from '../similar/linkage.ts'
import { onlineKMeans } from '../similar/online-kmeans.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'
import type { TopicMethod } from './topic-method.ts'
import type { WindowVectors } from './window-vectors.ts'

/** The part of a story that grouping needs. */
export type StoryMembers = Pick<Story, 'id' | 'members'>

/** Finds the story of an article; an article outside of any story is its own story. */
export type StoryOf = (article: Pick<TopicArticle, 'key' | 'story'>) => string

/** Finds stories where articles know theirs, and else by their members. */
export function storyByArticle(stories: readonly StoryMembers[]): StoryOf {
  const known = new Map<string, string>()
  for (const { id, members } of stories) for (const member of members) known.set(member, id)
  return ({ key, story }) => story ?? known.get(key) ?? key
}

/** Groups the window's articles, given by index; an article similar to no other is a group by itself. */
export function groupArticles(
  window: WindowVectors,
  method: TopicMethod,
  storyOf: StoryOf,
  seeds: () => readonly SparseVector[],
): number[][] {
  const vectors = () => window.articles.map((_, node) => window.vectorOf(node))
  switch (method.kind) {
    case 'stories':
      return groupsOf(window.articles.map(storyOf))
    case 'dbscan':
      return groupsOf(separateNoise(dbscan(renumbered(vectors()), method.eps, method.minSamples)))
    case 'ward':
      return groupsOf(ward(vectors(), method.count))
    case 'online-kmeans':
      return groupsOf(onlineKMeans(vectors(), method.count, seeds()).labels)
  }
}

function groupsOf(labels: Iterable<string | number>): number[][] {
  const groups = new Map<string | number, number[]>()
  let node = 0
  for (const label of labels) {
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [node])
    else group.push(node)
    node++
  }
  return [...groups.values()]
}

/** Gives each noise point of DBSCAN a label of its own. */
function separateNoise(labels: Int32Array): (string | number)[] {
  return Array.from(labels, (label, node) => (label === NOISE ? `alone ${node}` : label))
}

/** Renumbers the terms from 0: DBSCAN keeps a row for each number. */
function renumbered(vectors: readonly SparseVector[]): SparseVector[] {
  const all = Uint32Array.from(new Set(vectors.flatMap(({ ids }) => [...ids]))).sort()
  const places = new Map(Array.from(all, (id, at) => [id, at]))
  return vectors.map(({ ids, weights }) => ({ ids: ids.map((id) => places.get(id)!), weights }))
}

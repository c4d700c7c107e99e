import { entities } from '../text/entities/entities.ts'
import { words } from '../text/words.ts'
import { dbscan, NOISE } from './dbscan.ts'
import { ward } from './linkage.ts'
import { onlineKMeans } from './online-kmeans.ts'
import type { StoryPolicy } from './policies.ts'
import { potts } from './potts.ts'
import { type StoryItem, type StoryWindow, storyWindow } from './stories.ts'
import { termsOfWords } from './terms.ts'
import { centroid, dot } from './vectors.ts'

/** How a window is grouped; `count` is asked of ward and online-kmeans. */
export type ClusterMethod =
  | { readonly kind: 'stories' }
  | { readonly kind: 'dbscan'; readonly eps: number; readonly minSamples: number }
  | { readonly kind: 'ward'; readonly count: number }
  | { readonly kind: 'online-kmeans'; readonly count: number }

/** What `copytaster cluster` says of one article: its topic by the key of the lead, a label, and the lead. */
export type Clustered = { readonly key: string; readonly topic: string; readonly label: string; readonly lead: string }

/** Groups articles and names the groups; the answer follows the input's order but does not depend on it. */
export function clusterArticles(items: readonly StoryItem[], method: ClusterMethod, policy: StoryPolicy): Clustered[] {
  const window = storyWindow(items, policy)
  const groups = groupsOf(labelsOf(window, method))
  const found = new Map<string, Clustered>()
  for (const group of groups) {
    const lead = window.items[leadOfGroup(window, group)]!.key
    const label = labelOf(group.map((node) => window.items[node]!))
    for (const node of group) {
      const { key } = window.items[node]!
      found.set(key, { key, topic: lead, label, lead })
    }
  }
  return items.map(({ key }) => found.get(key)!)
}

function labelsOf(window: StoryWindow, method: ClusterMethod): Int32Array {
  switch (method.kind) {
    case 'stories':
      return potts(window.graph, window.masses)
    case 'dbscan':
      return dbscan(window.vectors, method.eps, method.minSamples)
    case 'ward':
      return ward(window.vectors, method.count)
    case 'online-kmeans':
      return onlineKMeans(window.vectors, method.count).labels
  }
}

/** Noise stands alone: no article may vanish because it is like no other. */
function groupsOf(labels: Int32Array): number[][] {
  const groups = new Map<number, number[]>()
  const alone: number[][] = []
  labels.forEach((label, node) => {
    const group = groups.get(label)
    if (label === NOISE) alone.push([node])
    else if (group === undefined) groups.set(label, [node])
    else group.push(node)
  })
  return [...groups.values(), ...alone]
}

function leadOfGroup({ vectors }: StoryWindow, group: readonly number[]): number {
  const middle = centroid(group.map((node) => vectors[node]!))
  let best = group[0]!
  for (const node of group) if (dot(vectors[node]!, middle) > dot(vectors[best]!, middle) + 1e-12) best = node
  return best
}

const LABEL_TERMS = 3

/** The most frequent entity and the most frequent terms, as a person would write them. */
function labelOf(items: readonly StoryItem[]): string {
  const names = tally(items.flatMap(({ title, body }) => [...namesIn(title), ...namesIn(body ?? '')]))
  const forms = new Map<string, string[]>()
  for (const { title, language } of items) {
    for (const word of words(title)) {
      for (const term of termsOfWords([word], language)) forms.set(term, [...(forms.get(term) ?? []), word])
    }
  }
  const entity = names[0]
  const taken = new Set(entity === undefined ? [] : termsOfWords(words(entity), items[0]!.language))
  const terms = [...forms].filter(([term]) => !taken.has(term) && !/^\p{N}/u.test(term))
  terms.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  return [
    ...(entity === undefined ? [] : [entity]),
    ...terms.slice(0, LABEL_TERMS).map(([, list]) => tally(list)[0]!),
  ].join(', ')
}

function namesIn(text: string): string[] {
  return entities(text)
    .filter(({ kind }) => kind !== 'date')
    .map(({ text: written }) => written)
}

function tally(list: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const entry of list) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([entry]) => entry)
}

import type { Steps } from '../../domain/steps.ts'
import { clusterComponent } from './cluster-component.ts'
import { byTime, type Components, keyAt } from './connected-component.ts'
import type { StoryConstraints } from './story-constraints.ts'
import { type ClusteredComponent, withStories } from './story-facts.ts'
import type { StoryGraph } from './story-graph.ts'
import type { StoryMembers } from './story-ids.ts'

/** Articles that are a story each, by number, in the order of their first articles. */
export interface StoryGroups extends StoryMembers {
  /** The graph node of the first member. */
  readonly firstAt: (group: number) => number
  /** The component that a story was clustered in; null for an article alone. */
  readonly clusteredAt: (group: number) => StoryInComponent | null
  readonly lengthAt: (group: number) => number
}

/** A story of a clustered component. */
export interface StoryInComponent {
  readonly clustered: ClusteredComponent
  /** Its index in the component. */
  readonly story: number
}

/** Clusters components. Most articles are alone: they are numbers in a column, since records for all would fill the memory. */
export function* storyGroups(
  graph: StoryGraph,
  { components, alone }: Components,
  constraints: StoryConstraints,
): Steps<StoryGroups> {
  const inComponents: StoryInComponent[] = []
  for (const component of components) {
    yield
    const clustered = withStories(component, clusterComponent(component, constraints))
    for (let story = 0; story < clustered.stories.length; story++) inComponents.push({ clustered, story })
  }
  const firsts = Int32Array.from([...alone, ...inComponents.map(firstOf)])
  const order = Uint32Array.from(firsts.keys()).sort((a, b) => byTime(graph, firsts[a]!, firsts[b]!))
  const clusteredAt = (group: number): StoryInComponent | null =>
    order[group]! < alone.length ? null : inComponents[order[group]! - alone.length]!
  return {
    size: firsts.length,
    firstAt: (group) => firsts[order[group]!]!,
    clusteredAt,
    lengthAt: (group) => {
      const found = clusteredAt(group)
      return found === null ? 1 : found.clustered.stories[found.story]!.length
    },
    keysAt: (group) => {
      const found = clusteredAt(group)
      if (found === null) return [graph.keyAt(firsts[order[group]!]!)]
      const { clustered, story } = found
      return clustered.stories[story]!.map((member) => keyAt(clustered.component, member))
    },
  }
}

function firstOf({ clustered, story }: StoryInComponent): number {
  return clustered.component.nodes[clustered.stories[story]![0]!]!
}

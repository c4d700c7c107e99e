import type { RefinedStory } from '../../domain/story.ts'
import { namesNewsroom } from '../../text/agencies.ts'
import type { PrintOrigin } from '../print/decode-print.ts'
import { COPY, type Component, keyAt, originAt } from './connected-component.ts'

/** The owner of a feed, where the settings name one. */
export type OwnerOf = (feed: number) => string | null

/** A component clustered into stories, each with its members in the order of publication. */
export interface ClusteredComponent {
  readonly component: Component
  readonly stories: readonly (readonly number[])[]
  /** The story of each member. */
  readonly storyAt: Int32Array
}

/** Adds the story of each member to a clustering. */
export function withStories(component: Component, stories: readonly (readonly number[])[]): ClusteredComponent {
  const storyAt = new Int32Array(component.nodes.length)
  stories.forEach((members, story) => {
    for (const member of members) storyAt[member] = story
  })
  return { component, stories, storyAt }
}

/** From members of a story that are copies to the earlier member they copy. */
export type Copies = ReadonlyMap<number, number>

/** Lead, newsrooms and reprints of a story. */
export function storyOf(
  story: number,
  clustered: ClusteredComponent,
  copies: Copies,
  ownerOf: OwnerOf,
): Omit<RefinedStory, 'id'> {
  const members = clustered.stories[story]!
  const prints = members.map((member) => originAt(clustered.component, member))
  const families = familiesOf(prints, ownerOf)
  const newsrooms = new Set(families.filter((_, at) => !copies.has(members[at]!)))
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { published, seen } of prints) {
    firstAt = Math.min(firstAt, published ?? seen)
    lastAt = Math.max(lastAt, published ?? seen)
  }
  return {
    members: members.map((member) => keyAt(clustered.component, member)),
    lead: keyAt(clustered.component, leadOf(members, clustered)),
    newsrooms: newsrooms.size,
    reprints: copies.size,
    firstAt,
    lastAt,
  }
}

/** Visits the edges of a member within its story. */
function eachInside(
  { component, storyAt }: ClusteredComponent,
  member: number,
  visit: (other: number, at: number) => void,
): void {
  const { starts, targets } = component
  for (let at = starts[member]!; at < starts[member + 1]!; at++) {
    if (storyAt[targets[at]!] === storyAt[member]) visit(targets[at]!, at)
  }
}

/**
 * Finds the members that copy an earlier one: a newsroom that only reprints does not count as an independent source. An article that names
 * another newsroom as its publisher counts as a copy of that newsroom's article, even when its text was rewritten since.
 */
export function copiesIn(story: number, clustered: ClusteredComponent): Copies {
  const copyOf = new Map<number, number>()
  for (const member of clustered.stories[story]!) {
    const original = copyOf.get(member) ?? member
    eachInside(clustered, member, (later, at) => {
      if (later > member && !copyOf.has(later) && clustered.component.kinds[at] === COPY) copyOf.set(later, original)
    })
  }
  for (const member of clustered.stories[story]!) {
    const credited = copyOf.has(member) ? null : creditedBy(member, clustered)
    if (credited !== null) copyOf.set(member, copyOf.get(credited) ?? credited)
  }
  return copyOf
}

/** The earlier article by the named publisher that is most like this one. */
function creditedBy(member: number, clustered: ClusteredComponent): number | null {
  const { weights, graph, nodes } = clustered.component
  const publisher = graph.publisherAt(nodes[member]!)
  if (publisher === null || isNamed(publisher, originAt(clustered.component, member))) return null
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  eachInside(clustered, member, (earlier, at) => {
    if (earlier > member || weights[at]! <= most || !isNamed(publisher, originAt(clustered.component, earlier))) return
    best = earlier
    most = weights[at]!
  })
  return best < 0 ? null : best
}

function isNamed(publisher: string, { sourceName }: PrintOrigin): boolean {
  return sourceName !== null && namesNewsroom(publisher, sourceName)
}

/** The publisher family of each member. A publisher that an article names belongs to the family of the source with that name. */
export function familiesOf(prints: readonly PrintOrigin[], ownerOf: OwnerOf): string[] {
  const ownFamily = ({ feed, domain, sourceName }: PrintOrigin): string =>
    ownerOf(feed) ?? domain ?? sourceName ?? `feed ${feed}`
  return prints.map((print) => {
    const { publisher } = print
    if (publisher === null || isNamed(publisher, print)) return ownFamily(print)
    const bearer = prints.find((one) => isNamed(publisher, one))
    return bearer === undefined ? publisher.toLowerCase() : ownFamily(bearer)
  })
}

/** The medoid: the member with the largest sum of weights to the others; among equals the longest, then the earliest. */
function leadOf(members: readonly number[], clustered: ClusteredComponent): number {
  const { weights } = clustered.component
  const lengthOf = (member: number): number => originAt(clustered.component, member).wordCount
  let [lead, most] = [members[0]!, Number.NEGATIVE_INFINITY]
  for (const member of members) {
    let likeness = 0
    eachInside(clustered, member, (_, at) => {
      likeness += weights[at]!
    })
    const isLonger = likeness === most && lengthOf(member) > lengthOf(lead)
    if (likeness > most || isLonger) {
      lead = member
      most = likeness
    }
  }
  return lead
}

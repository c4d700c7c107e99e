import type { Print } from '../domain/print.ts'
import type { Membership, SettledStory } from '../domain/story.ts'
import type { StoryGraph } from './story-graph.ts'

/** Names the publisher family of an article's feed, when the user did. */
export type OwnerOf = (feed: number) => string | null

/** Lead, newsrooms and reprints of a story. */
export function storyOf(id: string, members: readonly string[], graph: StoryGraph, ownerOf: OwnerOf): SettledStory {
  const copies = copiesIn(members, graph)
  const originals = members.filter((key) => !copies.has(key))
  const families = familiesOf(members, graph, ownerOf)
  const newsrooms = new Set(originals.map((key) => families.get(key)))
  const dates = members.map((key) => graph.node(key)!.print).map(({ published, seen }) => published ?? seen)
  return {
    id,
    members,
    lead: leadOf(members, graph),
    newsrooms: newsrooms.size,
    reprints: copies.size,
    firstAt: Math.min(...dates),
    lastAt: Math.max(...dates),
  }
}

/**
 * Members that copy an earlier one, and which: a newsroom that only reprints did not look for itself. What names another
 * newsroom as its publisher is that newsroom's, even when its text has since been rewritten.
 */
export function copiesIn(members: readonly string[], graph: StoryGraph): ReadonlyMap<string, string> {
  const copyOf = new Map<string, string>()
  for (const [at, key] of members.entries()) {
    const original = copyOf.get(key) ?? key
    const links = graph.links(key)
    for (const later of members.slice(at + 1)) {
      if (!copyOf.has(later) && links.get(later)?.isCopy) copyOf.set(later, original)
    }
  }
  for (const [at, key] of members.entries()) {
    const credited = copyOf.has(key) ? null : creditedBy(key, members.slice(0, at), graph)
    if (credited !== null) copyOf.set(key, copyOf.get(credited) ?? credited)
  }
  return copyOf
}

/** Of the publisher's own articles so far the one most like this. */
function creditedBy(key: string, earlier: readonly string[], graph: StoryGraph): string | null {
  const { print } = graph.node(key)!
  const { publisher } = print
  if (publisher === null || isNamed(publisher, print)) return null
  const links = graph.links(key)
  const own = earlier.filter((one) => links.has(one) && isNamed(publisher, graph.node(one)!.print))
  return own.reduce<string | null>((best, one) => {
    return best !== null && links.get(best)!.weight >= links.get(one)!.weight ? best : one
  }, null)
}

function isNamed(publisher: string, { sourceName }: Print): boolean {
  return sourceName?.toLowerCase() === publisher.toLowerCase()
}

/** The publisher family of each member; a publisher that is only named is of the family of the member that bears the name. */
function familiesOf(members: readonly string[], graph: StoryGraph, ownerOf: OwnerOf): ReadonlyMap<string, string> {
  const prints = members.map((key) => graph.node(key)!.print)
  const ownFamily = ({ feed, domain, sourceName }: Print): string =>
    ownerOf(feed) ?? domain ?? sourceName ?? `feed ${feed}`
  return new Map(
    prints.map((print) => {
      const { key, publisher } = print
      if (publisher === null || isNamed(publisher, print)) return [key, ownFamily(print)]
      const bearer = prints.find((one) => isNamed(publisher, one))
      return [key, bearer === undefined ? publisher.toLowerCase() : ownFamily(bearer)]
    }),
  )
}

/** The member most like the others; among equals the longest, then the earliest. */
function leadOf(members: readonly string[], graph: StoryGraph): string {
  const likeness = (key: string): number => {
    let sum = 0
    for (const other of members) sum += graph.links(key).get(other)?.weight ?? 0
    return sum
  }
  const ranked = members.map((key, at) => ({ key, at, like: likeness(key), words: graph.node(key)!.print.wordCount }))
  ranked.sort((a, b) => b.like - a.like || b.words - a.words || a.at - b.at)
  return ranked[0]!.key
}

/** What an article gains by its story, and what it would gain by the next best. */
export function membershipOf(
  article: string,
  story: string,
  storyOfKey: ReadonlyMap<string, string>,
  graph: StoryGraph,
  massOf: ReadonlyMap<string, number>,
): Omit<Membership, 'cause' | 'copyOf'> {
  const { mass } = graph.node(article)!
  const likeness = new Map<string, number>()
  // In one order, so that rounding does not know who came first.
  const links = [...graph.links(article)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [other, link] of links) {
    const id = storyOfKey.get(other)
    if (id !== undefined) likeness.set(id, (likeness.get(id) ?? 0) + link.weight)
  }
  const gain = (likeness.get(story) ?? 0) - mass * ((massOf.get(story) ?? mass) - mass)
  const others = [...likeness].filter(([id]) => id !== story)
  const ranked = others.map(([id, like]) => ({ id, gain: like - mass * (massOf.get(id) ?? 0) }))
  ranked.sort((a, b) => b.gain - a.gain || (a.id < b.id ? -1 : 1))
  return { article, story, gain, runnerUp: ranked[0]?.id ?? null, runnerUpGain: ranked[0]?.gain ?? null }
}

import type { Tier } from '../core/domain/source.ts'
import type { StoryMember } from '../io/store/windows.ts'

/** Who told the stories of a window. */
export interface StoryWitnesses {
  /** The tiers of those whose articles of these stories count as corroboration. */
  readonly tiersOf: (stories: readonly string[]) => Tier[]
  /** How many feeds published these stories. */
  readonly feedsOf: (stories: readonly string[]) => number
  /** How many newsrooms tell an event, by publisher family. */
  readonly newsroomsOf: (event: string) => number
}

/** What witnesses are counted by. */
export interface WitnessRules {
  readonly tierOf: (member: StoryMember) => Tier
  readonly familyOf: (member: StoryMember) => string
  /** A reprint is no independent report, so the tier of its feed corroborates only where feeds are counted. */
  readonly countsReprints: boolean
  /** The event of a story, by the key of the story. */
  readonly events: ReadonlyMap<string, string>
}

const TIERS: readonly Tier[] = ['T1', 'T2', 'T3', 'T4', 'T5']

/**
 * Counts the witnesses of stories. The tiers of a story are the bits of a number: sets for each of a hundred thousand stories would be
 * most of a window's memory. Feeds are counted when they are first needed, newsrooms only for events.
 */
export function storyWitnesses(members: readonly StoryMember[], rules: WitnessRules): StoryWitnesses {
  const tiers = new Map<string, number>()
  for (const member of members) {
    if (!rules.countsReprints && member.copyOf !== null) continue
    const known = tiers.get(member.story) ?? 0
    const bits = known | (1 << TIERS.indexOf(rules.tierOf(member)))
    if (bits !== known) tiers.set(member.story, bits)
  }
  const newsrooms = newsroomsByEvent(members, rules)
  let feeds: ReadonlyMap<string, ReadonlySet<number>> | null = null
  return {
    tiersOf: (stories) => {
      const bits = stories.reduce((all, story) => all | (tiers.get(story) ?? 0), 0)
      return TIERS.filter((_, at) => (bits & (1 << at)) !== 0)
    },
    feedsOf: (stories) => {
      feeds ??= feedsByStory(members)
      const found = feeds
      return new Set(stories.flatMap((story) => [...(found.get(story) ?? [])])).size
    },
    newsroomsOf: (event) => newsrooms.get(event)?.size ?? 0,
  }
}

function feedsByStory(members: readonly StoryMember[]): Map<string, Set<number>> {
  const feeds = new Map<string, Set<number>>()
  for (const { story, feed } of members) addTo(feeds, story, feed)
  return feeds
}

function newsroomsByEvent(
  members: readonly StoryMember[],
  { events, familyOf }: WitnessRules,
): Map<string, Set<string>> {
  const newsrooms = new Map<string, Set<string>>()
  if (events.size === 0) return newsrooms
  for (const member of members) {
    const event = member.copyOf === null ? events.get(member.story) : undefined
    if (event !== undefined) addTo(newsrooms, event, familyOf(member))
  }
  return newsrooms
}

function addTo<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): void {
  const own = sets.get(key)
  if (own === undefined) sets.set(key, new Set([value]))
  else own.add(value)
}

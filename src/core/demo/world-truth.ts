import { bodyText } from './body-html.ts'
import { dayTruths } from './day-truths.ts'
import { addressAt, guidAt, isDated } from './listed-entries.ts'
import { reachableEntries } from './reachable-entries.ts'
import type { ApartTruth, EntryTruth, FeedTruth, GuidCollision, StoryTruth, WorldTruth } from './truth.ts'
import type { World } from './world.ts'
import { sourceOf, type WorldEntry, worldEntries } from './world-entries.ts'

/** The ground truth of a world. */
export function worldTruth(world: World): WorldTruth {
  const reachable = reachableEntries(world)
  const entries = worldEntries(world).map((entry) => entryTruth(world, entry, reachable.get(entry.id) ?? null))
  return {
    zone: world.zone,
    opensAt: world.opensAt,
    closesAt: world.closesAt,
    entries,
    stories: storyTruths(world),
    apart: apartTruths(world),
    guidCollisions: guidCollisions(entries),
    feeds: feedTruths(world, entries),
    days: dayTruths(world),
  }
}

function entryTruth(world: World, entry: WorldEntry, reachable: EntryTruth['reachable']): EntryTruth {
  const source = sourceOf(world, entry.source)
  const { at } = entry.versions[0]!
  return {
    id: entry.id,
    feed: entry.source,
    story: entry.story,
    relation: entry.relation,
    of: entry.of,
    url: entry.lacks.includes('link') ? null : addressAt(world, entry, at),
    guid: guidAt(world, source, entry, at)?.value ?? null,
    publishedAt: isDated(source) && !entry.lacks.includes('date') ? at : null,
    versions: entry.versions.map((version) => ({ at: version.at, title: version.title, text: bodyText(version.body) })),
    reachable,
  }
}

function storyTruths(world: World): StoryTruth[] {
  const byStory = grouped(worldEntries(world), (entry) => entry.story)
  const about = new Map(world.events.map((event) => [event.id, event.about]))
  return [...byStory].map(([id, entries]) => {
    const originals = entries.filter((entry) => entry.relation === 'original')
    const { event, source } = entries[0]!
    return {
      id,
      event,
      language: sourceOf(world, source).language,
      about: about.get(event) ?? 'a note of the archive',
      entries: entries.map((entry) => entry.id),
      newsrooms: new Set(originals.map((entry) => sourceOf(world, entry.source).owner)).size,
      reprints: entries.filter((entry) => entry.relation === 'reprint').length,
    }
  })
}

/** A pair of events is a pair of stories in each language that has both. */
function apartTruths(world: World): ApartTruth[] {
  const stories = new Set(worldEntries(world).map((entry) => entry.story))
  return world.apart.flatMap(({ pair: [one, other], because }) =>
    ['zh', 'en', 'ja']
      .map((language): [string, string] => [`${one}:${language}`, `${other}:${language}`])
      .filter((pair) => pair.every((story) => stories.has(story)))
      .map((pair) => ({ stories: pair, because })),
  )
}

/** A copy is the page it lists. */
const pageOf = ({ id, relation, of }: EntryTruth) => (relation === 'copy' ? of : id)

/** Short numbers only: longer guids are unique by their form. */
function guidCollisions(entries: readonly EntryTruth[]): GuidCollision[] {
  const numbered = entries.filter((entry) => /^\d+$/.test(entry.guid ?? ''))
  return [...grouped(numbered, (entry) => entry.guid!)].flatMap(([guid, same]) =>
    same.flatMap((one, i) =>
      same
        .slice(i + 1)
        .filter((other) => pageOf(other) !== pageOf(one))
        .map((other): GuidCollision => ({ guid, entries: [one.id, other.id] })),
    ),
  )
}

function feedTruths(world: World, entries: readonly EntryTruth[]): FeedTruth[] {
  return world.sources.map((source) => {
    const moved = source.faults.find((fault) => fault.kind === 'moved')
    return {
      id: source.id,
      url: source.url,
      finalUrl: moved?.to ?? source.url,
      state: source.ends.state,
      events: source.ends.events,
      faults: source.faults.map(({ kind, from, until }) => ({ kind, from, until })),
      lost: entries.filter((entry) => entry.feed === source.id && entry.reachable === null).map((entry) => entry.id),
    }
  })
}

function grouped<T>(list: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one])
  return groups
}

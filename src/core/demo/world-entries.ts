import { archiveEntries } from './archive-entries.ts'
import { paragraphsOf } from './body-html.ts'
import type { CopyAddress, Lack, Reprint, Telling, Version, World, WorldSource } from './world.ts'

/** One entry of one feed with all its versions. */
export interface WorldEntry {
  /**
   * `event/source`, numbered when a newsroom has several articles about an event; `>source` for reprints and copies.
   */
  readonly id: string
  readonly source: string
  readonly event: string
  /** `event:language`: the expected story. */
  readonly story: string
  /** `copy` is the same page listed elsewhere, `reprint` the same text on a page of its own. */
  readonly relation: 'original' | 'reprint' | 'copy'
  /** The entry it was taken from. */
  readonly of: string | null
  readonly slug: string
  /** Index among the entries of its feed, oldest first. */
  readonly ordinal: number
  /** How a copy writes the address of its page. */
  readonly address: CopyAddress | null
  readonly author: string | null
  /** The newsroom credited in the RSS `source` element. */
  readonly credit: string | null
  readonly tags: readonly string[]
  readonly lacks: readonly Lack[]
  readonly versions: readonly Version[]
}

type UnnumberedEntry = Omit<WorldEntry, 'ordinal'>

/** The entries of a world by feed and by id. */
interface Entries {
  readonly all: readonly WorldEntry[]
  readonly bySource: ReadonlyMap<string, readonly WorldEntry[]>
  readonly byId: ReadonlyMap<string, WorldEntry>
}

const byWorld = new WeakMap<World, Entries>()

/** Every entry that any feed of the world ever lists. */
export const worldEntries = (world: World): readonly WorldEntry[] => entriesIn(world).all

/** Those of one feed, oldest first. */
export const feedEntries = (world: World, source: string): readonly WorldEntry[] =>
  entriesIn(world).bySource.get(source) ?? []

/** The entry with that id. */
export const entryOf = (world: World, id: string): WorldEntry => entriesIn(world).byId.get(id)!

/** Computed once for each world: it is needed thousands of times a day. */
function entriesIn(world: World): Entries {
  const known = byWorld.get(world)
  if (known) return known
  const unnumbered = [
    ...world.events.flatMap((event) => eventEntries(world, event.id)),
    ...archiveEntries(world.archive),
  ]
  const bySource = new Map(
    world.sources.map((source) => [source.id, numbered(unnumbered.filter((draft) => draft.source === source.id))]),
  )
  const all = [...bySource.values()].flat()
  const entries = { all, bySource, byId: new Map(all.map((entry) => [entry.id, entry])) }
  byWorld.set(world, entries)
  return entries
}

function numbered(unnumbered: readonly UnnumberedEntry[]): WorldEntry[] {
  return [...unnumbered]
    .sort((a, b) => a.versions[0]!.at - b.versions[0]!.at || (a.id < b.id ? -1 : 1))
    .map((draft, ordinal) => ({ ...draft, ordinal }))
}

function eventEntries(world: World, event: string): UnnumberedEntry[] {
  const { tellings } = world.events.find((one) => one.id === event)!
  const told = new Map<string, number>()
  return tellings.flatMap((telling) => {
    const nth = (told.get(telling.in) ?? 0) + 1
    told.set(telling.in, nth)
    const name = nth === 1 ? telling.in : `${telling.in}-${nth}`
    return entriesOf(world, event, name, telling)
  })
}

function entriesOf(world: World, event: string, name: string, telling: Telling): UnnumberedEntry[] {
  const story = `${event}:${sourceOf(world, telling.in).language}`
  const original: UnnumberedEntry = {
    id: `${event}/${name}`,
    source: telling.in,
    event,
    story,
    relation: 'original',
    of: null,
    slug: `${event}-${name}`,
    address: null,
    author: telling.by,
    credit: null,
    tags: telling.tags,
    lacks: telling.lacks,
    versions: telling.versions,
  }
  const reprints = telling.reprints.map((one) => reprintOf(world, original, one))
  const copies = telling.copies.map(
    (one): UnnumberedEntry => ({
      ...original,
      id: `${original.id}>${one.in}`,
      source: one.in,
      relation: 'copy',
      of: original.id,
      address: one.address,
      author: null,
      tags: [],
      lacks: one.lacks,
      versions: [{ at: one.at, title: one.title, body: one.body }],
    }),
  )
  return [original, ...reprints, ...copies]
}

const thanks = {
  zh: (name: string) => `（本文由${name}授權轉載）`,
  en: (name: string) => `This report was supplied by ${name}.`,
  ja: (name: string) => `（${name}配信）`,
}

/** The text when it was taken over, a little shorter or with a credit. */
function reprintOf(world: World, original: UnnumberedEntry, reprint: Reprint): UnnumberedEntry {
  const { name, language } = sourceOf(world, original.source)
  const { body } = versionAt(original, reprint.at) ?? original.versions[0]!
  const paragraphs = paragraphsOf(body)
  const kept = reprint.cut === 'last' ? paragraphs.slice(0, -1) : paragraphs
  const text = reprint.credit === 'byline' ? [...kept, thanks[language](name)] : kept
  return {
    ...original,
    id: `${original.id}>${reprint.in}`,
    source: reprint.in,
    relation: 'reprint',
    of: original.id,
    slug: `${original.event}-${reprint.in}-wire`,
    author: reprint.credit === 'byline' ? name : null,
    credit: reprint.credit === 'element' ? original.source : null,
    tags: [],
    lacks: [],
    versions: [{ at: reprint.at, title: reprint.title, body: text.join('\n\n') }],
  }
}

/** The version at a moment; null before publication. */
export function versionAt({ versions }: Pick<WorldEntry, 'versions'>, at: number): Version | null {
  return versions.findLast((version) => version.at <= at) ?? null
}

/** The source with that id. */
export function sourceOf(world: World, id: string): WorldSource {
  const source = world.sources.find((one) => one.id === id)
  if (!source) throw new Error(`the world has no source "${id}"`)
  return source
}

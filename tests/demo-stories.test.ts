import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { epochZero, withWindow } from '../src/core/dedup/epoch/epoch.ts'
import { policyOf } from '../src/core/dedup/policies.ts'
import { refine } from '../src/core/dedup/stories/refine.ts'
import type { EntryTruth } from '../src/core/demo/truth.ts'
import { sourceOf } from '../src/core/demo/world-entries.ts'
import { worldFrom } from '../src/core/demo/world-from.ts'
import { worldTruth } from '../src/core/demo/world-truth.ts'
import type { RefinedStories, RefinedStory } from '../src/core/domain/story.ts'
import { type AdmittedWorld, admitWorld, type Rounds } from './support/admitted-world.ts'

/* The world read twice in different orders, decided and settled: every planted copy, revision, reprint, event and non-merge. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const world = worldFrom(parse(readFileSync(new URL('../demo/world.yaml', import.meta.url), 'utf8')))
const truth = worldTruth(world)
const reachable = truth.entries.filter((entry) => entry.reachable !== null)
const byId = new Map(reachable.map((entry) => [entry.id, entry]))

/** What one order of arrival came to. */
interface Told extends AdmittedWorld, RefinedStories {
  /** Entries by the key of the article they stand for. */
  readonly entriesOf: ReadonlyMap<string, readonly EntryTruth[]>
  readonly articleOf: ReadonlyMap<string, string>
  readonly storyOf: ReadonlyMap<string, RefinedStory>
}

const orders: Readonly<Record<string, Rounds>> = {
  'from the first to the last': { afterMs: 0, everyMs: 2 * HOUR_MS, sources: world.sources },
  'from the last to the first': { afterMs: HOUR_MS / 3, everyMs: 2 * HOUR_MS, sources: world.sources.toReversed() },
}
const told = new Map<string, Told>()

function tell(rounds: Rounds): Told {
  const admitted = admitWorld(world, rounds)
  const recent = admitted.prints.filter(({ published, seen }) => (published ?? seen) >= world.closesAt - 9 * DAY_MS)
  const rules = { policy: policyOf('calibrated'), epoch: withWindow(epochZero(), recent) }
  const settled = refine(recent, rules, { ownerOf: admitted.ownerOf })
  const articleOf = new Map(admitted.arrivals.map(({ entry, article }) => [entry, admitted.articles.get(article)!.key]))
  const entriesOf = new Map<string, EntryTruth[]>()
  for (const [entry, key] of articleOf) entriesOf.set(key, [...(entriesOf.get(key) ?? []), byId.get(entry)!])
  const storyOf = new Map(settled.stories.flatMap((story) => story.members.map((key) => [key, story] as const)))
  return { ...admitted, ...settled, articleOf, entriesOf, storyOf }
}

beforeAll(() => {
  for (const [name, rounds] of Object.entries(orders)) told.set(name, tell(rounds))
})

/** The truth's stories as far as anybody can have read them. */
const stories = truth.stories
  .map(({ id, entries }) => ({ id, entries: entries.flatMap((entry) => byId.get(entry) ?? []) }))
  .filter(({ entries }) => entries.length > 0)

describe.each(Object.keys(orders))('read %s', (name) => {
  const articlesOf = (ids: readonly string[]) =>
    [...new Set(ids.map((id) => told.get(name)!.articleOf.get(id)!))].sort()

  test('nothing that can be had is missing', () => {
    expect([...told.get(name)!.articleOf.keys()].sort()).toEqual(reachable.map(({ id }) => id).sort())
  })

  test('an original, or a reprint, and its copies are one article; nothing else shares one', () => {
    const pages = new Map<string, string[]>()
    for (const { id, relation, of } of reachable) {
      const page = relation === 'copy' ? of! : id
      pages.set(page, [...(pages.get(page) ?? []), id])
    }
    const found = [...told.get(name)!.entriesOf.values()].map((entries) => entries.map(({ id }) => id).sort())
    expect(found.sort()).toEqual([...pages.values()].map((ids) => ids.sort()).sort())
  })

  test('a page is opened once, and every other mention of it is a duplicate or a richer version', () => {
    const seen = new Set<number>()
    const wrong = told.get(name)!.arrivals.filter(({ article, disposition }) => {
      const isFirst = !seen.has(article)
      seen.add(article)
      return isFirst !== ['unique', 'same_event', 'near_duplicate'].includes(disposition)
    })
    expect(wrong).toEqual([])
  })

  test('of a text and its reprint the later to arrive is a near duplicate, unless a copy had told of its page', () => {
    const first = new Map<string, { readonly at: number; readonly disposition: string }>()
    for (const [at, { entry, disposition }] of told.get(name)!.arrivals.entries()) {
      if (!first.has(entry)) first.set(entry, { at, disposition })
    }
    const reprints = reachable.filter(({ relation }) => relation === 'reprint')
    // What a rewritten text has left of its reprint is for the settled stories to say.
    const rewritten = reprints.filter(({ of }) => byId.get(of!)!.versions.length > 1).map(({ id }) => id)
    const later = reprints.map(({ id, of }) => (first.get(id)!.at > first.get(of!)!.at ? id : of!))
    const expected = later.filter((id) => first.get(id)!.disposition !== 'revision' && !rewritten.includes(id))
    const near = [...first].filter(([, { disposition }]) => disposition === 'near_duplicate').map(([id]) => id)
    expect(near.filter((id) => !rewritten.includes(id)).sort()).toEqual([...new Set(expected)].sort())
  })

  test('a story has the articles that tell its event in its language, and no others', () => {
    for (const { id, entries } of stories.filter((one) => isRecent(one.entries))) {
      const keys = articlesOf(entries.map((entry) => entry.id))
      expect([id, [...told.get(name)!.storyOf.get(keys[0]!)!.members].sort()]).toEqual([id, keys])
    }
  })

  test('a story has as many newsrooms and reprints as planted', () => {
    for (const { id, entries } of stories.filter((one) => isRecent(one.entries))) {
      const originals = entries.filter(({ relation }) => relation === 'original')
      const newsrooms = new Set(originals.map(({ feed }) => sourceOf(world, feed).owner)).size
      const reprints = entries.filter(({ relation }) => relation === 'reprint').length
      const story = told.get(name)!.storyOf.get(told.get(name)!.articleOf.get(entries[0]!.id)!)!
      expect([id, story.newsrooms, story.reprints]).toEqual([id, newsrooms, reprints])
    }
  })

  test('a reprint says what it copies, and an original copies nothing', () => {
    const { memberships, entriesOf, articleOf } = told.get(name)!
    for (const { article, copyOf } of memberships) {
      const [entry] = entriesOf.get(article)!.filter(({ relation }) => relation !== 'copy')
      const original = entry!.relation === 'reprint' ? articleOf.get(entry!.of!) : null
      expect([entry!.id, copyOf]).toEqual([entry!.id, original])
    }
  })

  test.each(truth.apart.map(({ stories: pair, because }) => [...pair, because] as const))(
    '%s is not %s: %s',
    (one, other) => {
      const membersOf = (id: string) => stories.find((story) => story.id === id)!.entries.map((entry) => entry.id)
      const namesOf = (id: string) =>
        articlesOf(membersOf(id)).map((key) => told.get(name)!.storyOf.get(key)?.id ?? `before the window ${key}`)
      expect(namesOf(one).filter((story) => namesOf(other).includes(story))).toEqual([])
    },
  )

  test('entries of different feeds that share a bare guid are two articles', () => {
    const { articleOf } = told.get(name)!
    const both = truth.guidCollisions.filter(({ entries }) => entries.every((id) => byId.has(id)))
    expect(both.length).toBeGreaterThan(0)
    for (const { entries } of both) expect(articleOf.get(entries[0])).not.toBe(articleOf.get(entries[1]))
  })
})

/** Stories are settled from the last nine days. */
function isRecent(entries: readonly EntryTruth[]): boolean {
  return entries.some(({ publishedAt }) => publishedAt === null || publishedAt >= world.closesAt - 9 * DAY_MS)
}

test('every revision a feed makes while it is watched is one, and the hour it prints into its texts is none', () => {
  const { arrivals } = told.get('from the first to the last')!
  const revisions = new Map<string, number>()
  const seen = new Set<string>()
  for (const { entry, disposition } of arrivals) {
    if (disposition === 'revision' && seen.has(entry)) revisions.set(entry, (revisions.get(entry) ?? 0) + 1)
    seen.add(entry)
  }
  const planted = reachable.filter(({ versions }) => versions.length > 1)
  expect([...revisions].sort()).toEqual(planted.map(({ id, versions }) => [id, versions.length - 1]).sort())
})

test('stories, leads and copies are the same whatever the order of arrival', () => {
  const [one, other] = [...told.values()].map(({ stories: found, memberships }) => {
    const facts = new Map(found.map(({ id, ...story }) => [id, story]))
    const rows = memberships.map(({ article, story, copyOf }) => {
      const { lead, newsrooms, reprints } = facts.get(story)!
      return [article, story, copyOf, lead, newsrooms, reprints]
    })
    return rows.sort()
  })
  expect(one).toEqual(other)
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  interleavingOf,
  type PlayedWorld,
  readByFour,
  readByOne,
  type WorldOutcome,
} from '../../tests/support/four-workers.ts'
import { madeUpWorld } from '../../tests/support/made-up-world.ts'
import { sampled } from '../../tests/support/sampled.ts'
import { volume } from '../../tests/support/volume.ts'
import { weekendWorld } from '../../tests/support/weekend.ts'
import { answerTo, worldHosts } from '../core/demo/answer-to.ts'
import { worldFrom } from '../core/demo/world-from.ts'

/*
 * News read by four processes on one PostgreSQL, of which one admits, come out as read by one: the same articles in the same stories,
 * and the same digests, however their work interleaves.
 */

const HOUR_MS = 3_600_000
const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'copytaster-workers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** After the first morning digest; with the full volume, all three days. */
function demonstration(): PlayedWorld {
  const world = worldFrom(parse(readFileSync(demoFile('world.yaml'), 'utf8')))
  const { opensAt } = world
  return {
    ...{ configPath: demoFile('feeds.yaml'), opensAt },
    closesAt: Math.min(world.closesAt, opensAt + volume(14, 100) * HOUR_MS),
    publishers: { hosts: worldHosts(world), answer: (request, at) => answerTo(world, request, at) },
  }
}

/** The first morning; with the full volume, all of it. */
function weekend(): PlayedWorld {
  const world = weekendWorld(folder)
  return { ...world, closesAt: Math.min(world.closesAt, world.opensAt + volume(8, 100) * HOUR_MS) }
}

const corpus = (): PlayedWorld =>
  madeUpWorld(join(folder, 'made-up.yaml'), {
    articles: volume(200, 50_000),
    feeds: volume(10, 300),
    feedsAHost: volume(2, 4),
    hours: volume(5, 24),
    ttlMinutes: volume(120, 240),
  })

/** The full volume takes minutes: whoever waits sees how far it has come. */
const saying = (who: string) => (line: string) => {
  if (volume(0, 1) === 1) process.stderr.write(`${who}: ${line}\n`)
}
/** Some of those that are in one list only: the difference of two long lists would take longer to show than to find. */
const onlyIn = (list: readonly string[], other: readonly string[]) => {
  const known = new Set(other)
  return list.filter((one) => !known.has(one)).slice(0, 20)
}
const seeds = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

type Case = readonly [string, () => PlayedWorld, { articles: number; digests: number; seeds: readonly number[] }]

const WORLDS: readonly Case[] = [
  ['the demonstration', demonstration, { articles: 50, digests: 1, seeds: seeds(volume(1, 20)) }],
  ['the simulated weekend', weekend, { articles: 25, digests: 1, seeds: seeds(volume(1, 5)) }],
  ['a corpus', corpus, { articles: volume(180, 49_000), digests: 1, seeds: seeds(volume(1, 2)) }],
]

describe.each(sampled('worlds of workers', WORLDS))('%s', (name, open, { articles, digests, seeds }) => {
  let world: PlayedWorld
  let byOne: WorldOutcome
  beforeAll(async () => {
    world = open()
    byOne = await readByOne(world, saying(`${name}, one process`))
  }, 3_600_000)

  test('brings articles and digests', () => {
    expect(byOne.stories.length).toBeGreaterThanOrEqual(articles)
    expect(byOne.digests.length).toBeGreaterThanOrEqual(digests)
  })

  test.each(seeds)(
    'is read by four processes as by one, seed %i',
    async (seed) => {
      const { handed, ...byFour } = await readByFour(world, interleavingOf(seed), saying(`${name}, four, seed ${seed}`))
      expect(onlyIn(byFour.stories, byOne.stories)).toEqual([])
      expect(onlyIn(byOne.stories, byFour.stories)).toEqual([])
      expect(byFour.stories.length).toBe(byOne.stories.length)
      expect(byFour.digests).toEqual(byOne.digests)
      expect(handed).toBeGreaterThan(0)
    },
    14_400_000,
  )
})

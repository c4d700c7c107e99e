import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  type Interleaving,
  interleavings,
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
    feeds: volume(10, 600),
    feedsAHost: volume(2, 4),
    hours: volume(5, 24),
  })

type Case = readonly [string, () => PlayedWorld, Readonly<Record<'articles' | 'digests' | 'runs', number>>]

const WORLDS: readonly Case[] = [
  ['the demonstration', demonstration, { articles: 50, digests: 1, runs: volume(1, 20) }],
  ['the simulated weekend', weekend, { articles: 25, digests: 1, runs: volume(1, 5) }],
  ['a corpus', corpus, { articles: volume(180, 49_000), digests: 1, runs: volume(1, 2) }],
]

describe.each(sampled('worlds of workers', WORLDS))('%s', (_, open, least) => {
  let world: PlayedWorld
  let byOne: WorldOutcome
  beforeAll(async () => {
    world = open()
    byOne = await readByOne(world)
  }, 3_600_000)

  test('is read by four processes as by one', async () => {
    expect(byOne.stories.length).toBeGreaterThanOrEqual(least.articles)
    expect(byOne.digests.length).toBeGreaterThanOrEqual(least.digests)
    const agrees = async (one: Interleaving) => {
      const { handed, ...byFour } = await readByFour(world, one)
      expect(byFour.stories).toEqual(byOne.stories)
      expect(byFour.digests).toEqual(byOne.digests)
      expect(handed).toBeGreaterThan(0)
    }
    await fc.assert(fc.asyncProperty(interleavings, agrees), { numRuns: least.runs, endOnFailure: true })
  }, 14_400_000)
})

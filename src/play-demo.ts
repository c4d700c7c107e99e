import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { App } from './app/app.ts'
import { playWorld, type WorldPlay } from './app/play-world.ts'
import type { PollReport } from './app/poll-report.ts'
import { answerTo, worldHosts } from './core/demo/answer-to.ts'
import { latencyOf } from './core/demo/latency-of.ts'
import { continuedWorld, type LaterParts, laterPartsFrom } from './core/demo/later-news.ts'
import type { World } from './core/demo/world.ts'
import { worldFrom } from './core/demo/world-from.ts'
import type { PublisherRequest } from './core/domain/publisher.ts'
import { UserError } from './core/domain/user-error.ts'
import { type LiveWorld, withWorld } from './with-world.ts'

export interface DemoWatcher {
  /** The share of the world's time that has passed, 0 to 1, after each poll. */
  readonly onReport: (report: PollReport, passed: number) => void
}

export interface Demo {
  readonly app: App
  readonly world: World
  readonly play: WorldPlay
  /** The address of the database. */
  readonly database: string
  /** Lets the world go on, with news as long as it runs. */
  readonly goOn: (stop: AbortSignal) => LiveWorld
}

const readDemo = (name: string): unknown => parse(readFileSync(demoFile(name), 'utf8'))
const demoFile = (name: string) => fileURLToPath(new URL(`../demo/${name}`, import.meta.url))

/** Plays the demonstration's world, then passes the results to `work`. The user's feeds and database are not used. */
export async function withDemo<T>(
  options: { readonly seed: number; readonly database: string | null; readonly version: string },
  watcher: DemoWatcher,
  work: (demo: Demo) => Promise<T>,
): Promise<T> {
  const world = worldFrom(readDemo('world.yaml'))
  const database = options.database ?? `sqlite:${join(mkdtempSync(join(tmpdir(), 'copytaster-demo-')), 'demo.db')}`
  const worldOptions = {
    configPath: demoFile('feeds.yaml'),
    database,
    opensAt: world.opensAt,
    publishers: publishersOf(world, options.seed, laterPartsFrom(readDemo('later.yaml'))),
    userAgent: `Copytaster/${options.version} (demonstration)`,
    // Invented news leaves this machine by no channel.
    delivery: null,
    sender: 'demo@localhost',
  }
  return withWorld(worldOptions, async ({ app, store, clock, subscribe, goOn }) => {
    if ((await store.sources()).length > 0) {
      throw new UserError(`--database ${database} is in use: the demonstration needs an empty one of its own`)
    }
    await subscribe()
    const ms = world.closesAt - world.opensAt
    const play = await playWorld(app, { closesAt: world.closesAt, sleep: clock.sleep }, (report) =>
      watcher.onReport(report, (clock.now() - world.opensAt) / ms),
    )
    return work({ app, world, play, database, goOn })
  })
}

function publishersOf(world: World, seed: number, parts: LaterParts) {
  const worldOf = worldByDay(world, parts)
  return {
    hosts: worldHosts(world),
    answer: (request: PublisherRequest, at: number) => answerTo(worldOf(at), request, at),
    // A hundredth of the world's latency in real time: enough that another seed gives another order of arrival.
    pause: ({ url }: PublisherRequest, at: number) => setTimeout(latencyOf(seed, url, at) / 100),
  }
}

/** The world at a moment: as it is written until its end, then with another day of small news each day. */
function worldByDay(world: World, parts: LaterParts): (at: number) => World {
  let held: { readonly day: number; readonly world: World } | null = null
  return (at) => {
    if (at <= world.closesAt) return world
    const day = Math.ceil((at - world.closesAt) / 86_400_000)
    if (held?.day !== day) held = { day, world: continuedWorld(world, parts, at) }
    return held.world
  }
}

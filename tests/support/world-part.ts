import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { App } from '../../src/app/app.ts'
import { answerTo, worldHosts } from '../../src/core/demo/answer-to.ts'
import { worldFrom } from '../../src/core/demo/world-from.ts'
import type { PublisherRequest } from '../../src/core/domain/publisher.ts'
import type { Store } from '../../src/io/store/open-store.ts'
import { withWorld } from '../../src/with-world.ts'

/* A part of the demonstration world, played into a store that may hold the part before it. */

const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url))

/** The demonstration world. */
export const world = worldFrom(parse(readFileSync(demoFile('world.yaml'), 'utf8')))

const HOUR_MS = 3_600_000
/** Where the first part ends: after the second day's morning digest. */
export const PART_ENDS_AT = world.opensAt + 33 * HOUR_MS

/** Feeds that are polled at an instant, by their addresses. */
export interface PollPass {
  readonly at: number
  readonly feeds: readonly string[]
}

/** All feeds of the world, every half hour: what happens then does not depend on a schedule. */
export function regularPasses(from: number, to: number): PollPass[] {
  const passes: PollPass[] = []
  for (let at = from; at <= to; at += HOUR_MS / 2) passes.push({ at, feeds: [] })
  return passes
}

/** Plays the world from one instant to another in the passes given, then hands the app to `work`. */
export async function playPart(
  database: string,
  passes: readonly PollPass[],
  work: (app: App, store: Store) => Promise<void> = async () => {},
): Promise<void> {
  const sent = async () => ({ kind: 'sent', note: 'accepted' }) as const
  const options = {
    configPath: demoFile('feeds.yaml'),
    set: ['host=127.0.0.1', 'from=desk@a.example', 'to=[reader@a.example]'].map((one) => `delivery.email.${one}`),
    database,
    opensAt: passes[0]!.at,
    publishers: {
      hosts: worldHosts(world),
      answer: (request: PublisherRequest, at: number) => answerTo(world, request, at),
    },
    userAgent: 'Copytaster/0 (demonstration)',
    delivery: { writeFile: sent, sendMail: sent },
    sender: 'desk@a.example',
  }
  await withWorld(options, async ({ app, store, clock, subscribe }) => {
    await subscribe()
    const opensAt = clock.now()
    for (const { at, feeds } of passes) {
      await clock.sleep(at - clock.now())
      await app.polls.run(await app.polls.plan(feeds, feeds.length === 0), true, () => {})
      await app.digests.publishDue(opensAt)
    }
    await app.stories.refine()
    await work(app, store)
  })
}

/** What the reader says of some articles, chosen by their keys so that it is the same in every store of this world. */
export async function engageReader(app: App, store: Store): Promise<void> {
  const articles = (await store.articlePage({ limit: 10_000 })).sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const [at, kind] of (['read', 'saved', 'more', 'less'] as const).entries())
    await app.readers.engage(String(articles[10 * at]!.id), kind)
}

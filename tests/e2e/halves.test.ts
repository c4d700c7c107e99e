import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { sampledKinds } from '../support/databases.ts'
import { anEventClient } from '../support/event-client.ts'
import { KILLABLE, killHalf } from '../support/kill-half.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { type RunningHalves, startHalves } from '../support/running-halves.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { danglingReferences, makeDue } from '../support/stored-references.ts'

/* The two halves of `serve`, each in its thread, when one of them dies. */

// Which half dies is a matter of threads: one database is drawn.
describe.each(sampledKinds(import.meta.url))('the halves of serve on %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  let halves: RunningHalves | null = null
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
    publisher.on('/a', serve(rss(someItems(5, Date.now()))), serve(rss(someItems(7, Date.now()))))
  })
  afterEach(async () => {
    await halves?.stop().catch(() => {})
    await publisher.close()
    await desk.remove()
  })

  const answers = async (path: string) => {
    const { status } = await fetch(new URL(path, halves!.url()), { signal: AbortSignal.timeout(5_000) })
    return status
  }

  test('say what they did before, in the same order, and end when they are told', async () => {
    halves = startHalves(desk)
    await halves.until('listening')
    expect(await answers('/readyz')).toBe(200)
    await halves.until('5 new')
    expect(await answers('/healthz')).toBe(200)
    expect(await answers('/')).toBe(200)
    await halves.stop()
    expect(halves.said.slice(0, 2)).toEqual(['reading 1', 'listening'])
    expect(halves.said.at(-1)).toMatch(/^measured [1-9]/)
    expect(await danglingReferences(desk.address)).toEqual({})
  })

  test('a listener hears what the engine stores, resumes after the web half died, and does not keep the program from ending', async () => {
    halves = startHalves(desk)
    await halves.until('5 new')
    const client = anEventClient(null)
    const hears = async (articles: number) => {
      const heard = () => client.heard.flatMap((event) => (event.kind === 'articles' ? event.articles : []))
      while (heard().length < articles) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(new Set(heard()).size).toBe(articles)
    }
    await client.connect(halves.url())
    await makeDue(desk.address)
    await hears(2)
    await halves.kill('web')
    await client.ended()
    await halves.until('the web server runs again')
    publisher.on('/a', serve(rss(someItems(9, Date.now()))))
    await makeDue(desk.address)
    await halves.until('2 new', 2)
    await client.connect(halves.url())
    await hears(4)
    await halves.stop()
    await client.ended()
  })

  test('an engine killed in the middle of a request is told, starts again and asks at once; pages go on meanwhile', async () => {
    halves = startHalves(desk)
    await halves.until('5 new')
    publisher.on(
      '/a',
      (response) => {
        // The engine dies before it has an answer, with the host's lease.
        void halves!.kill('engine')
        response.destroy()
      },
      serve(rss(someItems(7, Date.now()))),
    )
    await makeDue(desk.address)
    await halves.until('the engine crashed (it ended with code 1); it starts again in 1 s, nothing stored is lost')
    expect(await answers('/healthz')).toBe(200)
    await halves.until('the engine runs again')
    expect(await answers('/readyz')).toBe(200)
    await halves.until('2 new')
    await halves.stop()
    const store = await openStore(desk.address)
    expect(await store.articlePage({ limit: 100 })).toHaveLength(7)
    await store.close()
    expect(await danglingReferences(desk.address)).toEqual({})
  })

  test('a web server that was killed is told, and answers again at the same address; the engine goes on', async () => {
    halves = startHalves(desk)
    await halves.until('5 new')
    const url = halves.url()
    await halves.kill('web')
    await halves.until('the web server crashed (it ended with code 1)')
    await halves.until('the web server runs again')
    expect(halves.url()).toBe(url)
    expect(await answers('/digests')).toBe(200)
    await makeDue(desk.address)
    await halves.until('2 new')
    await halves.stop()
    expect(halves.said.filter((one) => one.includes('engine'))).toEqual([])
  })

  async function askUntilEnded({ url, until, ended }: RunningHalves): Promise<void> {
    await until('listening')
    let isOver = false
    ended.catch(() => {}).finally(() => (isOver = true))
    while (!isOver) await fetch(url(), { signal: AbortSignal.timeout(1_000) }).catch(() => sleep(10))
  }

  test.each(['engine', 'web'] as const)('a half (%s) that always dies is the end, with its reason', async (half) => {
    halves = startHalves(desk, { [half]: 8 })
    const name = half === 'web' ? 'web server' : half
    // What answers is loaded when somebody asks.
    if (half === 'web') void askUntilEnded(halves)
    await expect(halves.ended).rejects.toThrow(
      `the ${name} crashed 5 times within 10 minutes, the last time because: it ran out of memory; nothing stored is lost`,
    )
    expect(halves.said.filter((one) => one.includes(`the ${name} crashed (it ran out of memory)`))).toHaveLength(4)
  })
})

describe('a half of a running serve', () => {
  let publisher: Publisher
  let desk: Desk
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
    publisher.on('/a', serve(rss(someItems(5, Date.now()))), serve(rss(someItems(7, Date.now()))))
  })
  afterEach(async () => {
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  test.each([
    ['engine', 'exit', 'the engine crashed (it ended with code 3)', 'the engine runs again'],
    ['web', 'error', 'the web server crashed (killed by a test)', 'the web server runs again'],
  ] as const)('(%s) that dies by %s is said, and starts again', async (half, how, words, again) => {
    const daemon = startServe(desk, KILLABLE)
    await daemon.until('5 new')
    expect(await killHalf(daemon.said(), half, how)).toBe(true)
    await daemon.until(`${words}; it starts again in 1 s, nothing stored is lost`)
    await daemon.until(again)
    await makeDue(desk.address)
    await daemon.until('2 new')
    expect(await daemon.stop()).toBe(0)
    expect(daemon.said()).toContain('Stopped; nothing is lost.')
  })
})

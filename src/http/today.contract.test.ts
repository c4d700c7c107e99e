import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { newDatabase, sampledKinds } from '../../tests/support/databases.ts'
import type { Article } from './contract/articles.ts'
import type { Today } from './contract/digests.ts'

/* The front page through the API, over both databases. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 14, 12)

const BRIDGE: readonly (readonly [title: string, text: string])[] = [
  [
    'Harbour bridge in Kiel closed after storm tears two cables',
    'The harbour bridge in Kiel was closed on Saturday after a storm had torn two of its cables. Engineers expect that repairs will take six weeks.',
  ],
  [
    'Ferry replaces Kiel harbour bridge after cables break in storm',
    'Two cables of the harbour bridge in Kiel broke in the storm on Saturday, and the city closed the bridge to all traffic. A ferry will run every ten minutes.',
  ],
  [
    'Worst damage in forty years: Kiel shuts harbour bridge as storm breaks cables',
    'Kiel has closed the harbour bridge because the storm broke two cables. The mayor spoke of the worst damage to the bridge in forty years.',
  ],
]
const OTHERS = ['Museum buys rare violin', 'Orchard harvest begins late', 'Satellite maps glacier', 'Novel wins prize']
const SUBJECTS = [
  'Chess final ends in a draw',
  'Owls counted along the Danube',
  'Lighthouse gets new paint',
  'Tax office moves its deadline',
  'Tram drivers vote on wages',
  'Pumpkin weighs half a ton',
  'Choir sings in an empty mine',
  'Rocket launch put off by wind',
  'Cheese makers sue over a name',
  'Library lends out telescopes',
]
const NAMES = ['one', 'two', 'three'] as const

const feedOf = (name: string) => `https://${name}.example/rss`
const item = (name: string, title: string, at: number, text = `${title}.`): Item => ({
  title,
  url: `https://${name}.example/${encodeURIComponent(title)}`,
  text,
  at,
})
const bridge = (n: number, at: number) => item(NAMES[n]!, BRIDGE[n]![0], at, BRIDGE[n]![1])

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let client: Client

  /** The front page once it is as it must be: the engine makes it beside, and what is held is shown meanwhile. */
  const today = (check: (page: Today) => void = () => {}) =>
    vi.waitFor(
      async () => {
        const page = await client.get<Today>('/today')
        check(page)
        return page
      },
      { timeout: 30_000, interval: 50 },
    )
  const hasStories = (least: number) => (page: Today) => expect(page.stories.length).toBeGreaterThanOrEqual(least)
  const titles = (articles: readonly Article[]) => articles.map(({ title }) => title)
  const visit = async () => {
    await client.send('POST', '/me/visit')
    return new Date(desk.now()).toISOString()
  }
  const refined = async () => {
    await desk.poll()
    await desk.app.stories.refine()
  }
  const itemOf = (page: Today, title: string) => {
    const { topStories, noteworthy, alsoMentioned } = page.digest
    const all = [...topStories, ...noteworthy.flatMap(({ items }) => items), ...alsoMentioned]
    const found = all.find(({ lead, others }) => [lead, ...others].some((one) => one.title === title))
    return page.stories.find(({ key }) => key === found?.key)
  }

  beforeEach(async () => {
    const database = await newDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    client = aClient(await aServer(aWebApp(desk)))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  test('a few feeds are one column of everything, newest first, with every story once', async () => {
    desk.publish(feedOf('one'), [
      bridge(0, NOW - HOUR),
      ...OTHERS.map((title, n) => item('one', title, NOW - (n + 3) * HOUR)),
    ])
    desk.publish(feedOf('two'), [bridge(1, NOW - 2 * HOUR)])
    await refined()
    const page = await today()
    expect(page).toMatchObject({ shape: 'column', feeds: 2, since: null, isCorroborated: true })
    expect(titles(page.newest)).toHaveLength(5)
    expect(new Set(page.newest.map(({ story }) => story?.id)).size).toBe(5)
    expect(itemOf(page, BRIDGE[0]![0])).toEqual({ key: expect.any(String), unread: 2, articles: 2, newSince: null })
  })

  test('what came into a story since the last visit is told, in a sentence', async () => {
    desk.publish(feedOf('one'), [bridge(0, NOW - HOUR)])
    desk.publish(feedOf('two'), [])
    await refined()
    const before = await visit()
    desk.setClock(NOW + 2 * HOUR)
    desk.publish(feedOf('two'), [bridge(1, NOW + HOUR), item('two', OTHERS[0]!, NOW + HOUR)])
    await refined()
    const isTold = (page: Today) => expect(itemOf(page, BRIDGE[0]![0])?.newSince?.sentence).toBeTruthy()
    const page = await today(isTold)
    expect(page.since).toBe(before)
    const grown = itemOf(page, BRIDGE[0]![0])!
    expect(grown).toMatchObject({ articles: 2, unread: 2, newSince: { articles: 1 } })
    const added = page.newest.concat(page.articles).find(({ title }) => title === BRIDGE[1]![0])!
    expect(grown.newSince!.sentence).toEqual({ text: expect.stringContaining('ferry'), article: added.key })
    // All of this one is new: there is nothing to tell apart.
    expect(itemOf(page, OTHERS[0]!)).toMatchObject({ newSince: { articles: 1, sentence: null } })
  })

  test('a GET writes nothing, and reading leaves stories where they are', async () => {
    desk.publish(feedOf('one'), [bridge(0, NOW - HOUR)])
    await refined()
    const before = await visit()
    desk.setClock(NOW + HOUR)
    await today()
    const page = await today()
    expect(page.since).toBe(before)
    const [lead] = page.newest
    await client.send('PATCH', `/articles/${lead!.id}/state`, { read: true })
    const after = await today()
    expect(after.newest).toMatchObject([{ id: lead!.id, state: { read: true } }])
    expect(after.stories).toMatchObject([{ unread: 0, articles: 1 }])
  })

  test('feeds that rarely write have their newest unread article on the page', async () => {
    const daily = (name: string, n: number) => item(name, `${name} note number ${n} about nothing`, NOW - n * DAY)
    const rare = (name: string, days: readonly number[]) =>
      days.map((day) => item(name, `${name} essay of ${day} days ago`, NOW - day * DAY))
    desk.publish(
      feedOf('busy'),
      [1, 2, 3, 4, 5, 40].map((n) => daily('busy', n)),
    )
    desk.publish(feedOf('essays'), rare('essays', [3, 9, 50]))
    desk.publish(feedOf('fourth'), rare('fourth', [2, 10, 20, 29, 33]))
    desk.publish(feedOf('old'), rare('old', [20, 60]))
    // It may write daily: its document does not reach back.
    desk.publish(feedOf('young'), rare('young', [1]))
    await refined()
    const page = await today()
    expect(titles(page.rare)).toEqual(['fourth essay of 2 days ago', 'essays essay of 3 days ago'])

    await client.send('PATCH', `/articles/${page.rare[1]!.id}/state`, { read: true })
    expect(titles((await today()).rare)).not.toContain('essays essay of 3 days ago')
    const { items } = await client.get<{ items: { id: number; url: string }[] }>('/subscriptions')
    const fourth = items.find(({ url }) => url === feedOf('fourth'))!
    await client.send('DELETE', `/subscriptions/${fourth.id}`)
    const after = await today()
    expect(titles(after.rare)).not.toContain('fourth essay of 2 days ago')
    expect(after.feeds).toBe(4)
  })

  test('after a long absence rare articles since then are on the page', async () => {
    desk.publish(
      feedOf('essays'),
      [20, 60].map((day) => item('essays', `essay of ${day} days ago`, NOW - day * DAY)),
    )
    desk.setClock(NOW - 25 * DAY)
    await visit()
    desk.setClock(NOW)
    await refined()
    expect(titles((await today()).rare)).toEqual(['essay of 20 days ago'])
  })

  test('many feeds are sections; the newest stand there only where nothing is corroborated', async () => {
    for (let n = 0; n < 12; n++)
      desk.publish(feedOf(`paper${n}`), [
        item(`paper${n}`, `${OTHERS[n % 4]} ${'again '.repeat(n)} in ${n}`, NOW - HOUR),
      ])
    await refined()
    const alone = await today()
    expect(alone).toMatchObject({ shape: 'sections', feeds: 12 })
    expect(alone.isCorroborated ? 0 : 1).toBe(Math.sign(alone.newest.length))
    desk.setClock(NOW + HOUR)
    for (const [n, name] of NAMES.entries()) desk.publish(feedOf(name), [bridge(n, NOW)])
    await refined()
    const page = await today(({ isCorroborated }) => expect(isCorroborated).toBe(true))
    expect(page).toMatchObject({ shape: 'sections', newest: [] })
  })

  test('the number of queries does not grow with the page', async () => {
    const calls: string[] = []
    const counting = (on: object): never =>
      new Proxy(on, {
        get: (target, name: string) => {
          const value = target[name as never] as unknown
          if (name === 'web') return counting(value as object)
          if (name === 'viewOf') return (reader: number) => counting((value as (of: number) => object)(reader))
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            calls.push(name)
            return (value as (...given: unknown[]) => unknown)(...args)
          }
        },
        ownKeys: (target) => Reflect.ownKeys(target),
      }) as never
    const web = aClient(await aServer(aWebApp({ ...desk, store: counting(desk.store) })))
    const counted = async (stories: number) => {
      const once = () => {
        calls.length = 0
        return web.get<Today>('/today')
      }
      await vi.waitFor(async () => hasStories(stories)(await once()), { timeout: 30_000, interval: 50 })
      await once()
      return calls.length
    }
    desk.publish(feedOf('one'), [bridge(0, NOW - HOUR)])
    await refined()
    await visit()
    const small = await counted(1)
    desk.setClock(NOW + 2 * HOUR)
    for (const [n, title] of SUBJECTS.entries()) desk.publish(feedOf(`paper${n}`), [item(`paper${n}`, title, NOW + n)])
    desk.publish(feedOf('two'), [bridge(1, NOW + HOUR)])
    await refined()
    const large = await counted(8)
    expect(small).toBeGreaterThan(10)
    expect(large).toBeLessThanOrEqual(small + 3)
  })
})

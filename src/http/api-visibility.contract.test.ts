import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { databaseKinds, migratedDatabase } from '../../tests/support/databases.ts'
import { volume } from '../../tests/support/volume.ts'
import type { Reader } from '../core/domain/reader.ts'

/* Two readers walk every route of the OpenAPI document with every id that is stored: no answer names, counts or links anything that
   the one who asks does not see, and what they do not see is answered like what is not there. */

const NOW = Date.UTC(2026, 10, 14, 12)
const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const

/** Who follows a feed. `login`: each with a login of their own, under the same address. */
type Followers = 'all' | 'ann' | 'bob' | 'both' | 'login' | 'private'

interface WorldFeed {
  readonly followers: Followers
  /** Which of the stories it tells; others of its articles stand alone. */
  readonly stories: readonly number[]
  readonly alone: number
}

const worlds = fc.array(
  fc.record<WorldFeed>({
    followers: fc.constantFrom('all', 'ann', 'bob', 'both', 'login', 'private'),
    stories: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
    alone: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 2, maxLength: 5 },
)

const STORIES = [
  'Harbour bridge in Kiel closed after storm tears two cables, engineers expect repairs of six weeks',
  'Glacier lake above Zermatt bursts its bank, village evacuated before dawn and railway interrupted',
  'Antarctic survey ship Polarwind freed from pack ice after eleven days by a Chilean icebreaker',
]
const ALONE = [
  'violin auction',
  'pumpkin soup',
  'chess final',
  'tram timetable',
  'owl census',
  'tax form',
  'lighthouse paint',
]

/** Words that stand in one article, or the address of one feed, and nowhere else. */
const wordOf = (feed: number, n: number) => `mark${feed}x${n}q`

function itemsOf({ stories, alone }: WorldFeed, feed: number): Item[] {
  const told = stories.map((story) => `${STORIES[story]} ${wordOf(feed, story)}`)
  const single = Array.from(
    { length: alone },
    (_, n) => `${ALONE[(feed * 2 + n) % ALONE.length]} ${wordOf(feed, 10 + n)}`,
  )
  return [...told, ...single].map((text, n) => ({
    title: text,
    url: `https://feed${feed}z.example/${n}`,
    text: `${text}. More about it from feed ${feed}, page ${n}.`,
    at: NOW - (feed * 10 + n + 1) * 60_000,
  }))
}

interface World {
  readonly desk: Desk
  readonly ann: Reader
  readonly bob: Reader
}

async function openWorld(address: string, feeds: readonly WorldFeed[]): Promise<World> {
  const shared = feeds.flatMap(({ followers }, n) =>
    followers === 'all' ? [`{url: "https://feed${n}z.example/rss"}`] : [],
  )
  const settings = `digest: {timezone: UTC}\ntabs: {en: {name: News, sources: [${shared.join(', ')}]}}\n`
  const desk = await anApp({ now: NOW, address, settings })
  await desk.syncSources()
  const add = (name: string) => desk.app.readers.add({ name, role: 'reader', email: null })
  const world = { desk, ann: await add('annabel'), bob: await add('bobadil') }
  for (const [n, feed] of feeds.entries()) await follow(world, n, feed)
  await desk.app.polls.runDue(() => {})
  await desk.app.stories.refine()
  return world
}

async function follow({ desk, ann, bob }: World, n: number, feed: WorldFeed): Promise<void> {
  const { followers } = feed
  const url = `https://feed${n}z.example/rss`
  const items = itemsOf(feed, n)
  const add = async (reader: Reader, at: string, options: object = {}) => {
    desk.publish(at, items)
    await desk.app.forReader(reader).feeds.add(at, { ...plain, ...options })
  }
  if (followers === 'all') desk.publish(url, items)
  if (followers === 'ann' || followers === 'both') await add(ann, url)
  if (followers === 'bob' || followers === 'both') await add(bob, url, { tab: 'secrettab', name: 'Secretname' })
  if (followers === 'private') await add(bob, url, { private: true })
  if (followers === 'login')
    for (const [reader, login] of [
      [ann, 'a:one'],
      [bob, 'b:two'],
    ] as const)
      await add(reader, `https://${login}@feed${n}z.example/rss`)
}

/** Feeds of which Ann may not learn, by their number. */
const hiddenFrom = (feeds: readonly WorldFeed[]) =>
  feeds.flatMap(({ followers }, n) => (followers === 'bob' || followers === 'private' ? [n] : []))

/** Every id that is stored, by the resource whose path it stands in. */
async function storedIds({ store }: Desk): Promise<Record<string, readonly (string | number)[]>> {
  const articles = (await store.articlePage({ limit: 1000 })).map(({ id, key }) => ({ id, key }))
  const stories = (await store.storyPage({ limit: 1000, leastMembers: 1 })).map(({ key }) => key)
  return {
    articles: articles.map(({ id }) => id),
    stories: [...stories, ...articles.map(({ key }) => key)],
    feeds: (await store.feeds()).map(({ id }) => id),
    subscriptions: (await store.sources()).map(({ id }) => id),
    digests: ['2026-11-14/morning'],
    // The only one is that of this walk.
    tokens: [],
  }
}

const ABSENT: Readonly<Record<string, string>> = { stories: 'f'.repeat(32), digests: '2020-01-01/morning' }
const absentId = (resource: string): string => ABSENT[resource] ?? '2147483647'

interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly resource: string
  readonly isOne: boolean
}

/** The routes that take an id or none; streams never end. */
async function stepsOf(client: Client): Promise<Step[]> {
  const { paths } = await client.get<{ paths: Record<string, Record<string, unknown>> }>('/openapi.json')
  return Object.entries(paths)
    .filter(([path]) => !/\/(events|session|password)/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase() as Step['method'],
        path: path.replace('{date}/{type}', '{id}'),
        resource: path.split('/')[1]!,
        isOne: path.includes('{'),
      })),
    )
}

/** The least body that each writing route takes; others are sent an empty one. */
const BODIES: Readonly<Record<string, unknown>> = {
  'PATCH /articles/{id}/state': { saved: true },
  'POST /subscriptions/discover': undefined,
}

describe.each(databaseKinds)('on %s', (kind) => {
  test('no answer tells anything outside what the reader sees', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (feeds) => {
        const database = await migratedDatabase(kind)
        const world = await openWorld(database.address, feeds)
        try {
          await walk(world, feeds)
        } finally {
          await world.desk.close()
          await database.drop()
        }
      }),
      { numRuns: volume(kind === 'sqlite' ? 2 : 1, 200), seed: 2213, endOnFailure: true },
    )
  }, 600_000)
})

async function walk({ desk, ann }: World, feeds: readonly WorldFeed[]): Promise<void> {
  const app = aWebApp(desk)
  const server = await aServer(app, { limits: { reader: 1e9, address: 1e9, logins: 1e9 } })
  const client = aClient(server, (await app.sessions.issue(ann, { name: 'walk', scope: 'write' })).secret)
  const hidden = hiddenFrom(feeds)
  const secrets = [
    ...hidden.flatMap((n) => [`feed${n}z`, ...[0, 1, 2, 10, 11].map((at) => wordOf(n, at))]),
    'secrettab',
    'Secretname',
    'bobadil',
    'b:two',
  ]
  const told = (body: string) => secrets.filter((secret) => body.includes(secret))
  const ids = await storedIds(desk)
  const visible = new Set((await desk.store.viewOf(ann.id).articlePage({ limit: 1000 })).map(({ id }) => String(id)))
  for (const step of await stepsOf(client)) {
    const { method, path, resource, isOne } = step
    const body = method === 'GET' || method === 'DELETE' ? undefined : (BODIES[`${method} ${path}`] ?? {})
    const ask = (id: string) => client.send(method, path.replace(/\{\w+\}/, id), body)
    const absent = await ask(absentId(resource))
    for (const id of isOne ? (ids[resource] ?? [1, 2, 3]).map(String) : ['']) {
      const answer = await ask(id)
      expect(told(answer.body), `${method} ${path} of ${id}: ${answer.body.slice(0, 500)}`).toEqual([])
      expect(answer.statusCode, `${method} ${path} of ${id}`).toBeLessThan(500)
      if (isOne && resource === 'articles' && !visible.has(id))
        expect([answer.statusCode, answer.body], `${method} ${path} of ${id}`).toEqual([absent.statusCode, absent.body])
    }
  }
  for (const query of [
    ...(ids.feeds ?? []).map((id) => `feed=${id}`),
    'tab=secrettab',
    'category=x',
    'leads=true',
    'sort=importance',
  ])
    expect(told((await client.send('GET', `/articles?${query}`)).body), query).toEqual([])
  await countsAreOfVisible(client, visible)
}

/** What is said about a story is about the members that are seen. */
async function countsAreOfVisible(client: Client, visible: ReadonlySet<string>): Promise<void> {
  interface Listed {
    readonly id: number
    readonly story: { readonly id: string; readonly articles: number; readonly newsrooms: number } | null
  }
  const { items } = await client.get<{ items: readonly Listed[] }>('/articles?limit=200')
  expect(new Set(items.map(({ id }) => String(id)))).toEqual(visible)
  for (const { story } of items) {
    if (story === null) continue
    const members = items.filter((one) => one.story?.id === story.id).length
    expect(story.articles).toBe(members)
    expect(story.newsrooms).toBeLessThanOrEqual(members)
  }
}

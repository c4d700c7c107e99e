import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Article } from './contract/articles.ts'
import type { Corrected, Link, Story } from './contract/stories.ts'

/* Stories through the API, over both databases. */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

interface Member {
  readonly article: Article
  readonly cause: string
  readonly copyOf: number | null
  readonly links: readonly Link[]
}

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
const OTHERS = [
  'Museum buys rare violin',
  'Orchard harvest begins late',
  'Satellite maps glacier',
  'Novel wins a prize',
]

const item = (title: string, text: string, url: string, hours: number): Item => ({
  title,
  url,
  text,
  at: NOW - hours * HOUR,
})
const bridge = (n: number, host: string) => item(...BRIDGE[n]!, `https://${host}/bridge`, n + 1)
const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let app: WebApp
  let client: Client

  const stories = (query = '', as = client) => as.get<Page<Story>>(`/stories${query}`)
  const story = (id: string, as = client) => as.get<Story & { members: Page<Member> }>(`/stories/${id}`)
  const theBridge = async () => (await stories('?leastArticles=2')).items[0]!

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    desk.publish('https://one.example/rss', [
      bridge(0, 'one.example'),
      ...OTHERS.map((title, n) => item(title, `${title}.`, `https://one.example/${n}`, n + 4)),
    ])
    desk.publish('https://two.example/rss', [bridge(1, 'two.example')])
    desk.publish('https://three.example/rss', [bridge(2, 'three.example')])
    await desk.poll()
    await desk.app.stories.refine()
    app = aWebApp(desk)
    client = aClient(await aServer(app))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  test('stories are listed by their newest article, page by page', async () => {
    const all = (await stories()).items
    expect(all.map(({ lastAt }) => lastAt)).toEqual(
      all
        .map(({ lastAt }) => lastAt)
        .sort()
        .reverse(),
    )
    const paged: Story[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: Page<Story> = await stories(`?limit=2${next === '' ? '' : `&cursor=${next}`}`)
      paged.push(...page.items)
      next = page.next
    }
    expect(paged).toEqual(all)
    expect(all).toHaveLength(5)
  })

  test('a list is limited by size, age, tab and what was read', async () => {
    const wanted = await theBridge()
    expect(wanted).toMatchObject({ articles: 3, newsrooms: 3, reprints: 0, unread: 3, followed: false })
    expect((await stories(`?since=${new Date(NOW - 2 * HOUR).toISOString()}`)).items).toHaveLength(1)
    expect((await stories('?tab=nowhere')).items).toEqual([])
    await client.send('POST', `/stories/${wanted.id}/mark-read`)
    const unread = (await stories('?unread=true&limit=2')).items
    expect(unread).toHaveLength(2)
    expect(unread.map(({ id }) => id)).not.toContain(wanted.id)
    // Beside it what arrived read: the feed brought more than three articles.
    expect((await stories('?unread=false')).items.map(({ id }) => id)).toHaveLength(3)
    expect((await stories('?unread=false&leastArticles=2')).items.map(({ id }) => id)).toEqual([wanted.id])
  })

  test('a story has its articles by time, and the links that hold them, in figures and in words', async () => {
    const { members } = await story((await theBridge()).id)
    const times = members.items.map(({ article }) => article.publishedAt)
    expect(times).toEqual([...times].sort())
    expect(members.items).toHaveLength(3)
    for (const { links, cause } of members.items) {
      expect(cause).toBe('refine')
      expect(links[0]).toMatchObject({ holds: true, measure: 'pair' })
      expect(links[0]!.evidence!.overlap).toBeGreaterThan(0)
      expect(links[0]!.words).toEqual([
        expect.stringMatching(/^certainty of one event [\d.]+, needed [\d.]+$/),
        expect.stringMatching(/^overlap [\d.]+ · titles/),
      ])
    }
  })

  test('a whole story is marked as read, and that is taken back', async () => {
    const { id } = await theBridge()
    const { members } = await story(id)
    await client.send('PATCH', `/articles/${members.items[0]!.article.id}/state`, { read: true })
    const marked = await client.send('POST', `/stories/${id}/mark-read`)
    expect(marked.json().articles).toBe(2)
    expect((await story(id)).unread).toBe(0)
    await client.send('POST', '/articles/undo-mark', { undo: marked.json().undo })
    expect((await story(id)).unread).toBe(2)
  })

  test('an article is split off and joined again; a dry run changes nothing', async () => {
    const { id } = await theBridge()
    const [first, second] = (await story(id)).members.items.map(({ article }) => article.id)
    const tried = await client.send('POST', `/articles/${first}/split?dryRun=true`)
    expect((await story(id)).articles).toBe(3)
    const done = (await client.send('POST', `/articles/${first}/split`)).json()
    expect(done.articles).toBe(2)
    // What was told before is what happened.
    expect(tried.json()).toEqual(done)
    expect(done.stories[0]).toMatchObject({
      id: done.story,
      lead: { id: first },
      articles: 1,
      members: [{ id: first }],
    })
    expect(done.stories.flatMap(({ members }: Corrected['stories'][number]) => members)).toHaveLength(3)
    expect((await story(done.story)).articles).not.toBe(3)
    desk.setClock(desk.now() + 1)
    const together = (await client.send('POST', '/stories/join?dryRun=true', { articles: [first, second] })).json()
    expect((await story(done.story)).articles).toBe(1)
    const joined = (await client.send('POST', '/stories/join', { articles: [first, second] })).json()
    expect(joined.articles).toBe(3)
    expect(together).toEqual(joined)
    expect(joined.stories).toMatchObject([{ articles: 3 }])
    expect(await story(joined.story)).toMatchObject({ articles: 3 })
    const alone = (await stories()).items.at(-1)!.lead!.id
    expect((await client.send('POST', `/articles/${alone}/split`)).statusCode).toBe(422)
  })

  test('a merged story is found by the id it had, and is still followed', async () => {
    const all = (await stories()).items
    const [one, other] = [all.at(-1)!, all.at(-2)!]
    for (const { id } of [one, other]) expect((await client.send('PUT', `/stories/${id}/follow`)).statusCode).toBe(200)
    expect((await stories('?followed=true')).items).toHaveLength(2)
    const { story: id } = (
      await client.send('POST', '/stories/join', { articles: [one.lead!.id, other.lead!.id] })
    ).json()
    for (const before of [one, other]) expect((await story(before.id)).id).toBe(id)
    const followed = (await stories('?followed=true')).items
    expect(followed.map((each) => [each.id, each.followed])).toEqual([[id, true]])
    expect((await client.send('DELETE', `/stories/${id}/follow`)).json().followed).toBe(false)
    expect((await stories('?followed=true')).items).toEqual([])
  })

  test('an article tells where it came from, its matches, its links and its score', async () => {
    await desk.app.digests.preview({ type: null, windowMs: 24 * HOUR, topics: null, tab: null })
    const { lead, id } = await theBridge()
    const why = await client.get<{ story: unknown; score: { parts: unknown[] }; links: Link[]; origins: unknown[] }>(
      `/articles/${lead!.id}/why`,
    )
    expect(why.story).toMatchObject({ id, cause: 'refine', because: 'refined from all articles' })
    expect(why.score.parts).toHaveLength(5)
    expect(why.links.length).toBeGreaterThan(0)
    expect(why.origins).toHaveLength(1)
  })

  test('topics are those of the digest of this moment', async () => {
    // While it is being made, a visitor is asked to come again.
    const { items } = await vi.waitFor(
      () => client.get<{ items: { story: string; label: string; lead: Article }[] }>('/topics'),
      { timeout: 60_000 },
    )
    const wanted = await theBridge()
    expect(items.find((one) => one.story === wanted.id)).toMatchObject({ lead: { id: wanted.lead!.id } })
  })

  test.each([
    '?leastArticles=0',
    '?since=yesterday',
    `?cursor=${Buffer.from('[1,"\u0000"]').toString('base64url')}`,
    '?followed=1',
  ])('stories are not asked for with %s', async (query) => {
    expect((await client.send('GET', `/stories${query}`)).statusCode).toBe(400)
  })

  describe('with several readers', () => {
    let ann: Client

    beforeEach(async () => {
      const own = await desk.app.readers.add({ name: 'ann', role: 'reader', email: null })
      const annApp = desk.app.forReader(own)
      await annApp.feeds.add('https://one.example/rss', plain)
      await annApp.feeds.add('https://two.example/rss', plain)
      await desk.poll()
      await desk.app.stories.refine()
      const { secret } = await app.sessions.issue(own, { name: 'test', scope: 'write' })
      ann = aClient(await aServer(app), secret)
    })

    test('each sees their part of a story, and pages through all of them', async () => {
      const [seen] = (await stories('?leastArticles=2', ann)).items
      expect(seen).toMatchObject({ articles: 2, newsrooms: 2 })
      expect((await story(seen!.id, ann)).members.items).toHaveLength(2)
      const all = (await stories('', ann)).items
      const paged: Story[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: Page<Story> = await stories(`?limit=1${next === '' ? '' : `&cursor=${next}`}`, ann)
        paged.push(...page.items)
        next = page.next
      }
      expect(paged).toEqual(all)
      expect(all).toHaveLength(5)
    })

    test('only an administrator splits and joins', async () => {
      const [seen] = (await stories('?leastArticles=2', ann)).items
      const refused = await ann.send('POST', `/articles/${seen!.lead!.id}/split`)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_allowed'])
    })

    test('what is not seen is not there', async () => {
      const third = (
        await desk.app.articles.list({ limit: 20, tab: null, feed: null, since: null, sort: 'newest' })
      ).find(({ sourceName }) => sourceName === 'three.example')!
      for (const path of [`/articles/${third.id}/why`, `/stories/${'0'.repeat(32)}`])
        expect((await ann.send('GET', path)).statusCode).toBe(404)
      for (const path of [`/articles/${third.id}/split`, `/stories/${'0'.repeat(32)}/mark-read`])
        expect((await ann.send('POST', path)).statusCode).toBe(404)
      expect((await ann.send('PUT', `/stories/${'0'.repeat(32)}/follow`)).statusCode).toBe(404)
    })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { type Desk as App, anApp, type Item } from '../support/an-app.ts'
import { type DatabaseKind, migratedDatabase, sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'

const HOUR = 3_600_000
const WORDS =
  'The harbour bridge was closed to all traffic on Tuesday after inspectors found a crack in one of its 84 steel hangers, the port authority said. Ferries were doubled, and hauliers were told to take the northern tunnel until the hanger has been replaced, which should take nine days.'
const ORCHID = 'A rare orchid has flowered in the botanical garden, as it last did a generation ago.'

const TITLES = [
  ['a', 'Harbour bridge closed after cracked hanger is found', WORDS],
  ['b', 'Cracked hanger found: harbour bridge closed to traffic', WORDS],
  ['c', 'Rare orchid flowers in the botanical garden', ORCHID],
] as const

describe('the commands of stories, through the program', () => {
  let publisher: Publisher
  let desk: Desk
  /** The number of the article a feed gave. */
  const number = new Map<string, string>()

  beforeAll(async () => {
    publisher = await startPublisher()
    desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
    const at = new Date(Date.now() - 2 * HOUR).toUTCString()
    for (const [name, title, text] of TITLES) {
      const item = `<item><guid isPermaLink="false">${name}</guid><title>${title}</title><link>https://${name}.example/1</link><pubDate>${at}</pubDate><description>${text}</description></item>`
      publisher.on(`/${name}`, serve(`<rss version="2.0"><channel><title>Paper ${name}</title>${item}</channel></rss>`))
    }
    const sources = TITLES.map(([name]) => `      - url: ${publisher.url(`/${name}`)}\n`).join('')
    desk.write(`tabs:\n  en_news:\n    sources:\n${sources}`)
    expect(await desk.run('poll')).toMatchObject({ code: 0 })
    for (const { id, url } of await desk.json('articles')) number.set(new URL(url).host.slice(0, 1), String(id))
  })
  afterAll(async () => {
    await publisher.close()
    await desk.remove()
  })
  const of = (name: string) => number.get(name)!

  test('stories lists what several tell, and with --all the rest', async () => {
    const [story, ...others] = await desk.json('stories')
    expect(others).toEqual([])
    expect(story).toMatchObject({
      members: 2,
      newsrooms: expect.any(Number),
      leadArticle: { title: expect.any(String) },
    })
    expect(await desk.json('stories', '--all')).toHaveLength(2)
    expect(await desk.json('stories', '--since', '1h')).toEqual([])
    const { stdout } = await desk.run('stories')
    expect(stdout).toMatch(/^STORY\s+NEWEST\s+ARTICLES/)
    const why = await desk.run('why', 'story', story.key.slice(0, 8))
    expect(why.stdout).toContain('2 articles')
    expect((await desk.json('why', 'story', story.key)).members).toHaveLength(2)
  })

  test('why tells of an article every finding with value and threshold', async () => {
    const { code, stdout } = await desk.run('why', 'article', of('b'))
    expect(code).toBe(0)
    expect(stdout).toMatch(/LAYER\s+MEASURE\s+VALUE\s+NEEDED\s+RESULT/)
    expect(stdout).toMatch(/text +shared runs of words +1 +0\.\d+/)
    const { matches } = await desk.json('why', 'https://b.example/1')
    expect(matches[0]).toMatchObject({ value: expect.any(Number), threshold: expect.any(Number) })
  })

  test('replay shows what another policy would have made, and changes nothing', async () => {
    const before = await storiesIn(desk)
    const replay = await desk.json('replay', '--set', 'dedup.policy=three-tier')
    expect(replay).toMatchObject({ articles: 3, before: { dispositions: { unique: 2, near_duplicate: 1 } } })
    expect(replay.after.dispositions).toEqual({ unique: 3 })
    expect(replay.changes.length).toBeGreaterThan(0)
    expect((await desk.run('replay', '--set', 'dedup.policy=three-tier')).stdout).toContain(
      'would be decided differently',
    )
    expect(await storiesIn(desk)).toEqual(before)
  })

  test('split and join are obeyed by what runs later', async () => {
    expect(await desk.json('split', of('b'))).toMatchObject({ apartFrom: 1 })
    expect(await desk.json('stories')).toEqual([])
    await desk.run('poll', '--all')
    const sizes = async () => (await storiesIn(desk)).map(({ length }) => length).sort()
    expect(await sizes()).toEqual([1, 1, 1])
    expect(await desk.run('join', of('b'), of('a'))).toMatchObject({ code: 0 })
    expect(await sizes()).toEqual([1, 2])
  })

  test('more and less move the profile, which can be shown and forgotten', async () => {
    expect((await desk.run('profile')).stdout).toContain('Nothing yet')
    expect(await desk.json('more', of('c'))).toEqual({
      article: Number(of('c')),
      engagement: 'more',
      new: true,
    })
    const { weights } = await desk.json('profile')
    expect(weights.map(({ written }: { written: string }) => written.toLowerCase())).toContain('orchid')
    expect((await desk.run('profile')).stdout).toContain('more of this')
    await desk.run('less', of('c'))
    expect((await desk.json('profile')).weights.every(({ weight }: { weight: number }) => weight <= 0)).toBe(true)
    expect((await desk.json('profile', '--reset')).learned).toEqual([])
  })

  test.each([
    ['why', [], "missing required argument 'what'; `copytaster why --help` shows how"],
    ['why', ['article'], 'name the article, such as `copytaster why article 1204`'],
    ['split', ['nowhere'], 'no article is called "nowhere"; `copytaster articles`'],
    ['replay', ['--set', 'dedup.polcy=x'], 'did you mean dedup.policy?'],
  ])('%s %j is refused in one line that names the cure', async (command, args, words) => {
    const { code, stdout, stderr } = await desk.run(command, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

/** What is stored, by keys alone: numbers depend on who came first. */
async function picture({ store }: App) {
  const articles = await store.articlePage({ limit: 1000 })
  const memberships = await store.memberships(articles.map(({ key }) => key))
  const stories = new Map(memberships.map(({ article, story, copyOf }) => [article, { story, copyOf }]))
  return articles.map(({ key, title, revision, contentHash }) => ({
    key,
    title,
    revision,
    contentHash,
    ...stories.get(key),
  }))
}

const NOW = Date.UTC(2026, 2, 3, 12)
const item = (feed: number, n: number, more: Partial<Item> = {}): Item => ({
  title: `Report ${n % 7} of the harbour board about berth number ${n % 5}`,
  url: `https://paper${feed % 2}.example/${n}`,
  guid: `g${n % 4}`,
  at: NOW - (n % 9) * HOUR,
  text: n % 3 === 0 ? WORDS : `Berth ${n} was ${n % 2 === 0 ? 'dredged' : 'closed'} this week, the board said.`,
  ...more,
})

/** What the feeds give at each hour: the same, changed, copied from one another. */
const ROUNDS = Array.from({ length: 5 }, (_, round) =>
  [0, 1, 2].map((feed) => Array.from({ length: 4 }, (_, i) => item(feed, feed * 2 + i + round * 2))),
)

describe.each(sampledKinds(import.meta.url))('on %s', (kind: DatabaseKind) => {
  afterEach(endLeftServes)

  async function played(desks: readonly ((round: number) => Promise<App>)[], feeds: readonly number[]) {
    for (const [round, documents] of ROUNDS.entries()) {
      for (const feed of feeds) {
        const desk = await desks[feed % desks.length]!(round)
        desk.setClock(NOW + round * HOUR)
        desk.publish(`https://feed${feed}.example/rss`, documents[feed]!)
        await desk.poll()
      }
    }
  }

  test('two processes, or one that is started anew each time, decide as one that runs on', async () => {
    const databases = await Promise.all([migratedDatabase(kind), migratedDatabase(kind), migratedDatabase(kind)])
    const open = (i: number) => anApp({ now: NOW, address: databases[i]!.address })
    const [alone, ours, theirs] = await Promise.all([open(0), open(1), open(1)])
    await played([async () => alone], [0, 1, 2])
    await played([async () => ours, async () => theirs], [0, 1, 2])
    let last: App | null = null
    const afresh = async () => {
      await last?.close()
      last = await open(2)
      return last
    }
    await played([afresh], [0, 1, 2])
    for (const desk of [alone, ours, last!]) await desk.app.stories.refine()
    const expected = await picture(alone)
    expect(expected.length).toBeGreaterThan(8)
    expect(await picture(ours)).toEqual(expected)
    expect(await picture(last!)).toEqual(expected)
    for (const desk of [alone, ours, theirs, last!]) await desk.close()
    for (const { drop } of databases) await drop()
  })

  test('a daemon and commands at work at once tell the stories that one command tells', async () => {
    const publishers = await Promise.all([2, 3, 4, 5, 6, 7].map((n) => startPublisher({ address: `127.0.0.${n}` })))
    const items = (feed: number) => Array.from({ length: 8 }, (_, i) => asXml(item(feed, 5 * feed + i)))
    const sources = publishers.map((publisher, feed) => {
      publisher.on(
        '/rss',
        serve(`<rss version="2.0"><channel><title>Paper</title>${items(feed).join('')}</channel></rss>`),
      )
      return `      - url: ${publisher.url('/rss')}\n`
    })
    const desks = await Promise.all([newDesk(kind, ['127.0.0.0/8']), newDesk(kind, ['127.0.0.0/8'])])
    for (const desk of desks) desk.write(`tabs:\n  en_news:\n    sources:\n${sources.join('')}`)
    const [alone, crowded] = desks as [Desk, Desk]
    await alone.run('poll', '--all')
    const daemon = startServe(crowded)
    // Before that it may not know yet what to do when it is told to stop.
    await daemon.until('shown at')
    for (let n = 0; n < 2; n++) await Promise.all([crowded.run('poll', '--all'), crowded.run('poll', '--all')])
    daemon.child.kill('SIGINT')
    expect(await daemon.ends()).toBe(0)
    // Commands leave out a host that another process holds, and that one may have been told to stop before it asked.
    expect(await crowded.run('poll', '--all')).toMatchObject({ code: 0 })
    const told = await storiesIn(alone)
    expect(told.filter((story) => story.length > 1).length).toBeGreaterThan(2)
    expect(await storiesIn(crowded)).toEqual(told)
    for (const publisher of publishers) await publisher.close()
    for (const desk of desks) await desk.remove()
  })
})

function asXml({ title, url, guid, at, text }: Item): string {
  return `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><link>${url}</link><pubDate>${new Date(at).toUTCString()}</pubDate><description>${text}</description></item>`
}

/** Which articles share a story: names of stories depend on who came first. */
async function storiesIn({ address }: Desk): Promise<string[][]> {
  const store = await openStore(address)
  const keys = (await store.articlePage({ limit: 1000 })).map(({ key }) => key)
  const stories = new Map<string, string[]>()
  for (const { article, story } of await store.memberships(keys))
    stories.set(story, [...(stories.get(story) ?? []), article])
  await store.close()
  return [...stories.values()].map((members) => members.sort()).sort()
}

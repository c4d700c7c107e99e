import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App, ReaderApp } from '../../src/app/app.ts'
import { migratedDatabase, sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { playPart, regularPasses, world } from '../support/world-part.ts'

const HOUR = 3_600_000

/** Everything that a reader is shown, as text. */
async function shownTo(app: ReaderApp, now: number): Promise<string> {
  const articles = await app.articles.list({ tab: null, feed: null, since: null, limit: 10_000, sort: 'newest' })
  const digest = await app.digests.preview({ type: 'morning', windowMs: 12 * HOUR, topics: null, tab: null })
  const scored = await app.articles.list({ tab: null, feed: null, since: null, limit: 200, sort: 'importance' })
  const tab = await app.articles.list({ tab: 'en_news', feed: null, since: null, limit: 100, sort: 'newest' })
  const stories = await app.stories.list({ limit: 1_000, leastMembers: 2, since: null })
  const why = await Promise.all(stories.slice(0, 20).map(({ key }) => app.stories.why(key)))
  const reasons = await Promise.all(articles.slice(0, 20).map(({ id }) => app.articles.why(String(id))))
  const found = await Promise.all(
    ['the', 'source:the minister', 'tab:en_news "a"'].map((line) =>
      app.articles.search({ line, tab: null, limit: 50 }, () => {}),
    ),
  )
  const feeds = (await app.feeds.list()).map(({ name, source: { tab: of, category } }) => ({ name, of, category }))
  const topics = await app.digests.analyse(12 * HOUR, null)
  const named = [...topics.topics.topics].map(({ label, score }) => ({ label, score }))
  return JSON.stringify({ now, articles, digest, scored, tab, stories, why, reasons, found, feeds, named }, null, 1)
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  test('readers who follow every feed of the file see, byte for byte, what the only reader saw', async () => {
    const { address, drop } = await migratedDatabase(kind)
    await playPart(address, regularPasses(world.opensAt, world.opensAt + 9 * HOUR), async (app: App) => {
      const settled = async (one: ReaderApp) => {
        // The first look takes scores anew, which the second shows.
        await shownTo(one, app.now())
        return shownTo(one, app.now())
      }
      const alone = await settled(app)
      const second = await app.readers.add({ name: 'second', role: 'reader', email: null })
      expect(await settled(app)).toBe(alone)
      expect(await settled(app.forReader(second))).toBe(alone)
      expect(JSON.parse(alone).stories.length).toBeGreaterThan(3)
    })
    await drop()
  })
})

describe.each(sampledKinds(import.meta.url))('the command line on %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  const run = (...args: string[]) => desk.run(...args)

  beforeAll(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    for (const name of ['first', 'anns'])
      publisher.on(`/${name}`, serve(rss([{ guid: name, title: `News of ${name}`, at: Date.now() - HOUR }])))
    await run('readers', 'add', 'ann')
    await run('feeds', 'add', publisher.url('/first'))
    await run('feeds', 'add', publisher.url('/anns'), '--reader', 'ann')
    await run('poll')
  })
  afterAll(async () => {
    await publisher.close()
    await desk.remove()
  })

  test('each reader is shown their own feeds, articles, search and digest', async () => {
    for (const args of [['articles'], ['feeds', 'list'], ['search', 'news'], ['digest']]) {
      const [first, ann] = [await run(...args), await run(...args, '--reader', 'ann')]
      expect(first.stdout, args.join(' ')).toMatch(/first/)
      expect(first.stdout, args.join(' ')).not.toMatch(/anns/)
      expect(ann.stdout, args.join(' ')).toMatch(/anns/)
      expect(ann.stdout, args.join(' ')).not.toMatch(/of first/)
    }
  })

  test('an article of another reader is as unknown as one that does not exist', async () => {
    const list = JSON.parse((await run('articles', '--reader', 'ann', '--json')).stdout)
    const [hidden, absent] = [await run('why', 'article', String(list[0].id)), await run('why', 'article', '9999')]
    expect(hidden.code).toBe(absent.code)
    expect(hidden.stderr.replace(String(list[0].id), 'N')).toBe(absent.stderr.replace('9999', 'N'))
  })

  test('a password comes by standard input, is hashed, and is shown nowhere', async () => {
    const set = await desk.pipe('correct horse battery\n', 'readers', 'password', 'ann')
    expect(set).toMatchObject({ code: 0, stdout: 'Set the password of ann.\n' })
    const listed = await run('readers', 'list', '--json')
    expect(listed.stdout).toMatch(/"hasPassword": true/)
    expect(listed.stdout).not.toMatch(/horse|scrypt/)
    const short = await desk.pipe('abc\n', 'readers', 'password', 'ann')
    expect(short).toMatchObject({ code: 2, stderr: 'a password must have 8 to 1024 characters, this has 3\n' })
  })
})

// Told by the same code for both kinds of database.
describe('names of readers', () => {
  let desk: Desk
  const run = (...args: string[]) => desk.run(...args)

  beforeAll(async () => {
    desk = await newDesk('sqlite', [])
    await run('readers', 'add', 'ann')
  })
  afterAll(() => desk.remove())

  test('an unknown reader is an error that names those there are', async () => {
    const { code, stderr } = await run('articles', '--reader', 'bob')
    expect(code).toBe(2)
    expect(stderr).toBe('no reader is called "bob"; there is reader, ann, and `copytaster readers add` adds one\n')
  })

  test('names and addresses of mail are checked, and nobody is removed by accident', async () => {
    expect(await run('readers', 'add', 'ann')).toMatchObject({
      code: 2,
      stderr: 'there is a reader called "ann" already; choose another name\n',
    })
    expect((await run('readers', 'add', 'a b')).stderr).toMatch(/^"a b" cannot be a reader's name: use up to 64/)
    expect((await run('readers', 'add', 'carl', '--email', 'x')).stderr).toMatch(/^--email must be an address such as/)
    expect((await run('readers', 'remove', 'ann')).stderr).toMatch(/cannot be undone; say/)
    expect((await run('readers', 'remove', 'reader', '--yes')).stderr).toMatch(/is the first reader and stays/)
  })
})

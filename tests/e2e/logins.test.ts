import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, type Step, startPublisher } from '../support/publisher.ts'

/* A feed and a webhook with a name and password in their addresses: both are sent where they belong, and shown nowhere. */

const offset = new Date().getUTCHours() - 14
const ZONE = `Etc/GMT${offset < 0 ? '' : '+'}${offset}`
const PASSWORD = 's3cret-of-ann'
const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`

let publisher: Publisher
let desk: Desk

/** The document for those who log in, 401 for the rest. */
const behindLogin =
  (document: () => string): Step =>
  (response, request, nth) =>
    (request.headers.authorization === basic(`ann:${PASSWORD}`) ? serve(document()) : status(401))(
      response,
      request,
      nth,
    )

const withLogin = (path: string) => publisher.url(path).replace('://', `://ann:${PASSWORD}@`)

const settings = (feeds: readonly string[]) => `digest: {timezone: ${ZONE}}
delivery:
  file: {folder: out, formats: [md, html, json, atom, rss]}
  webhook: {url: "${withLogin('/hook')}"}
tabs: {en_news: {name: News, sources: [${feeds.map((url) => `{url: "${url}"}`).join(', ')}]}}
`

beforeAll(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  // The publisher repeats the reader's own login in its links, as some do.
  const document = rss(someItems(4, Date.now() - 60_000)).replaceAll(
    'https://publisher.example/item',
    `https://ann:${PASSWORD}@publisher.example/item`,
  )
  publisher.on(
    '/feed',
    behindLogin(() => document),
  )
  publisher.on('/broken', status(500))
  publisher.on('/hook', status(200))
  desk.write(settings([withLogin('/feed'), withLogin('/broken')]))
})
afterAll(async () => {
  await publisher.close()
  await desk.remove()
})

test('a feed behind a login is read, and its password is in nothing that is printed, written or posted', async () => {
  const printed = [await desk.run('poll')]
  expect(printed[0]!.stdout + printed[0]!.stderr).toContain('4 new')
  for (let failures = 0; failures < 3; failures++) printed.push(await desk.run('poll', '--all'))
  for (const command of [
    ['digest', '--type', 'morning', '--send'],
    ['feeds', 'list'],
    ['feeds', 'list', '--json'],
    ['feeds', 'show', '1'],
    ['feeds', 'show', withLogin('/feed')],
    ['feeds', 'show', publisher.url('/feed'), '--json'],
    ['feeds', 'remove', '2'],
    ['feeds', 'health', '--json'],
    ['feeds', 'export'],
    ['feeds', 'export', '--yaml'],
    ['feeds', 'show', withLogin('/other')],
    ['feeds', 'discover', withLogin('/nothing')],
    ['feeds', 'add', withLogin('/nothing')],
    ['parse', withLogin('/nothing')],
    ['articles', '--json'],
    ['events', '--json'],
    ['why', 'feed', '1'],
    ['poll', '--all', '--json'],
    ['doctor'],
    ['migrate', '--database', `postgres://db.example/news?user=ann&password=${PASSWORD}`],
    ['migrate', '--set', `database=postgres://ann:${PASSWORD}@db.example/news`],
    ['migrate', '--set', `delivery.webhook.url=${withLogin('/hook')}`],
    ['poll', '--set', `tabs.a.sources=[{url: "x://ann:${PASSWORD}@a"}]`],
  ])
    printed.push(await desk.run(...command))
  expect(JSON.stringify(printed)).not.toContain(PASSWORD)

  const hook = publisher.requestsTo('/hook')
  expect(hook.map(({ headers }) => headers.authorization)).toEqual([basic(`ann:${PASSWORD}`)])
  expect(hook[0]!.body).toContain('/broken')
  expect(hook[0]!.body).not.toContain(PASSWORD)
  const files = readdirSync(join(desk.folder, 'out')).map((name) =>
    readFileSync(join(desk.folder, 'out', name), 'utf8'),
  )
  expect(files).toHaveLength(5)
  expect(files.join('')).not.toContain(PASSWORD)

  const store = await openStore(desk.address)
  const kept = [await store.sources(), await store.feeds(), await store.deliveries(0, 20), await store.events(0, 100)]
  await store.close()
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
})

test('a password that changed in feeds.yaml is the same feed; another name is another', async () => {
  const before = await desk.json('feeds', 'list')
  desk.write(settings([withLogin('/feed').replace(PASSWORD, 'n3w-word'), withLogin('/feed').replace('ann', 'bob')]))
  const after = await desk.json('feeds', 'list')
  expect(after.map(({ id, url }: { id: number; url: string }) => [id, url])).toEqual([
    [before[0].id, publisher.url('/feed')],
    [3, publisher.url('/feed')],
  ])
  await desk.run('poll', '--all')
  const sent = publisher.requestsTo('/feed').map(({ headers }) => headers.authorization)
  expect(sent).toContain(basic('ann:n3w-word'))
  expect(sent).toContain(basic(`bob:${PASSWORD}`))
  const { code, stderr } = await desk.run('feeds', 'show', publisher.url('/feed'))
  expect([code, stderr]).toEqual([2, expect.stringContaining('fits 2 feeds')])
})

test.each([
  ['/', 'p/w'],
  ['#', 'p#w'],
  ['?', 'p?w'],
])('a password with a bare %s is refused with the cure, not shown', async (_sign, word) => {
  desk.write(settings([`https://ann:${word}@a.example/feed`]))
  const { code, stderr } = await desk.run('poll')
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^feeds\.yaml:5:\d+ url .*%2F.*%23.*%3F/)])
  expect(stderr).not.toContain(word)
  const database = await desk.runWith({ COPYTASTER_DATABASE: `postgres://ann:${word}@db.example/news` }, 'migrate')
  expect([database.code, database.stderr]).toEqual([2, expect.stringContaining('%2F')])
  expect(database.stderr).not.toContain(word)
})

test('an address with a login is taken from standard input, not from arguments', async () => {
  desk.write('tabs: {}\n')
  publisher.on(
    '/private',
    behindLogin(() => rss(someItems(2, Date.now() - 60_000))),
  )
  const refused = await desk.run('feeds', 'add', withLogin('/private'))
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('feeds add -')])
  const added = await desk.pipe(withLogin('/private'), 'feeds', 'add', '-', '--json')
  expect([added.code, added.stdout + added.stderr]).toEqual([0, expect.not.stringContaining(PASSWORD)])
  expect(JSON.parse((await desk.run('poll', '--json')).stdout)).toHaveLength(1)
})

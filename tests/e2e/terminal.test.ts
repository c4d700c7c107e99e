import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* Publishers, servers and files that send a terminal orders: nothing of that is ever printed. */

/** Clears the screen, renames the window, turns the direction of text, in seven and in eight bits. */
const ORDERS = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u009d0;owned\u009c\u202egnp\u2066x\u2069\u0085\u2028\u007f\b\r'
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

let publisher: Publisher
let desk: Desk
beforeAll(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  const text = `Quake ${ORDERS} near the harbour`
  const item = (n: number) =>
    `<item><guid isPermaLink="false">${n}${ORDERS}</guid><title>${text} ${n}</title><author>${text}</author><category>${text}</category><link>https://publisher.example/${n}</link><pubDate>${new Date(Date.now() - n * 60_000).toUTCString()}</pubDate><description>${text}</description></item>`
  const document = `<rss version="2.0"><channel><title>${text}</title>${item(1)}${item(2)}<bogus ${ORDERS}></channel></rss>`
  publisher.on(
    '/feed',
    serve(document, { 'content-type': `application/rss+xml; charset="\u009b31m"`, etag: '"\u009b2J"' }),
  )
  publisher.on('/gone', status(410))
  publisher.on('/bad', status(500))
  const outline = (path: string) =>
    `<outline text="${text}" title="${text}" type="rss" xmlUrl="${publisher.url(path)}"/>`
  const opml = `<opml version="2.0"><body><outline text="${text}"><outline text="${text}">${outline('/feed')}${outline('/gone')}${outline('/bad')}<outline text="x" xmlUrl="x:${ORDERS}"/></outline></outline></body></opml>`
  writeFileSync(join(desk.folder, 'subscriptions.opml'), opml)
})
afterAll(async () => {
  await publisher.close()
  await desk.remove()
})

test('no command prints what a terminal would obey', async () => {
  const commands = [
    ['feeds', 'import', 'subscriptions.opml'],
    ['poll', '--verbose'],
    ['poll', '--all', '--json'],
    ['feeds', 'list'],
    ['feeds', 'list', '--json'],
    ['feeds', 'show', '1'],
    ['feeds', 'health'],
    ['feeds', 'add', publisher.url('/feed')],
    ['feeds', 'discover', publisher.url('/feed')],
    ['articles'],
    ['articles', '--json'],
    ['search', 'quake'],
    ['stories'],
    ['topics'],
    ['events'],
    ['why', 'article', '1'],
    ['why', 'article', '1', '--json'],
    ['why', 'feed', '2'],
    ['more', '1'],
    ['profile'],
    ['parse', publisher.url('/feed')],
    ['parse', publisher.url('/feed'), '--articles', '--json'],
    ['parse', `${publisher.url('/no')}\u009b31m`],
    ['feeds', 'show', `no such feed ${ORDERS.replace('\u0000', '')}`],
    ['fe\u001b[2Jeds'],
    ['poll', '--set', `fetch.\u001b[2J=1`],
  ]
  const obeyed: string[] = []
  for (const command of commands) {
    const { stdout, stderr } = await desk.run(...command)
    const found = OBEYED.exec(stdout + stderr)
    if (found) obeyed.push(`${JSON.stringify(command)}: U+${found[0].charCodeAt(0).toString(16)}`)
  }
  expect(obeyed).toEqual([])
})

test.each([
  ['feeds', 'export'],
  ['feeds', 'export', '--yaml'],
  ['digest', '--format', 'md'],
  ['digest', '--format', 'json'],
  ['digest', '--format', 'atom'],
])('a document for another program has no control characters: %s %s', async (...command) => {
  const { code, stdout } = await desk.run(...command)
  expect([code, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.exec(stdout)]).toEqual([0, null])
})

test('only the terminal writes to the screen', () => {
  const folder = new URL('../../src/', import.meta.url)
  const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !/\.test\.ts$/.test(name) &&
      /std(out|err)\.write|console\.\w+\(/.test(readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(writers).toEqual(['cli/terminal.ts'])
})

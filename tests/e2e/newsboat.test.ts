import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rss } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type ServedFeed, serveFeed } from '../support/served-feed.ts'

/* A real reader app against the program as it is run: Newsboat (Debian: apt-get install newsboat), which speaks the API of Google
   Reader as FeedHQ had it, and Miniflux's. */

const NEWSBOAT = ['/usr/bin/newsboat', '/usr/local/bin/newsboat'].find((path) => existsSync(path))
const SCRIPT = '/usr/bin/script'
const hasBoth = NEWSBOAT !== undefined && existsSync(SCRIPT)
if (!hasBoth)
  process.stderr.write('Newsboat is not here: what it does with the server is not tested (apt-get install newsboat).\n')

/** What the setting of each kind of server needs besides address and login. */
const MORE = { feedhq: 'feedhq-show-special-feeds no\nfeedhq-flag-star "S"\n', miniflux: '' }

const LONG = { timeout: 60_000 }
/** The head line of Newsboat's first screen. */
const LIST_OF_FEEDS = /Your feeds/

describe.runIf(hasBoth).each(['feedhq', 'miniflux'] as const)('Newsboat as a client of %s', (kind) => {
  let served: ServedFeed
  let folder: string
  const unread = () => served.listed('unread=true')

  beforeEach(async () => {
    served = await serveFeed()
    await expect.poll(async () => (await unread()).length, LONG).toBe(3)
    folder = join(served.desk.folder, 'newsboat')
    mkdirSync(folder)
    const server = `${kind}-url "${served.url.replace(/\/$/, '')}"\n${kind}-login "me"\n${kind}-password "anything"\n`
    writeFileSync(join(folder, 'config'), `urls-source "${kind}"\n${server}${MORE[kind]}`)
  })
  afterEach(() => served?.close())

  const send = (method: string, path: string, body?: object) =>
    fetch(`${served.url}api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  /** Fetches everything, and says how much is unread. */
  const reload = () => execFileSync(NEWSBOAT!, [...files(), '-x', 'reload', 'print-unread'], { encoding: 'utf8' })
  const files = () => ['-C', join(folder, 'config'), '-c', join(folder, 'cache.db'), '-u', join(folder, 'urls')]

  /** Types keys as a person would: the first when the list of feeds is on the screen, each other after a moment. */
  function press(...keys: readonly string[]): Promise<void> {
    const command = [NEWSBOAT!, '-q', ...files()].map((part) => `'${part}'`).join(' ')
    const child = spawn(SCRIPT, ['-qc', command, '/dev/null'], {
      env: { ...process.env, TERM: 'xterm' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let screen = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const wasShown = LIST_OF_FEEDS.test(screen)
      screen += text
      if (wasShown || !LIST_OF_FEEDS.test(screen)) return
      for (const [n, key] of keys.entries()) setTimeout(() => child.stdin!.write(key), 800 * (n + 1))
    })
    return new Promise((resolve) => child.once('close', () => resolve()))
  }

  test('it fetches feeds and articles; what it marks as read is read on the page', async () => {
    expect(reload()).toContain('3 unread articles')
    // Opens the feed and its first article; leaves the article, the feed and the program.
    await press('\r', '\r', 'q', 'q', 'q')
    await expect.poll(async () => (await unread()).length, LONG).toBe(2)
    // Flags the first article as starred; as a client of Miniflux this version cannot.
    if (kind === 'feedhq') {
      await press('\r', '\u0005', 'S', '\r', 'q', 'q')
      await expect.poll(async () => (await served.listed('saved=true')).length, LONG).toBe(1)
    }
    // Marks the feed as read.
    await press('A', 'q')
    await expect.poll(async () => (await unread()).length, LONG).toBe(0)
  })

  test('it follows the page: what is read there, and a feed that is added there', async () => {
    expect(reload()).toContain('3 unread articles')
    const { publisher } = served
    const [first] = await unread()
    await send('PATCH', `articles/${first!.id}/state`, { read: true })
    publisher.on('/b', serve(rss([{ guid: 'b', title: 'Glaciers melt in spring', at: Date.now() }])))
    await send('POST', 'subscriptions', { url: publisher.url('/b') })
    await expect.poll(async () => (await unread()).length, LONG).toBe(3)
    expect(reload()).toContain('3 unread articles')
  })
})

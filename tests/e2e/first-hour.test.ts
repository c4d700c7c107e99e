import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copytaster, MAIN } from '../support/built-program.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* What somebody meets who begins in an empty folder. */

let publisher: Publisher
beforeAll(async () => {
  publisher = await startPublisher()
  publisher.on('/feed', serve(rss(someItems(3, Date.now() - 60_000))))
})
afterAll(() => publisher.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-first-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const env = () => ({ COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: `["${publisher.address}:${publisher.port}"]` })
const run = (...args: string[]) => copytaster(args, { cwd: folder, env: env() })

/** Waits for a condition that another process brings about. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts `serve`; gives the address it prints. */
async function serving(): Promise<{ readonly url: string; readonly daemon: ChildProcess }> {
  const args = [MAIN, 'serve', '--set', 'server.listen=127.0.0.1:0']
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const daemon = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env() }, stdio: [...stdio] })
  let said = ''
  daemon.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
  const url = await until(async () => /(http:\/\/127\.0\.0\.1:\d+\/)\s/.exec(said)?.[1] ?? null)
  return { url, daemon }
}

test('after init, serve shows a front page with what was read, without waiting for the hour of a digest', async () => {
  expect((await run('init', '--url', publisher.url('/feed'))).code).toBe(0)
  const { url, daemon } = await serving()
  try {
    const page = await until(async () => {
      const text = await (await fetch(url)).text()
      return text.includes('Report number 3') ? text : null
    })
    expect(page).toContain('<h1>Today</h1>')
    expect(await (await fetch(new URL('/digests', url))).text()).toContain('No digest has been made yet')
  } finally {
    daemon.kill('SIGKILL')
  }
})

test('a tab that is not there is refused, unless it is to be new', async () => {
  await run('init', '--tab', 'en_news')
  const address = publisher.url('/feed')
  expect(await run('feeds', 'add', address, '--tab', 'en_nwes')).toMatchObject({
    code: 2,
    stderr: '--tab must be one of en_news, got "en_nwes"; with --new-tab it becomes a new tab\n',
  })
  expect((await run('feeds', 'add', address, '--tab', 'science', '--new-tab')).code).toBe(0)
  expect((await run('articles', '--tab', 'science')).code).toBe(0)
})

test('a feed is listed by its own name before it is polled', async () => {
  const added = await run('feeds', 'add', publisher.url('/feed'))
  expect(added.stdout).toContain('Made for a test')
  expect((await run('feeds', 'list')).stdout).toContain('Made for a test')
})

test('the folders of an imported OPML file are tabs of the digest', async () => {
  const outline = `<outline text="Sea &amp; Sky"><outline text="Ports"><outline text="Quay" xmlUrl="${publisher.url('/feed')}"/></outline></outline>`
  writeFileSync(join(folder, 'my.opml'), `<opml version="2.0"><body>${outline}</body></opml>`)
  expect((await run('feeds', 'import', 'my.opml')).code).toBe(0)
  const digest = JSON.parse((await run('run', '--json')).stdout)
  expect(digest.tabs).toMatchObject([{ id: 'Sea & Sky', name: 'Sea & Sky', limit: 5 }])
  expect(digest.tabs[0].items).toHaveLength(3)
  expect(digest.tabs[0].items[0]).toMatchObject({ rssCategory: 'Ports' })
  expect((await run('digest', '--tab', 'Sea & Sky')).code).toBe(0)
})

describe('in a folder without a database', () => {
  test.each([
    ['articles'],
    ['search', 'rate'],
    ['stories'],
    ['topics'],
    ['digest'],
    ['why', '1'],
    ['events'],
    ['more', '1'],
    ['split', '1'],
    ['replay', '--set', 'dedup.policy=layered'],
    ['prune'],
    ['backup', 'a.gz'],
  ])('%s %s says that there is none and how to begin', async (...args) => {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      'there is no database sqlite:copytaster.db here yet: `copytaster init` writes a feeds.yaml, `copytaster run` then reads its feeds; --database names another\n',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([['feeds', 'list'], ['feeds', 'health'], ['feeds', 'export'], ['profile'], ['doctor']])(
    '%s %s makes none',
    async (...args) => {
      expect(await run(...args)).toMatchObject({ code: 0 })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('feeds of feeds.yaml are listed before they are read', async () => {
    await run('init', '--url', publisher.url('/feed'))
    expect((await run('feeds', 'list')).stdout).toContain(publisher.url('/feed'))
    expect(readdirSync(folder)).toEqual(['feeds.yaml'])
  })

  test('a backup that is not there, or is damaged, is not restored and leaves nothing', async () => {
    expect((await run('restore', 'no.gz')).code).toBe(2)
    writeFileSync(
      join(folder, 'bad.gz'),
      gzipSync(`${JSON.stringify({ copytaster: 'backup', version: 1, migrations: ['0001-house'] })}\n`),
    )
    expect(await run('restore', 'bad.gz')).toMatchObject({
      code: 2,
      stderr: 'bad.gz: breaks off or is damaged; nothing was restored, use another backup\n',
    })
    expect(readdirSync(folder)).toEqual(['bad.gz'])
  })
})

describe('what goes wrong is told in words', () => {
  const opened = () => ['--set', 'fetch.allow_private_networks=true', '--set', 'fetch.once.retries=[]']

  test.each([
    [
      'a port nobody listens at',
      ['feeds', 'add', 'http://127.0.0.1:1/rss', ...opened()],
      1,
      'nothing answers at 127.0.0.1:1',
    ],
    [
      'a private address',
      ['feeds', 'add', 'http://192.168.0.1/rss'],
      1,
      '192.168.0.1 is on a private or special network, which fetch.allow_private_networks in feeds.yaml opens',
    ],
    ['a file that is not there', ['feeds', 'import', 'my.opml'], 2, 'my.opml: there is no such file'],
    ['a folder in place of a file', ['parse', '.'], 2, '.: is a folder, not a file'],
  ])('%s', async (_fact, args, code, words) => {
    const ran = await run(...args)
    expect(ran.stderr).toContain(words)
    expect(ran.stderr).not.toMatch(/E[A-Z]{4,}/)
    expect(ran.code).toBe(code)
  })

  test('poll without feeds says how to add one', async () => {
    expect(await run('poll')).toMatchObject({
      code: 0,
      stdout: 'No feeds yet; `copytaster feeds add ADDRESS` adds one.\n',
    })
  })

  test('a digest without feeds does not say that all were read', async () => {
    await run('poll')
    const { stdout } = await run('digest')
    expect(stdout).toContain('No feed was read in this time.')
    expect(stdout).not.toContain('Every feed was read')
  })
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runNode } from '../support/built-program.ts'
import { installedMain, installPackage } from '../support/installed-package.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the package can be imported as its exports promise', async () => {
  const { messages, pkg } = await publint({ pkgDir: root, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([])
})

test('the library opens a store', async () => {
  const { openStore } = await import(`${root}dist/index.js`)
  const store = await openStore('sqlite::memory:')
  expect(await store.articlePage({ limit: 1 })).toEqual([])
  await store.close()
})

// The demonstration plays its world from such a folder too (demo.test.ts).
describe('packed and installed into an empty folder', () => {
  let publisher: Publisher
  let folder: string
  let installed: string
  let packedBytes: number
  beforeAll(async () => {
    publisher = await startPublisher()
    publisher.on('/feed', serve(rss(someItems(3, Date.now() - 60_000))))
    folder = mkdtempSync(join(tmpdir(), 'copytaster-package-'))
    installed = join(folder, 'node_modules', 'copytaster')
    packedBytes = installPackage(folder)
  })
  afterAll(async () => {
    await publisher.close()
    rmSync(folder, { recursive: true })
  })

  const run = (...args: string[]) =>
    runNode([installedMain(folder), ...args], {
      cwd: folder,
      env: { COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: `["${publisher.address}:${publisher.port}"]` },
    })

  test.each([
    [{ npm_lifecycle_event: 'npx', npm_lifecycle_script: "'copytaster'" }, '`npx copytaster init`'],
    [{ npm_lifecycle_event: 'start', npm_lifecycle_script: 'node scripts/start.mjs' }, '`npm start -- init`'],
    [{ npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest' }, '`copytaster init`'],
  ])('messages name commands as it was called: %j', async (env, command) => {
    const { stderr } = await runNode([installedMain(folder), 'stories'], { cwd: folder, env })
    expect(stderr).toContain(command)
  })

  test('init and run make a first digest of own feeds', async () => {
    expect((await run('init', '--url', publisher.url('/feed'))).code).toBe(0)
    const { code, stdout } = await run('run')
    expect(code).toBe(0)
    expect(stdout).toContain('Report number 3')
  })

  test('the samples of the library guide run as they stand there', async () => {
    const guide = readFileSync(join(installed, 'docs', 'guide', 'library.md'), 'utf8')
    const samples = [...guide.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!)
    expect(samples).toHaveLength(2)
    const [digest, stored] = await Promise.all(samples.map((code, i) => runSample(folder, `sample-${i}.mjs`, code)))
    expect(digest).toMatchObject({ code: 0, stderr: '' })
    expect(digest!.stdout).toMatch(/^# Morning Brief[\s\S]*Report number 3/)
    expect(stored).toMatchObject({ code: 0, stderr: '' })
    expect(stored!.stdout).toContain('Report number 3')
  })

  test('whatever the README and the guide point to is inside', () => {
    const pages = ['README.md', ...readdirSync(join(installed, 'docs/guide')).map((name) => `docs/guide/${name}`)]
    const broken = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) => linksIn(readFileSync(join(installed, page), 'utf8')).map((target) => ({ page, target })))
      .filter(({ page, target }) => !existsSync(join(installed, dirname(page), target)))
    expect(broken).toEqual([])
  })

  test('it is small: no source maps, no files that nothing imports', () => {
    const files = readdirSync(installed, { recursive: true }).map(String)
    expect(files.filter((file) => file.endsWith('.map') || file.endsWith('.test.js'))).toEqual([])
    expect(packedBytes).toBeLessThan(6_000_000)
  })
})

function runSample(folder: string, name: string, code: string) {
  writeFileSync(join(folder, name), code)
  writeFileSync(join(folder, 'feed.xml'), rss(someItems(3, Date.now() - 60_000)))
  return runNode([name, 'feed.xml'], { cwd: folder })
}

const linksIn = (text: string): string[] =>
  [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target!)

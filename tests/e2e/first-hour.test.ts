import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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
    expect(page).toContain('<h1>Latest News</h1>')
    expect(await (await fetch(new URL('/digests', url))).text()).toContain('No digest has been made yet')
  } finally {
    daemon.kill('SIGKILL')
  }
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { DUE } from '../support/stored-references.ts'

/* Another process that holds the write lock of an SQLite file, such as a `poll` stopped with Ctrl-Z. */

const HOLDER = fileURLToPath(new URL('../support/hold-lock.mjs', import.meta.url))

const WRITERS = 24

/** A request that has to write. */
async function saveSearch(url: string): Promise<{ readonly status: number; readonly detail: string }> {
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin }
  const body = JSON.stringify({ name: 'Quakes', query: 'quake' })
  const answer = await fetch(`${url}api/v1/saved-searches`, { method: 'POST', headers, body })
  return { status: answer.status, ...((await answer.json()) as { detail: string }) }
}

describe('a write lock that another process holds', () => {
  let publisher: Publisher
  let desk: Desk
  let holder: ChildProcess | null = null
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  })
  afterEach(async () => {
    holder?.kill('SIGKILL')
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  /** No time passes between: `serve` polls a due feed within a second. */
  async function holdLockOfDueFeeds(): Promise<void> {
    const path = desk.address.replace('sqlite:', '')
    holder = spawn(process.execPath, [HOLDER, path, DUE.join(';')], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout!, 'data')
  }

  test('makes serve wait and say so; its pages go on, and so does it afterwards', async () => {
    publisher.on('/a', serve(rss(someItems(5, Date.now()))), serve(rss(someItems(7, Date.now()))))
    const daemon = startServe(desk)
    await daemon.until('5 new')
    const url = /shown at (\S+)/.exec(daemon.said())![1]!
    while (!(await (await fetch(url)).text()).includes('Report number 5'));
    await holdLockOfDueFeeds()
    await daemon.until(/waiting for the database file .*: another process is writing to it/)
    const page = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Report number 5')
    const writes = Array.from({ length: WRITERS }, () => saveSearch(url))
    await setTimeout(500)
    expect((await fetch(`${url}latest`, { signal: AbortSignal.timeout(5_000) })).status).toBe(200)
    for (const { status, detail } of await Promise.all(writes))
      expect([status, detail]).toEqual([503, expect.stringMatching(/another process held it for too long; try again/)])
    holder!.kill('SIGKILL')
    await daemon.until('2 new')
    expect(await daemon.stop()).toBe(0)
  })

  test.each([[['restore', 'b.gz', '--force']], [['poll']]])('makes %s wait and say so', async (command) => {
    publisher.on('/a', serve(rss(someItems(5, Date.now()))))
    expect(await desk.run('backup', 'b.gz')).toMatchObject({ code: 0 })
    await holdLockOfDueFeeds()
    const running = startServe(desk, {}, command)
    await running.until('waiting for the database file ')
    holder!.kill('SIGKILL')
    expect(await running.ends()).toBe(0)
  })
})

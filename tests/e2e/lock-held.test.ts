import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
    holder!.kill('SIGKILL')
    await daemon.until('2 new')
    expect(await daemon.stop()).toBe(0)
  })
})

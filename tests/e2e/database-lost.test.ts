import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/app/poll-leases.ts'
import { type CuttableWay, cuttableWay } from '../support/cut-connections.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { type ManyHosts, startManyHosts } from '../support/publisher/many-hosts.ts'
import { serve } from '../support/publisher/steps.ts'
import { startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { shiftedClock } from '../support/shifted-clock.ts'
import { danglingReferences, makeDue, onDatabase } from '../support/stored-references.ts'
import { volume } from '../support/volume.ts'

/* A PostgreSQL server whose connections break while the program uses them. */

const HOSTS = 12
const ITEMS = 5
/** How often a command is cut off, each time a little later. */
const ROUNDS = volume(3, 30)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('connections to PostgreSQL that break in use', () => {
  let hosts: ManyHosts
  let desk: Desk
  let way: CuttableWay
  beforeEach(async () => {
    hosts = await startManyHosts({ hosts: HOSTS, feedsAHost: 2, items: ITEMS, answerMs: 10 })
    desk = await newDesk('postgres', ['127.0.0.0/8'])
    desk.write(`tabs:\n  en_news:\n    sources:\n${hosts.urls.map((url) => `      - url: ${url}\n`).join('')}`)
    way = await cuttableWay(desk.address)
    expect(await desk.run('feeds', 'list')).toMatchObject({ code: 0 })
  })
  afterEach(async () => {
    endLeftServes()
    await way.close()
    await hosts.close()
    await desk.remove()
  })

  async function expectEachOnce(): Promise<void> {
    const { rows } = await onDatabase(desk.address, (db) => sql<{ guid: string }>`select guid from article`.execute(db))
    expect(rows.map(({ guid }) => guid).sort()).toEqual(hosts.urls.flatMap((url) => hosts.guidsOf(url)).sort())
    expect(await danglingReferences(desk.address)).toEqual({})
  }

  test('a command ends well or with one line, and the next one finds nothing lost or doubled', async () => {
    for (const share of [0.1, 0.5, 0.9]) {
      const visits = hosts.visits.length
      const running = desk.runWith({ COPYTASTER_DATABASE: way.address }, 'poll', '--all')
      let isOver = false
      void running.then(() => (isOver = true))
      while (hosts.visits.length < visits + HOSTS * 2 * share && !isOver) await pause(5)
      for (let n = 0; n < 4; n++) {
        way.cut()
        await pause(20)
      }
      const { code, stderr } = await running
      expect(stderr).not.toMatch(/\n\s+at |fault of its own/)
      if (code !== 0) expect(stderr).toMatch(/the database postgres:.*: the connection was lost; .*\n$/)
    }
    // When the leases of those that were cut off have ended.
    expect((await desk.runWith(shiftedClock(LEASE_MS), 'poll', '--all')).stderr).not.toContain('skipped')
    await expectEachOnce()
  })

  test.each([
    [['backup', 'b.gz', '--force']],
    [['restore', 'whole.gz', '--force']],
    [['digest', '--format', 'md']],
    [['search', 'report']],
    [['migrate']],
  ])('%s ends well or with one line, whenever it is cut off', async (command) => {
    if (command[0] === 'restore') expect(await desk.run('backup', 'whole.gz')).toMatchObject({ code: 0 })
    let cutOff = 0
    for (let round = 0; round < ROUNDS; round++) {
      const running = desk.runWith({ COPYTASTER_DATABASE: way.address }, ...command)
      let isOver = false
      void running.then(() => (isOver = true))
      while (way.open() === 0 && !isOver) await pause(1)
      await pause((round * 90) / ROUNDS)
      cutOff += way.cut()
      const { code, stderr } = await running
      expect(stderr).not.toMatch(/\n\s+at |fault of its own/)
      if (code !== 0) expect(stderr).toMatch(/the database postgres:.*: .*; .*\n$/)
    }
    expect(cutOff).toBeGreaterThan(0)
  })

  test('pages and writes say what is wrong while there is no connection, and answer afterwards', async () => {
    const daemon = startServe(desk, { COPYTASTER_DATABASE: way.address })
    await daemon.until('5 new')
    const url = /shown at (\S+)/.exec(daemon.said())![1]!
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin }
    const write = { method: 'POST', headers, body: JSON.stringify({ name: 'Quakes', query: 'quake' }) }
    const ask = () =>
      Promise.all([
        fetch(`${url}latest`),
        fetch(`${url}api/v1/articles`),
        fetch(`${url}api/v1/saved-searches`, write),
      ]).then((answers) => Promise.all(answers.map(async (answer) => [answer.status, await answer.text()] as const)))
    way.block(true)
    way.cut()
    for (const [status, text] of await ask()) {
      expect([status, text]).toEqual([503, expect.stringMatching(/the connection was lost; check the server/)])
    }
    // Until the engine has noticed too: a shorter outage may fall between two of its questions.
    await daemon.until(/the database postgres:.*: the connection was lost; .*trying again/)
    way.block(false)
    await daemon.until('the database answers again')
    expect((await ask()).map(([status]) => status)).toEqual([200, 200, 200])
    expect(await daemon.stop()).toBe(0)
  })

  test('serve goes on as soon as it can connect again, and says both', async () => {
    const daemon = startServe(desk, { COPYTASTER_DATABASE: way.address })
    await daemon.until('5 new')
    for (let n = 0; n < 3; n++) {
      way.cut()
      await pause(100)
    }
    way.block(true)
    way.cut()
    await daemon.until(/the database postgres:.*: the connection was lost; .*trying again/)
    way.block(false)
    await daemon.until('the database answers again')
    const extra = await startPublisher()
    extra.on('/x', serve(rss(someItems(3, Date.now() - 3_600_000))))
    expect(await desk.run('feeds', 'add', extra.url('/x'))).toMatchObject({ code: 0 })
    await daemon.until('3 new')
    await extra.close()
    await makeDue(desk.address)
    expect(await daemon.stop()).toBe(0)
    expect(daemon.said()).not.toMatch(/\n\s+at |fault of/)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { type MailTrap, startMailTrap } from '../support/mail-trap.ts'
import { aRecord, aSource } from '../support/poll-records.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, silence } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* `serve` while one of its parts hangs: a mail server without end, publishers that say nothing. The rest goes on. */

let publishers: Publisher[]
let desk: Desk
beforeEach(async () => {
  publishers = [await startPublisher()]
  desk = await newDesk('sqlite', ['127.0.0.0/8'])
})
afterEach(async () => {
  for (const publisher of publishers) await publisher.close()
  await desk.remove()
})

/** A digest is due in every minute, and a poll an hour ago makes the one of this minute worth making. */
const EVERY_MINUTE = 'digest: {timezone: UTC, schedule: {morning: "* * * * *"}}\n'

async function polledAnHourAgo(url: string): Promise<void> {
  const store = await openStore(desk.address)
  await store.addSource(aSource(url), 0)
  const [feed] = await store.feeds()
  await store.recordPolls([aRecord(feed!, Date.now() - 3_600_000, null)])
  await store.close()
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(50)
}

const written = () => (existsSync(join(desk.folder, 'out')) ? readdirSync(join(desk.folder, 'out')) : [])

test.each(['endless', 'silent'] as const)(
  'a mail server that is %s holds up neither polls nor other channels, and ends when serve is told to stop',
  async (kind) => {
    const trap: MailTrap = await startMailTrap(kind)
    const [publisher] = publishers
    publisher!.on('/a', serve(rss(someItems(3, Date.now() - 7_200_000))))
    publisher!.on('/b', serve(rss(someItems(3, Date.now() - 7_200_000))))
    desk.write(`${EVERY_MINUTE}delivery:
  email: {host: 127.0.0.1, port: ${trap.port}, from: desk@a.example, to: [me@a.example, you@a.example]}
  file: {folder: out, formats: [md]}
`)
    await polledAnHourAgo(publisher!.url('/a'))
    const daemon = desk.start('serve')
    await trap.caught
    await until(() => written().length > 0)
    // Adding it asks once, the daemon asks again.
    await desk.run('feeds', 'add', publisher!.url('/b'))
    await until(() => publisher!.requestsTo('/b').length > 1)
    daemon.child.kill('SIGTERM')
    expect(await daemon.ended).toBe(0)
    await trap.close()
  },
)

test('a mail server that is silent holds up no other channel of the next digest', async () => {
  const trap = await startMailTrap('silent')
  publishers[0]!.on('/a', serve(rss(someItems(3, Date.now() - 7_200_000))))
  // Those that are not named would have their usual hours, one of which may just have passed.
  const rarely = '"0 0 1 1 *"'
  desk.write(`digest: {timezone: UTC, schedule: {morning: "* * * * *", midday: "* * * * *", evening: ${rarely}, weekly: ${rarely}}}
delivery:
  email: {host: 127.0.0.1, port: ${trap.port}, from: desk@a.example, to: [me@a.example]}
  file: {folder: out, formats: [md]}
`)
  await polledAnHourAgo(publishers[0]!.url('/a'))
  const daemon = desk.start('serve')
  await trap.caught
  await until(() => written().length > 1)
  // The first mail is given up after three tries.
  expect(trap.visits()).toBeLessThan(3)
  expect(written()).toEqual([expect.stringContaining('midday'), expect.stringContaining('morning')])
  daemon.child.kill('SIGTERM')
  expect(await daemon.ended).toBe(0)
  await trap.close()
})

test('publishers that say nothing do not delay a digest', async () => {
  for (let n = 2; n <= 7; n++) publishers.push(await startPublisher({ address: `127.0.0.${n}` }))
  for (const publisher of publishers) publisher.on('/silent', silence)
  const sources = publishers.map((publisher) => `{url: "${publisher.url('/silent')}"}`)
  desk.write(`${EVERY_MINUTE}fetch: {concurrency: 2, daemon: {timeout: 10m, retries: []}}
delivery: {file: {folder: out, formats: [md]}}
tabs: {en_news: {sources: [${sources.join(', ')}]}}
`)
  await polledAnHourAgo(publishers[0]!.url('/silent'))
  const daemon = desk.start('serve')
  await until(() => publishers.filter(({ requests }) => requests.length > 0).length === 2)
  await until(() => written().length > 0)
  daemon.child.kill('SIGTERM')
  expect(await daemon.ended).toBe(0)
})

const HOLDER = fileURLToPath(new URL('../support/hold-lock.mjs', import.meta.url))

test('a serve that is stopped gives its hosts back, also when the store takes longer than its polls are waited for', async () => {
  publishers[0]!.on('/a', silence)
  desk.write(`tabs: {en_news: {sources: [{url: "${publishers[0]!.url('/a')}"}]}}\n`)
  const daemon = desk.start('serve')
  await until(() => publishers[0]!.requestsTo('/a').length > 0)
  const holder = spawn(process.execPath, [HOLDER, desk.address.slice('sqlite:'.length)])
  await once(holder.stdout, 'data')
  const before = Date.now()
  daemon.child.kill('SIGTERM')
  // Polls under way have five seconds to end.
  await setTimeout(7_000)
  holder.kill('SIGKILL')
  expect(await daemon.ended).toBe(0)
  const store = await openStore(desk.address)
  const host = new URL(publishers[0]!.url('/a')).host
  const claim = { owner: 'another', now: Date.now(), until: Date.now() + 1_000 }
  expect((await store.claimHosts(claim, [host])).map((lease) => lease.host)).toEqual([host])
  expect((await store.lastRequests([host])).get(host), 'the next one keeps the pause').toBeGreaterThan(before - 60_000)
  await store.close()
})

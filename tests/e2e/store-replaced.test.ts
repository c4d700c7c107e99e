import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { danglingReferences, makeDue, onDatabase } from '../support/stored-references.ts'

/* A database that becomes another one while the program uses it. */

let publisher: Publisher
let desk: Desk
const newest = Date.now() - 3_600_000

async function newWorld(kind: (typeof databaseKinds)[number]): Promise<void> {
  publisher = await startPublisher()
  desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
  desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
}

afterEach(async () => {
  endLeftServes()
  await publisher.close()
  await desk.remove()
})

async function titles(): Promise<string[]> {
  const store = await openStore(desk.address)
  const articles = await store.articlePage({ limit: 100 })
  await store.close()
  return articles.map(({ title }) => title).sort()
}

describe.each(databaseKinds)('restored on %s while serve runs', (kind) => {
  beforeEach(() => newWorld(kind))

  test('serve starts over with what is there now, and loses nothing that comes', async () => {
    publisher.on('/a', serve(rss(someItems(5, newest))), serve(rss(someItems(7, newest))))
    expect(await desk.run('backup', 'empty.gz')).toMatchObject({ code: 0 })
    const daemon = startServe(desk)
    await daemon.until('5 new')
    expect(await desk.run('restore', 'empty.gz', '--force')).toMatchObject({ code: 0 })
    await daemon.until('7 new')
    await daemon.until('starting over')
    publisher.on('/a', serve(rss(someItems(9, newest))))
    await makeDue(desk.address)
    await daemon.until('2 new')
    expect(await daemon.stop()).toBe(0)
    expect(await titles()).toEqual(Array.from({ length: 9 }, (_, n) => `Report number ${n + 1}`))
    expect(await danglingReferences(desk.address)).toEqual({})
  })

  test('a store that was opened before refuses to write, with a word', async () => {
    await desk.run('backup', 'empty.gz')
    const store = await openStore(desk.address)
    const claim = { owner: 'old', now: Date.now(), until: Date.now() + 1_000 }
    await store.claimHosts(claim, [])
    expect(await desk.run('restore', 'empty.gz', '--force')).toMatchObject({ code: 0 })
    await expect(store.claimHosts(claim, [])).rejects.toThrow(
      /was restored or migrated by another process while this one used it; run the command again$/,
    )
    await store.close()
  })

  test('a migration by another process is noticed too', async () => {
    const store = await openStore(desk.address)
    await onDatabase(desk.address, (db) => db.updateTable('store').set({ incarnation: 'another' }).execute())
    await expect(store.claimHosts({ owner: 'old', now: 0, until: 1 }, [])).rejects.toThrow(/restored or migrated/)
    await store.close()
  })
})

describe('a database file', () => {
  beforeEach(() => newWorld('sqlite'))
  const path = () => desk.address.replace('sqlite:', '')

  test('deleted under serve ends it with a word', async () => {
    publisher.on('/a', serve(rss(someItems(5, newest))))
    const daemon = startServe(desk)
    await daemon.until('5 new')
    for (const end of ['', '-wal', '-shm']) rmSync(path() + end, { force: true })
    expect(await daemon.ends()).toBe(1)
    expect(daemon.said()).toMatch(/the database file .* is gone; put it back, or start again with an empty one\n$/)
    expect(daemon.said()).not.toContain('nothing is lost')
  })

  test('replaced under serve makes it start over with the new one, which stays whole', async () => {
    publisher.on('/a', serve(rss(someItems(5, newest))), serve(rss(someItems(7, newest))))
    await desk.run('backup', 'empty.gz')
    const other = join(desk.folder, 'other.db')
    expect(await desk.run('restore', 'empty.gz', '--into', `sqlite:${other}`)).toMatchObject({ code: 0 })
    const daemon = startServe(desk)
    await daemon.until('5 new')
    renameSync(other, path())
    await daemon.until('7 new')
    expect(daemon.said()).toContain('starting over')
    expect(await daemon.stop()).toBe(0)
    expect(await titles()).toHaveLength(7)
    expect(await danglingReferences(desk.address)).toEqual({})
    const ran = await desk.run('search', 'report', '--json', '--limit', '100')
    expect(JSON.parse(ran.stdout)).toHaveLength(7)
  })
})

import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { sampled } from '../support/sampled.ts'
import { danglingReferences, onDatabase } from '../support/stored-references.ts'

/* SQLite files that a disk or a careless copy has damaged. */

const PAGE = 4096
const FEEDS = 4
const ITEMS = 20
/** Without its list of tables nothing can be read of a file. */
const HOPELESS = ['the tables of the file', 'the second half of the file']

describe('a damaged database file', () => {
  let publisher: Publisher
  let desk: Desk
  let path: string
  beforeAll(async () => {
    publisher = await startPublisher()
    desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
    const urls = Array.from({ length: FEEDS }, (_, n) => `/feed-${n}`)
    publishAll()
    desk.write(`tabs:\n  en_news:\n    sources:\n${urls.map((url) => `      - url: ${publisher.url(url)}\n`).join('')}`)
    expect(await desk.run('poll')).toMatchObject({ code: 0 })
    path = desk.address.replace('sqlite:', '')
    copyFileSync(path, `${path}.whole`)
  })
  afterAll(async () => {
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  function publishAll(): void {
    for (let n = 0; n < FEEDS; n++) {
      const items = someItems(ITEMS, Date.now() - 86_400_000)
      const own = items.map((item) => ({ ...item, guid: `${n}-${item.guid}`, title: `${n}: ${item.title}` }))
      publisher.on(`/feed-${n}`, serve(rss(own)))
    }
  }

  /** Pages that a table or an index uses. */
  const pagesOf = (name: string) =>
    onDatabase(desk.address, async (db) => {
      const found = sql<{ pageno: number }>`select pageno from dbstat where name = ${name} order by pageno`
      return (await found.execute(db)).rows.map(({ pageno }) => pageno)
    })

  function putBack(): void {
    for (const file of ['saved.gz', 'mended.db', 'mended.db-wal', 'mended.db-shm'])
      rmSync(join(desk.folder, file), { force: true })
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    copyFileSync(`${path}.whole`, path)
  }

  function overwrite(page: number, bytes = PAGE - 100, from = 50): void {
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(bytes, 0xa7), 0, bytes, (page - 1) * PAGE + from)
    closeSync(file)
  }

  function overwriteAll(pages: readonly number[]): void {
    for (const page of pages) overwrite(page)
  }

  const damages: [string, () => Promise<void>][] = [
    ['a page of the articles', async () => overwriteAll(await pagesOf('article'))],
    ['pages of the entries', async () => overwriteAll(await pagesOf('entry'))],
    ['pages of the prints', async () => overwriteAll(await pagesOf('print'))],
    ['the feeds', async () => overwriteAll(await pagesOf('feed'))],
    ['the tables of the file', async () => overwrite(1, PAGE - 100, 100)],
    ['the second half of the file', async () => truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE)],
  ]

  test.each(sampled('damages that are told', damages))(
    '%s: one line, no feed is blamed, and doctor finds it',
    async (_, damage) => {
      putBack()
      const visits = publisher.requests.length
      await damage()
      const before = readFileSync(path)
      const doctor = await desk.run('doctor')
      expect(doctor.code).toBe(1)
      expect(doctor.stdout).toMatch(/✗ Database .*damaged/)
      expect(doctor.stdout).toMatch(/restore a backup/)
      expect(Buffer.compare(readFileSync(path), before), 'doctor changes nothing').toBe(0)
      for (let n = 0; n < FEEDS; n++) publisher.on(`/feed-${n}`, serve(rss(someItems(ITEMS + 3, Date.now()))))
      const poll = await desk.run('poll', '--all')
      expect(poll.stderr + poll.stdout).not.toMatch(/fault of|failed:|\n\s+at /)
      if (poll.code !== 0) expect(poll.stderr).toMatch(/the database file .*: it is damaged; .*\n$/)
      expect(publisher.requests.length).toBeGreaterThanOrEqual(visits)
    },
  )

  test.each(damages)('%s: what can be read is saved, and the next poll brings back the rest', async (name, damage) => {
    putBack()
    publishAll()
    await damage()
    const saved = await desk.run('doctor', '--salvage', 'saved.gz')
    if (HOPELESS.includes(name)) {
      expect(saved).toMatchObject({ code: 1, stderr: expect.stringMatching(/restore a backup\n$/) })
      return
    }
    expect(saved).toMatchObject({ code: 0, stderr: '' })
    const into = { COPYTASTER_DATABASE: `sqlite:${desk.folder}/mended.db` }
    expect(await desk.runWith(into, 'restore', 'saved.gz')).toMatchObject({ code: 0 })
    expect(await desk.runWith(into, 'poll', '--all')).toMatchObject({ code: 0 })
    // A print is made from what a publisher sends: an article whose print is lost is kept, and compared with no more.
    const { 'article without a print': _, ...dangling } = await danglingReferences(into.COPYTASTER_DATABASE)
    expect(dangling).toEqual({})
    const count = sql<{ n: number }>`select count(distinct guid) as n from article`
    const { rows } = await onDatabase(into.COPYTASTER_DATABASE, (db) => count.execute(db))
    expect(rows).toEqual([{ n: FEEDS * ITEMS }])
    expect(await desk.runWith(into, 'doctor')).toMatchObject({ code: 0 })
  })

  test('a folder that is missing for what is saved is not blamed on the database', async () => {
    putBack()
    const saved = await desk.run('doctor', '--salvage', 'nowhere/saved.gz')
    expect(saved).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/the folder .*nowhere does not exist; make it/),
    })
  })

  test('the web server says what is damaged, and which cure there is', async () => {
    putBack()
    overwriteAll(await pagesOf('membership'))
    const daemon = startServe(desk)
    await daemon.until('shown at')
    const url = /shown at (\S+)/.exec(daemon.said())![1]!
    for (const path of ['api/v1/today', 'api/v1/stories']) {
      const answer = await fetch(new URL(path, url))
      const { detail } = (await answer.json()) as { detail: string }
      expect([path, answer.status, detail]).toEqual([
        path,
        500,
        expect.stringMatching(/it is damaged; restore a backup/),
      ])
    }
    daemon.child.kill('SIGTERM')
    await daemon.ends()
  })
})

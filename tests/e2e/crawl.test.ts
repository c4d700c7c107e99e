import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { startPublisher } from '../support/publisher.ts'

const root = 'https://www.harbour.example/business'

interface Piece {
  readonly headline: string
  readonly date: string
  readonly body?: string
  readonly link?: string
}

/** A crawl of one index page in the forms of the South China Morning Post. */
function crawlOf(pieces: readonly Piece[], more: Readonly<Record<string, unknown>> = {}) {
  const links = pieces.flatMap(({ headline, link }) => (link === undefined ? [] : [{ text: headline, url: link }]))
  const text = pieces.map(({ headline, date, body }) => ['Tech', headline, date, body ?? ''].join('\n')).join('\n')
  const headings = pieces.map(({ headline }) => ({ level: 2, text: headline }))
  const page = { url: `${root}?module=menu`, depth: 1, language: 'en-GB', text, headings, links }
  return {
    start_url: root,
    crawl_time_utc: '2026-02-14T10:30:00Z',
    source_profile_name: 'scmp',
    pages: [page],
    ...more,
  }
}

const boats: Piece = {
  headline: 'Boats are late',
  date: '13 Feb 2026 - 10:15PM',
  body: 'The boats of the harbour came in late.',
  link: '/boats/1?utm_source=hub',
}
const trains: Piece = { headline: 'Trains are early', date: '2 hours ago', body: 'They left before noon.' }

describe.each(sampledKinds(import.meta.url))('crawls into %s', (kind) => {
  let desk: Desk
  beforeEach(async () => {
    desk = await newDesk(kind, [])
  })
  afterEach(async () => {
    await desk.remove()
  })

  const save = (crawl: unknown) => writeFileSync(join(desk.folder, 'crawl.json'), JSON.stringify(crawl))
  const ingest = async (...args: string[]) => (await desk.json('crawl', 'ingest', 'crawl.json', ...args)).ingest
  const articles = async () => {
    const store = await openStore(desk.address)
    const page = await store.articlePage({ limit: 100 })
    const versions = await Promise.all(page.map((article) => store.revisions(article.id)))
    await store.close()
    return page.map((article, i) => ({ ...article, versions: versions[i]! }))
  }

  test('stories become articles, newest first, with where they stood', async () => {
    save(crawlOf([boats, trains]))
    const said = await desk.run('crawl', 'ingest', 'crawl.json', '--tab', 'en_news')
    expect(said).toMatchObject({ code: 0, stdout: '2 stories: 2 new, 0 updated, 0 seen before\n' })
    const shared = {
      tab: 'en_news',
      rssCategory: 'Tech',
      sourceName: 'South China Morning Post',
      language: 'en',
      provenance: { rootUrl: root, pageUrl: `${root}?module=menu`, crawlDepth: 1 },
    }
    expect(await articles()).toMatchObject([
      { ...shared, title: trains.headline, published: Date.UTC(2026, 1, 14, 8, 30), text: trains.body, url: null },
      { ...shared, title: boats.headline, text: boats.body, url: 'https://www.harbour.example/boats/1' },
    ])
  })

  test('the same crawl again adds nothing, whatever page it was seen on', async () => {
    save(crawlOf([boats, trains]))
    expect(await ingest()).toMatchObject({ added: 2, revised: 0, duplicates: 0 })
    const before = await articles()
    expect(await ingest()).toMatchObject({ added: 0, revised: 0, duplicates: 2 })
    const crawl = crawlOf([trains, boats])
    save({ ...crawl, pages: crawl.pages.map((page) => ({ ...page, url: `${root}/other`, depth: 2 })) })
    expect(await ingest()).toMatchObject({ added: 0, revised: 0, duplicates: 2 })
    expect(await articles()).toEqual(before)
  })

  test('two stories behind one link are one article, and stay so', async () => {
    const crawl = crawlOf([boats])
    const other = { ...boats, body: 'Quite another snippet of the same article.' }
    const [page] = crawlOf([other]).pages
    const companies = { ...page!, url: `${root}/companies`, depth: 2, text: page!.text.replace('Tech', 'Companies') }
    save({ ...crawl, pages: [...crawl.pages, companies] })
    expect((await ingest()).added).toBe(1)
    const before = await articles()
    expect(await ingest()).toMatchObject({ added: 0, revised: 0, duplicates: 2 })
    expect(await articles()).toEqual(before)
  })

  test('a changed body is a revision, and the old one is kept', async () => {
    save(crawlOf([boats, trains]))
    await ingest()
    save(crawlOf([{ ...boats, body: 'The boats of the harbour never came.' }, trains]))
    expect(await ingest()).toMatchObject({ added: 0, revised: 1, duplicates: 1 })
    const [, changed] = await articles()
    expect(changed).toMatchObject({ text: 'The boats of the harbour never came.', revision: 1 })
    expect(changed!.versions).toMatchObject([{ n: 1, text: boats.body }])
  })

  test('a story that a feed gave already is not stored twice', async () => {
    const publisher = await startPublisher()
    const open = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    const [item] = someItems(1, Date.UTC(2026, 10, 14))
    publisher.on('/a', serve(rss([item!])))
    open.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
    expect(await open.json('poll')).toMatchObject([{ added: 1 }])
    const store = await openStore(open.address)
    const [polled] = await store.articlePage({ limit: 1 })
    await store.close()
    const crawl = crawlOf([{ ...boats, headline: polled!.title, link: polled!.url! }])
    writeFileSync(join(open.folder, 'crawl.json'), JSON.stringify(crawl))
    const { ingest: counted } = await open.json('crawl', 'ingest', 'crawl.json')
    expect(counted.added).toBe(0)
    await publisher.close()
    await open.remove()
  })

  test('the crawl is a source among the feeds, and is never polled', async () => {
    save(crawlOf([boats, trains]))
    await ingest('--tab', 'en_news')
    const [feed] = await desk.json('feeds', 'health')
    expect(feed).toMatchObject({
      name: 'South China Morning Post',
      origin: 'crawl',
      tab: 'en_news',
      polls: 1,
      successes: 1,
      recent: ['new'],
      nextAt: null,
      nextReason: 'crawl',
      nextBecause: 'it is read from crawls, never polled',
    })
    expect(await desk.json('poll', '--all')).toEqual([])
    expect(await desk.run('poll', root)).toMatchObject({
      code: 2,
      stderr: 'South China Morning Post is read from crawls, there is nothing to poll: use `copytaster crawl ingest`\n',
    })
    const shown = await desk.run('feeds', 'show', root)
    expect(shown.stdout).toContain('from `crawl ingest`')
    expect(shown.stdout).toContain('never: it is read from crawls, never polled')
    expect(await desk.run('feeds', 'remove', root)).toMatchObject({ code: 0 })
    expect(await desk.json('feeds', 'list')).toEqual([])
    expect(await ingest()).toMatchObject({ added: 0, duplicates: 2 })
    expect(await desk.json('feeds', 'list')).toMatchObject([{ origin: 'crawl', tab: 'en_news', nextAt: null }])
  })

  test('a crawl without stories is noted and stores none', async () => {
    save(crawlOf([]))
    expect(await ingest()).toMatchObject({ added: 0, revised: 0, duplicates: 0 })
    expect(await articles()).toEqual([])
    expect(await desk.json('feeds', 'health')).toMatchObject([{ polls: 1, successes: 1 }])
  })

  const SYLLABLES = 'ba co di fe gu ha jo ka li mo nu pe ra si to ve wi ya zo lu'.split(' ')
  /** A statement takes 512 rows on PostgreSQL, and fewer on SQLite. */
  const MANY = 600
  const nameOf = (n: number): string =>
    [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20, (n * 7) % 20].map((at) => SYLLABLES[at]).join('')

  test('more stories than a statement has room for are stored, and known again', async () => {
    const many = Array.from({ length: MANY }, (_, i) => ({
      ...boats,
      headline: `Boat ${nameOf(i)} is late for ${nameOf(i + 5000)}, says ${nameOf(i + 9000)}`,
      link: `/b/${i}`,
    }))
    save(crawlOf(many))
    expect(await ingest()).toMatchObject({ added: MANY, revised: 0, duplicates: 0 })
    expect(await ingest()).toMatchObject({ added: 0, revised: 0, duplicates: MANY })
  })
})

// Told before the store is opened to write: one kind of it is enough.
describe('a crawl that cannot be read', () => {
  let desk: Desk
  beforeEach(async () => {
    desk = await newDesk('sqlite', [])
  })
  afterEach(() => desk.remove())

  test.each([
    ['a start_url that is no address', crawlOf([boats], { start_url: 'harbour' }), /^start_url must be an address of/],
    ['a failed crawl', { success: false, error_code: 'TIMEOUT' }, /^success is false: the crawl failed \(TIMEOUT\)/],
  ])('%s: exit 2, one line, nothing stored', async (_fact, crawl, line) => {
    writeFileSync(join(desk.folder, 'crawl.json'), JSON.stringify(crawl))
    const { code, stdout, stderr } = await desk.run('crawl', 'ingest', 'crawl.json')
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toMatch(line)
    expect(await desk.json('feeds', 'list')).toEqual([])
  })
})

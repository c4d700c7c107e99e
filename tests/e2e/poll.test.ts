import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { page, rss, someItems, truncated } from '../support/publisher/documents.ts'
import { redirect, serve, serveConditionally, silence, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'

const NEWEST = Date.UTC(2026, 10, 14)
const items = someItems(5, NEWEST)

/** The same document about other things. */
const about = (subject: string, document: string) => document.replaceAll('item-', `${subject}-`)

describe.each(sampledKinds(import.meta.url))('polling into %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
  })
  afterEach(async () => {
    endLeftServes()
    await publisher.close()
    await desk.remove()
  })

  const sources = (...paths: string[]) =>
    desk.write(
      `tabs:\n  en_news:\n    sources:\n${paths.map((path) => `      - url: ${publisher.url(path)}\n`).join('')}`,
    )

  test('new, unchanged, updated and seen before are told apart', async () => {
    const changed = items.map((item, i) => (i === 0 ? { ...item, title: `${item.title}, corrected` } : item))
    publisher.on(
      '/a',
      serveConditionally(rss(items), { etag: '"1"' }),
      serveConditionally(rss(items), { etag: '"1"' }),
      serve(rss(changed)),
    )
    sources('/a')
    expect(await desk.json('poll')).toMatchObject([{ outcome: 'fetched', added: 5, revised: 0 }])
    expect(await desk.json('poll')).toEqual([])
    expect(await desk.json('poll', '--all')).toMatchObject([{ outcome: 'notModified', added: 0 }])
    expect(publisher.requests[1]!.headers['if-none-match']).toBe('"1"')
    expect(await desk.json('poll', '--all')).toMatchObject([{ outcome: 'fetched', added: 0, revised: 1 }])
  })

  test('malformed entries are counted in the health of their feed, and a mended document costs reliability', async () => {
    publisher.on('/a', serve(rss(items).replace('<item>', '<item><guid>empty</guid></item><item>')))
    publisher.on('/b', serve(about('b', rss(items)).replace('</title>', ' & more</title>')))
    sources('/a', '/b')
    await desk.json('poll')
    const [a, b] = await desk.json('feeds', 'health')
    expect([a.malformed, a.reliability, b.malformed, b.reliability]).toEqual([1, 100, 0, 70])
    const { stdout } = await desk.run('why', 'feed', '1')
    expect(stdout).toContain('1 entry without title and text in 30 days, skipped')
  })

  test('the same articles in a second feed are not stored twice', async () => {
    publisher.on('/a', serve(rss(items)))
    publisher.on('/b', serve(rss(items).replaceAll('"false">', '"false">other ')))
    sources('/a', '/b')
    const reports = await desk.json('poll')
    expect(reports.map((one: { added: number; duplicates: number }) => [one.added, one.duplicates]).sort()).toEqual([
      [0, 5],
      [5, 0],
    ])
  })

  test('each trouble ends in its own state, and none stops the others', async () => {
    publisher.on('/good', serve(rss(items)))
    publisher.on('/gone', status(410))
    publisher.on('/moved', redirect(301, '/target'))
    publisher.on('/target', serve(about('target', rss(someItems(3, NEWEST)))))
    publisher.on(
      '/page',
      serve(page('<link rel="alternate" type="application/rss+xml" href="/good">'), { 'content-type': 'text/html' }),
    )
    publisher.on('/slow', silence)
    publisher.on('/busy', status(429, { 'retry-after': '7200' }))
    publisher.on('/cut', serve(about('cut', truncated(rss(someItems(4, NEWEST))))))
    sources('/good', '/gone', '/moved', '/page', '/slow', '/busy', '/cut')
    const poll = await desk.run('poll', '--json')
    expect(poll.code).toBe(0)
    const feeds: { url: string; state: string; nextReason: string; recent: string[]; previousUrls: string[] }[] =
      await desk.json('feeds', 'health')
    const at = (path: string) =>
      feeds.find((feed) => feed.url === publisher.url(path) || feed.previousUrls.includes(publisher.url(path)))!
    expect(at('/good').state).toBe('healthy')
    expect(at('/gone')).toMatchObject({ state: 'dead', nextReason: 'dead', nextAt: null })
    expect(at('/moved')).toMatchObject({ state: 'moved', url: publisher.url('/target') })
    expect(at('/page').recent).toEqual(['document'])
    expect(at('/slow').recent).toEqual(['timeout'])
    expect(at('/busy')).toMatchObject({ nextReason: 'retry_after' })
    expect(at('/cut').recent).toEqual(['new'])
    expect(publisher.requestsTo('/slow')).toHaveLength(3)
    expect(publisher.requestsTo('/busy')).toHaveLength(1)
    const reports: { url: string; candidates: { url: string }[] }[] = JSON.parse(poll.stdout)
    expect(reports.find((one) => one.url.endsWith('/page'))!.candidates[0]!.url).toBe(publisher.url('/good'))
    const doctor = (await desk.run('doctor')).stdout
    expect(doctor).toMatch(/the publisher says it is gone \(410\)/)
    expect(doctor).toContain(`names another feed, ${publisher.url('/good')}`)
    // A feed that is gone is polled no more, unless it is added again.
    expect((await desk.json('poll', '--all')).map((one: { url: string }) => one.url)).not.toContain(
      publisher.url('/gone'),
    )
  })

  test('a command and a daemon never ask the same host at once', async () => {
    publisher.on('/a', serve(rss(items)))
    sources('/a')
    const store = await openStore(desk.address)
    await desk.run('feeds', 'list')
    const now = Date.now()
    await store.claimHosts({ owner: 'daemon', now, until: now + 60_000 }, [new URL(publisher.url('/')).host])
    const poll = await desk.run('poll', '--all')
    expect(poll.stderr).toContain('skipped, another process is polling it')
    expect(publisher.requests).toHaveLength(0)
    await store.close()
  })

  test('a site is added by its feed, once', async () => {
    publisher.on(
      '/',
      serve(page('<link rel="alternate" type="application/atom+xml" href="/feed.xml">'), {
        'content-type': 'text/html',
      }),
    )
    publisher.on('/feed.xml', serve(rss(items)))
    expect(await desk.run('feeds', 'add', publisher.url('/'), '--tab', 'en_news')).toMatchObject({ code: 0 })
    const again = await desk.run('feeds', 'add', publisher.url('/feed.xml'))
    expect(again).toMatchObject({ code: 2, stderr: `${publisher.url('/feed.xml')} is read already (tab en_news)\n` })
    expect(await desk.run('feeds', 'remove', '1')).toMatchObject({ code: 0 })
    expect(await desk.json('feeds', 'list')).toEqual([])
    expect(await desk.run('feeds', 'add', publisher.url('/feed.xml'))).toMatchObject({ code: 0 })
  })

  test('a source of the file can only be removed from the file', async () => {
    publisher.on('/a', serve(rss(items)))
    sources('/a')
    const removed = await desk.run('feeds', 'remove', '1')
    expect(removed.code).toBe(2)
    expect(removed.stderr).toMatch(/is a source of feeds\.yaml: remove line 4 there instead\n$/)
  })

  test('serve polls what is due, notices new feeds and stops cleanly', async () => {
    publisher.on('/a', serve(rss(items)))
    publisher.on('/b', serve(about('later', rss(someItems(2, NEWEST)))))
    sources('/a')
    const daemon = startServe(desk)
    await daemon.until('5 new')
    await desk.run('feeds', 'add', publisher.url('/b'))
    await daemon.until('2 new')
    daemon.child.kill('SIGINT')
    expect(await daemon.ends()).toBe(0)
    expect(daemon.said()).toContain('Stopped; nothing is lost.')
  })
})

test('no packet leaves for a private address unless it is opened by name', async () => {
  const publisher = await startPublisher()
  publisher.on('/a', serve(rss(items)))
  const desk = await newDesk('sqlite', ['127.0.0.9'])
  desk.write(`tabs:\n  a:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  expect(await desk.json('poll')).toMatchObject([{ outcome: 'failed', failure: 'forbiddenAddress' }])
  expect(publisher.connections()).toBe(0)
  await publisher.close()
  await desk.remove()
})

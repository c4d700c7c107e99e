import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 2, 2, 18)
const FRIDAY = Date.UTC(2026, 2, 6, 18)

let folder: string
let desk: Desk
let past: Desk
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-as-of-'))
  const address = `sqlite:${join(folder, 'news.db')}`
  desk = await anApp({ now: MONDAY, address, settings: 'digest: {timezone: UTC}\ninterests: {bridges: 1}\n' })
  desk.publish('https://a.example/rss', [
    {
      title: 'Harbour bridge closed',
      url: 'https://a.example/1',
      at: MONDAY - 2 * HOUR,
      text: 'The bridge is closed.',
    },
  ])
  desk.setClock(MONDAY - HOUR)
  await desk.poll()
  desk.publish('https://a.example/rss', [
    { title: 'Ferry sails again', url: 'https://a.example/2', at: FRIDAY - 2 * HOUR, text: 'The ferry sails.' },
  ])
  desk.setClock(FRIDAY)
  await desk.poll()
  await desk.app.digests.preview(ANY)
  past = await anApp({ now: FRIDAY, at: MONDAY, address })
})
afterAll(async () => {
  await past.close()
  await desk.close()
  rmSync(folder, { recursive: true })
})

const ANY = { type: null, windowMs: null, topics: null, tab: null } as const
const LIST = { tab: null, feed: null, since: null, limit: 10 } as const
const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title)

test('articles and hits are those published by then', async () => {
  expect(titles(await past.app.articles.list({ ...LIST, sort: 'newest' }))).toEqual(['Harbour bridge closed'])
  expect(titles(await past.app.articles.list({ ...LIST, sort: 'importance' }))).toEqual([])
  const found = await past.app.articles.search({ line: 'the', tab: null, limit: 10 }, () => {})
  expect(found.map(({ article }) => article.title)).toEqual(['Harbour bridge closed'])
})

test('a time ago is counted from then', async () => {
  expect(await past.app.articles.list({ ...LIST, since: '1h', sort: 'newest' })).toEqual([])
  expect(await past.app.articles.list({ ...LIST, since: '3h', sort: 'newest' })).toHaveLength(1)
})

test('stories and topics are those that had begun', async () => {
  const stories = await past.app.stories.list({ limit: 10, leastMembers: 1, since: null })
  expect(stories.map(({ leadArticle }) => leadArticle?.title)).toEqual(['Harbour bridge closed'])
  expect(titles((await past.app.digests.analyse(null, null)).articles.map(({ article }) => article))).toEqual([
    'Harbour bridge closed',
  ])
})

test('a digest is that of the moment, and nothing is kept of it', async () => {
  const keys = (await desk.store.articlePage({ limit: 10 })).map(({ key }) => key)
  const state = async () => [
    await desk.store.scoresOf(1, keys),
    await desk.store.profileOf(1),
    await desk.store.lastChange(),
  ]
  const before = await state()
  const { at, type, topStories } = await past.app.digests.preview(ANY)
  expect([at, type]).toEqual([MONDAY, 'evening'])
  expect(topStories.map(({ lead }) => lead.title)).toEqual(['Harbour bridge closed'])
  expect(await state()).toEqual(before)
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import type { Article, WholeArticle } from './contract/articles.ts'

/* Articles through the API, over both databases. */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)
const NEWS = 'https://news.example/rss'

interface Page {
  readonly items: readonly Article[]
  readonly next: string | null
  readonly upTo: string
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let client: Client

  const publish = (from: number, to: number) =>
    desk.publish(
      NEWS,
      Array.from({ length: to - from }, (_, n) => ({
        title: `Report number ${from + n} about ${WORDS[(from + n) % WORDS.length]}`,
        url: `https://news.example/${from + n}`,
        text: `Text ${from + n} of a ${WORDS[(from + n) % WORDS.length]} in its own words.`,
        at: NOW - (from + n) * 60_000,
      })),
    )
  const list = (query = '') => client.get<Page>(`/articles${query}`)

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    // The feed is followed before it writes anything: nothing of it arrives read.
    publish(0, 0)
    await desk.poll()
    publish(0, 12)
    await desk.poll()
    client = aClient(await aServer(aWebApp(desk)))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  test('a list is paged without gap or repetition', async () => {
    const first = await list('?limit=5')
    const second = await list(`?limit=5&cursor=${first.next}`)
    const third = await list(`?limit=5&cursor=${second.next}`)
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids.length).toBe(12)
    expect(new Set(ids).size).toBe(12)
    expect(third.next).toBeNull()
  })

  test('an article has its text, safe to show', async () => {
    const { items } = await list()
    const whole = await client.get<WholeArticle>(`/articles/${items[0]!.id}`)
    expect(whole.html).toMatch(/^<p>Text \d+ of a/)
    expect(whole.origins).toHaveLength(1)
  })

  test('what is marked as read up to here leaves out what came later, and is taken back exactly', async () => {
    const { upTo, items } = await list('?unread=true')
    await client.send('PATCH', `/articles/${items[0]!.id}/state`, { read: true })
    desk.setClock(NOW + HOUR)
    publish(20, 23)
    await desk.poll()
    const marked = await client.send('POST', '/articles/mark-read', { list: { unread: true }, upTo })
    expect(marked.json()).toMatchObject({ articles: 11 })
    expect((await list('?unread=true')).items).toHaveLength(3)
    const undone = await client.send('POST', '/articles/undo-mark', { undo: marked.json().undo })
    expect(undone.json()).toEqual({ articles: 11 })
    expect((await list('?unread=true')).items).toHaveLength(14)
  })

  test('an act that is taken back leaves what a later act marked, and the other way round', async () => {
    const ids = (await list('?limit=4')).items.map(({ id }) => id)
    const mark = async (some: readonly number[]) =>
      (await client.send('POST', '/articles/mark-read', { ids: some })).json<{ articles: number; undo: string }>().undo
    const undo = async (act: string) =>
      (await client.send('POST', '/articles/undo-mark', { undo: act })).json<{ articles: number }>().articles
    const read = async () => (await list('?limit=4')).items.flatMap(({ state }, n) => (state.read ? n : []))
    const acts = [await mark(ids), await mark(ids.slice(1)), await mark(ids.slice(2))]
    expect(await undo(acts[0]!)).toBe(1)
    expect(await read()).toEqual([1, 2, 3])
    expect(await undo(acts[2]!)).toBe(0)
    expect(await read()).toEqual([1, 2, 3])
    expect(await undo(acts[1]!)).toBe(3)
    expect(await read()).toEqual([])
    expect(await undo(acts[1]!)).toBe(0)
    // What somebody marks as unread by hand has no marks left.
    const first = await mark(ids)
    await mark(ids)
    await client.send('PATCH', `/articles/${ids[3]}/state`, { read: false })
    const last = await mark(ids)
    expect(await undo(last)).toBe(1)
    await undo(first)
    expect(await read()).toEqual([0, 1, 2])
  })

  test('an article is saved, voted for, and let go again', async () => {
    const { items } = await list()
    const path = `/articles/${items[3]!.id}/state`
    expect((await client.send('PATCH', path, { saved: true, vote: 1 })).json()).toEqual({
      read: false,
      saved: true,
      vote: 1,
    })
    expect((await list('?saved=true')).items.map(({ id }) => id)).toEqual([items[3]!.id])
    expect((await client.send('PATCH', path, { saved: false, vote: 0 })).json()).toEqual({
      read: false,
      saved: false,
      vote: 0,
    })
  })

  test('a list by importance holds still while it is paged', async () => {
    await desk.app.digests.preview({ type: null, windowMs: 24 * HOUR, topics: null, tab: null })
    const first = await list('?sort=importance&limit=4')
    const second = await list(`?sort=importance&limit=4&cursor=${first.next}`)
    const scores = [...first.items, ...second.items].map(({ score }) => score!)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    desk.setClock(NOW + 2 * HOUR)
    const late = await client.send('GET', `/articles?sort=importance&cursor=${second.next}`)
    expect([late.statusCode, late.json().code]).toEqual([410, 'cursor_expired'])
  })

  test.each([
    '?limit=0',
    '?limit=201',
    '?cursor=x',
    '?sort=secret',
    '?tab=',
    '?feed=0',
    '?feed=99999999999',
    '?nothing=1',
    // Numbers that no article has, and that a database takes for an overflow.
    `?cursor=${Buffer.from(JSON.stringify([NOW, 2 ** 40, 1])).toString('base64url')}`,
    `?cursor=${Buffer.from(JSON.stringify([NOW, 1, 2 ** 40])).toString('base64url')}`,
  ])('a list is not asked for with %s', async (query) => {
    const answer = await client.send('GET', `/articles${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  })
})

const WORDS = [
  'harbour',
  'violin',
  'election',
  'vaccine',
  'glacier',
  'railway',
  'parliament',
  'orchard',
  'satellite',
  'novel',
  'stadium',
  'budget',
]

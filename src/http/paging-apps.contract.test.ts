import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import { volume } from '../../tests/support/volume.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { MOST_ID } from './contract/fields.ts'

/*
 * Apps page through everything unread while new articles arrive and others are marked as read: each article that stays unread is given
 * once, and none twice.
 */

const NOW = Date.UTC(2026, 10, 14, 12)
const ARTICLES = volume(1_000, 10_000)
/** One feed brings so many in a poll. */
const A_FEED = 1_000
const PAGE = ARTICLES / 10
const LATE = 'https://late.example/rss'
const UNREAD = 'xt=user/-/state/com.google/read'

interface Ids {
  readonly itemRefs: readonly { readonly id: string }[]
  readonly continuation?: string
}
interface Contents {
  readonly items: readonly { readonly id: string }[]
  readonly continuation?: string
}
interface Entries {
  readonly total: number
  readonly entries: readonly { readonly id: number }[]
}

/** A page of what an app asks for: the ids on it, and how it goes on. */
interface AppPage {
  readonly ids: readonly number[]
  readonly next: string | null
}
type GetJson = <T>(path: string) => Promise<T>
type Walk = (get: GetJson, from: string | null) => Promise<AppPage>

const idsWalk =
  (order: string): Walk =>
  async (get, from) => {
    const more = from === null ? '' : `&c=${from}`
    const page = await get<Ids>(`/reader/api/0/stream/items/ids?n=${PAGE}&${UNREAD}${order}${more}`)
    return { ids: page.itemRefs.map(({ id }) => Number(id)), next: page.continuation ?? null }
  }
const contentsWalk: Walk = async (get, from) => {
  const more = from === null ? '' : `&c=${from}`
  const page = await get<Contents>(`/reader/api/0/stream/contents?n=${PAGE}&${UNREAD}${more}`)
  return { ids: page.items.map(({ id }) => Number.parseInt(id.slice(-16), 16)), next: page.continuation ?? null }
}
const entriesWalk =
  (direction: string, place: string): Walk =>
  async (get, from) => {
    const more = from === null ? '' : `&${place}=${from}`
    const path = `/v1/entries?status=unread&order=id&direction=${direction}&limit=${PAGE}${more}`
    const { entries, total } = await get<Entries>(path)
    return { ids: entries.map(({ id }) => id), next: total > entries.length ? String(entries.at(-1)!.id) : null }
  }

const WALKS: readonly (readonly [string, Walk])[] = [
  ['stream/items/ids', idsWalk('')],
  ['stream/items/ids, the oldest first', idsWalk('&r=o')],
  ['stream/contents', contentsWalk],
  ['the entries of Miniflux', entriesWalk('desc', 'before_entry_id')],
  ['the entries of Miniflux, the oldest first', entriesWalk('asc', 'after_entry_id')],
]

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let server: FastifyInstance
  let published = 0

  beforeAll(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    server = await aServer(aWebApp(desk))
    published = 0
    for (let n = 0; n < ARTICLES; n += A_FEED) {
      // What a feed brings at its first poll would count as read.
      await admit(`https://news${n}.example/rss`, 1)
      await admit(`https://news${n}.example/rss`, A_FEED)
    }
    await admit(LATE, 1)
  }, 3_600_000)
  afterAll(async () => {
    await server.close()
    await desk.close()
    await drop()
  })

  /** The engine polls a feed that has something new; texts share no words. */
  async function admit(url: string, count: number): Promise<void> {
    const items = Array.from({ length: count }, () => {
      const words = keyHash(`${++published}`).replace(/\d/g, 'x').match(/.{6}/g)!.join(' ')
      return { title: words, url: `https://news.example/${published}`, text: words, at: NOW - published * 1_000 }
    })
    desk.publish(url, items)
    expect(await desk.poll()).toBe(count)
    desk.publish(url, [])
  }
  const get: GetJson = async <T>(url: string) => {
    const answer = await server.inject({ url, headers: { host: 'localhost' } })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer.json<T>()
  }
  async function markRead(ids: readonly number[]): Promise<void> {
    const form = new URLSearchParams([
      ['a', 'user/-/state/com.google/read'],
      ...ids.map((id): [string, string] => ['i', String(id)]),
    ])
    const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', url: '/reader/api/0/edit-tag', headers, payload: form.toString() } as const
    expect((await server.inject(request)).body).toBe('OK')
  }
  const unreadIds = async () =>
    (await get<Ids>(`/reader/api/0/stream/items/ids?n=20000&${UNREAD}`)).itemRefs.map(({ id }) => Number(id))

  test.each(WALKS)('%s', async (_name, walk) => {
    const before = await unreadIds()
    expect(before.length).toBeGreaterThan(ARTICLES * 0.6)
    for (const id of before) expect(id).toBeLessThanOrEqual(MOST_ID)
    const seen: number[] = []
    const read = new Set<number>()
    let next: string | null = null
    let pages = 0
    do {
      const page: AppPage = await walk(get, next)
      seen.push(...page.ids)
      next = page.next
      expect(++pages).toBeLessThan(50)
      if (next === null) break
      // Some that were given, and some that were not yet.
      const isSeen = new Set(seen)
      const rest = before.filter((id) => !isSeen.has(id) && !read.has(id))
      const now = [...seen.slice(-3), ...rest.slice(0, 2), ...rest.slice(-2)]
      for (const id of now) read.add(id)
      await markRead(now)
      await admit(LATE, 3)
    } while (next !== null)
    expect(pages).toBeGreaterThan(6)
    const isSeen = new Set(seen)
    expect(isSeen.size).toBe(seen.length)
    expect(before.filter((id) => !isSeen.has(id) && !read.has(id))).toEqual([])
  })
})

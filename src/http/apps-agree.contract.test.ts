import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { type Chance, chanceOf } from '../../tests/support/chaos/chance.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import { volume } from '../../tests/support/volume.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { openStore, type Store } from '../io/store/open-store.ts'

/*
 * An app that speaks the API of Google Reader, one that speaks Miniflux's, the page and the engine change state at once, in seeded
 * random steps. What only one of them changed in a round is as they wanted it, and in the end all give the same lists.
 */

const NOW = Date.UTC(2026, 10, 14, 12)
const ROUNDS = volume(40, 1_500)
/** Rounds after which all lists are compared. */
const COMPARED_EVERY = 10
const AT_FIRST = 40

type Field = 'read' | 'saved'
/** What one act wants of some articles; undefined: as it was. */
type Wishes = readonly (readonly [id: number, field: Field, value: boolean | undefined])[]
interface Act {
  readonly who: string
  readonly wishes: Wishes
  readonly run: () => Promise<void>
}
type State = Record<Field, boolean | null>

const READ = 'user/-/state/com.google/read'
const STAR = 'user/-/state/com.google/starred'

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  /** The web half has a connection of its own. */
  let store: Store
  let server: FastifyInstance
  let page: Client
  let published = 0
  /** What is known of each article; null after two wanted different things at once. */
  let model: Map<number, State>
  /** The last acts on each article, for who looks for a fault. */
  let acts: Map<number, string[]>

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    store = await openStore(database.address)
    server = await aServer(aWebApp({ ...desk, store }))
    page = aClient(server)
    published = 0
    model = new Map()
    acts = new Map()
    // What a feed brings at its first poll would count as read.
    await admit(1)
    await admit(AT_FIRST)
    await learnNew(false)
  })
  afterEach(async () => {
    await server.close()
    await store.close()
    await desk.close()
    await drop()
  })

  /** The engine polls a feed that has something new; texts share no words. */
  async function admit(count: number): Promise<void> {
    const items = Array.from({ length: count }, () => {
      const words = keyHash(`${++published}`).replace(/\d/g, 'x').match(/.{6}/g)!.join(' ')
      return { title: words, url: `https://news.example/${published}`, text: words, at: NOW - published * 1_000 }
    })
    desk.publish('https://news.example/rss', items)
    expect(await desk.poll()).toBe(count)
  }
  const ok = (answer: { readonly statusCode: number }, ...statuses: number[]) =>
    expect(statuses).toContain(answer.statusCode)
  const get = async <T>(url: string): Promise<T> => {
    const answer = await server.inject({ url, headers: { host: 'localhost' } })
    ok(answer, 200)
    return answer.json<T>()
  }
  async function google(path: string, fields: readonly (readonly [string, string])[]): Promise<void> {
    const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams(fields.map((one) => [...one])).toString()
    const answer = await server.inject({ method: 'POST', url: `/reader/api/0/${path}`, headers, payload })
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
  }
  async function miniflux(path: string, body?: object): Promise<void> {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    ok(await server.inject({ method: 'PUT', url: `/v1/${path}`, headers: { host: 'localhost' }, ...payload }), 204)
  }

  const googleIds = async (query: string) =>
    (await get<{ itemRefs: { id: string }[] }>(`/reader/api/0/stream/items/ids?n=10000&${query}`)).itemRefs.map(
      ({ id }) => Number(id),
    )
  const entryIds = async (query: string) =>
    (await get<{ entries: { id: number }[] }>(`/v1/entries?limit=10000&direction=desc&${query}`)).entries.map(
      ({ id }) => id,
    )
  async function pageIds(query: string): Promise<number[]> {
    const ids: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const more: string = next === '' ? '' : `&cursor=${next}`
      const answer: { items: { id: number }[]; next: string | null } = await page.get(
        `/articles?limit=100&${query}${more}`,
      )
      ids.push(...answer.items.map(({ id }) => id))
      next = answer.next
    }
    return ids
  }

  /** Takes up articles that came in; one that came while everything was marked may be read or not. */
  async function learnNew(isDoubtful: boolean): Promise<void> {
    for (const id of await googleIds(''))
      if (!model.has(id)) model.set(id, { read: isDoubtful ? null : false, saved: false })
  }

  /** The acts of the two apps and of the page, each on articles of its choice. */
  function actOf(who: 'google' | 'miniflux' | 'page', chance: Chance): Act {
    const all = [...model.keys()]
    const some = [...new Set(Array.from({ length: chance.between(1, 6) }, () => chance.oneOf(all)))]
    const value = chance.isTrue(0.6)
    const wish = (field: Field, to: boolean | undefined): Wishes => some.map((id) => [id, field, to] as const)
    const everything: Wishes = all.map((id) => [id, 'read', true] as const)
    const items = some.map((id) => ['i', chance.isTrue(0.5) ? String(id) : id.toString(16).padStart(16, '0')] as const)
    const choice = chance.below(20)
    if (who === 'google') {
      if (choice === 0)
        return {
          who,
          wishes: everything,
          run: () => google('mark-all-as-read', [['s', 'user/-/state/com.google/reading-list']]),
        }
      const [field, tag] = choice < 12 ? (['read', READ] as const) : (['saved', STAR] as const)
      return { who, wishes: wish(field, value), run: () => google('edit-tag', [...items, [value ? 'a' : 'r', tag]]) }
    }
    if (who === 'miniflux') {
      if (choice === 0) return { who, wishes: everything, run: () => miniflux('users/1/mark-all-as-read') }
      if (choice < 12)
        return {
          who,
          wishes: wish('read', value),
          run: () => miniflux('entries', { entry_ids: some, status: value ? 'read' : 'unread' }),
        }
      // A bookmark is what it was not; only one that is known can be told.
      const id = some[0]!
      const was = model.get(id)!.saved
      const wishes: Wishes =
        was === null
          ? [
              [id, 'saved', true],
              [id, 'saved', false],
            ]
          : [[id, 'saved', !was]]
      return { who, wishes, run: () => miniflux(`entries/${id}/bookmark`) }
    }
    if (choice < 5) {
      const run = async () => {
        const { undo } = (await page.send('POST', '/articles/mark-read', { ids: some })).json<{ undo: string }>()
        ok(await page.send('POST', '/articles/undo-mark', { undo }), 200)
      }
      return { who, wishes: wish('read', undefined), run }
    }
    const [id, field] = [some[0]!, choice < 14 ? ('read' as const) : ('saved' as const)]
    return {
      who,
      wishes: [[id, field, value]],
      run: async () => ok(await page.send('PATCH', `/articles/${id}/state`, { [field]: value }), 200),
    }
  }

  /** What a round leaves: as wanted where all wanted the same, unknown where they did not. */
  function settle(round: number, done: readonly Act[]): void {
    for (const { who, wishes } of done)
      for (const [id, field, value] of wishes)
        acts.set(id, [...(acts.get(id) ?? []).slice(-9), `${round} ${who} ${field} ${value}`])
    const wanted = new Map<string, Set<boolean | null>>()
    for (const [id, field, value] of done.flatMap(({ wishes }) => wishes)) {
      const key = `${id} ${field}`
      wanted.set(key, (wanted.get(key) ?? new Set()).add(value ?? model.get(id)![field]))
    }
    // Two that turn the same bookmark around leave it as it was.
    const turned = done.filter(({ who, wishes }) => who === 'miniflux' && wishes[0]?.[1] === 'saved')
    for (const { wishes } of turned) {
      const [id] = wishes[0]!
      const others = done.filter((act) => act.wishes.some((one) => one[0] === id && one[1] === 'saved'))
      if (others.length > 1) wanted.set(`${id} saved`, new Set([true, false]))
    }
    // Marking and taking back beside another act that marks may take back what that one did.
    const taken = new Set(done.flatMap(({ wishes }) => wishes.filter((one) => one[2] === undefined).map(([id]) => id)))
    const times = new Map<number, number>()
    for (const act of done)
      for (const id of new Set(act.wishes.filter((one) => one[1] === 'read').map(([one]) => one)))
        times.set(id, (times.get(id) ?? 0) + 1)
    for (const [key, values] of wanted) {
      const [id, field] = [Number(key.split(' ')[0]), key.split(' ')[1] as Field]
      const isDoubtful = field === 'read' && taken.has(id) && times.get(id)! > 1
      model.get(id)![field] = values.size === 1 && !isDoubtful ? [...values][0]! : null
    }
  }

  async function compare(round: number): Promise<void> {
    const lists = [
      ['unread', [`s=user/-/state/com.google/reading-list&xt=${READ}`, 'status=unread', 'unread=true'], 'read', false],
      ['saved', [`s=${STAR}`, 'starred=true', 'saved=true'], 'saved', true],
    ] as const
    for (const [name, [ofGoogle, ofMiniflux, ofPage], field, value] of lists) {
      const ids = (await pageIds(ofPage)).sort((a, b) => a - b)
      const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b)
      expect([round, name, sorted(await googleIds(ofGoogle))]).toEqual([round, name, ids])
      expect([round, name, sorted(await entryIds(ofMiniflux))]).toEqual([round, name, ids])
      const isListed = new Set(ids)
      const wrong = [...model].filter(
        ([id, state]) => state[field] !== null && (state[field] === value) !== isListed.has(id),
      )
      expect([round, name, wrong.map(([id, state]) => [id, state, acts.get(id)])]).toEqual([round, name, []])
      // From here on it is known again.
      for (const [id, state] of model) state[field] = isListed.has(id) ? value : !value
    }
    const { unreadcounts } = await get<{ unreadcounts: { id: string; count: number }[] }>('/reader/api/0/unread-count')
    const { unreads } = await get<{ unreads: Record<string, number> }>('/v1/feeds/counters')
    const unread = [...model.values()].filter(({ read }) => read === false).length
    const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
    expect(unreadcounts.find(({ id }) => id.endsWith('/reading-list'))?.count ?? 0).toBe(unread)
    expect(sum(Object.values(unreads))).toBe(unread)
  }

  test(
    'apps, page and engine agree',
    async () => {
      const chance = chanceOf(24)
      for (let round = 1; round <= ROUNDS; round++) {
        const done = [
          actOf('google', chance),
          actOf('google', chance),
          actOf('miniflux', chance),
          actOf('miniflux', chance),
          actOf('page', chance),
        ]
        const comesIn = chance.isTrue(0.3)
        await Promise.all([...done.map(({ run }) => run()), ...(comesIn ? [admit(2)] : [])])
        settle(round, done)
        if (comesIn) await learnNew(done.some(({ wishes }) => wishes.length >= model.size))
        if (round % COMPARED_EVERY === 0) await compare(round)
      }
      await compare(ROUNDS)
    },
    volume(120_000, 14_400_000),
  )
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../../tests/support/databases.ts'
import { aDay, aRecord } from '../../tests/support/poll-records.ts'
import { anItem, NOW, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { PollHistory } from '../core/domain/poll-plan.ts'

/* Advice about feeds and the server through the API, by two readers and an administrator, over both databases. */

interface Advice {
  readonly items: readonly {
    readonly name: string
    readonly code: string
    readonly words: string
    readonly action: { readonly kind: string; readonly url?: string }
  }[]
  readonly server: readonly { readonly name: string; readonly words: string }[]
}

const OWN = 'https://annsown.example/rss'

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
    world.desk.publish(OWN, [anItem('Violin found', 'https://annsown.example/violin')])
    await world.ann.send('POST', '/subscriptions', { url: OWN, name: 'Ann own' })
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(() => world.close())

  /** Records a poll after which a feed is as told. */
  async function becomes(url: string, state: 'dead' | 'unhealthy', history: Partial<PollHistory>): Promise<void> {
    const { store } = world.desk
    const feed = (await store.feeds()).find((one) => one.url === url)!
    const changed = { ...feed, state, history: { ...feed.history, ...history } }
    const day = aDay({ feed: feed.id, day: Math.floor(NOW / 86_400_000), successes: 0 })
    await store.recordPolls([aRecord(feed, NOW, null, { feed: changed, day })])
  }
  const adviceFor = async (who: 'ann' | 'bob' | 'admin') => world[who].get<Advice>('/advice')
  const told = ({ items }: Advice) => items.map(({ name, code, action }) => [name, code, action])

  test('is empty while all is well', async () => {
    for (const who of ['ann', 'bob', 'admin'] as const) expect(await adviceFor(who)).toEqual({ items: [], server: [] })
  })

  test('says of each feed in trouble what its reader may do, and nothing to others', async () => {
    await becomes(OWN, 'dead', { deadAt: NOW })
    await becomes(SHARED, 'unhealthy', { failuresInARow: 12 })
    expect(told(await adviceFor('ann'))).toEqual([
      ['The Shared', 'failing', { kind: 'poll' }],
      ['Ann own', 'gone', { kind: 'remove' }],
    ])
    expect(told(await adviceFor('bob'))).toEqual([['The Shared', 'failing', { kind: 'poll' }]])
    await becomes(SHARED, 'dead', { deadAt: NOW })
    expect(told(await adviceFor('bob'))).toEqual([['The Shared', 'gone', { kind: 'hide' }]])
  })

  test('leads to the feed that a page names which came in its place', async () => {
    await becomes(OWN, 'unhealthy', { failuresInARow: 1, namedFeedUrl: 'https://annsown.example/new.xml' })
    expect(told(await adviceFor('ann'))).toEqual([
      ['Ann own', 'otherAddress', { kind: 'useAddress', url: 'https://annsown.example/new.xml' }],
    ])
  })

  test('a hidden feed needs no advice', async () => {
    await becomes(SHARED, 'dead', { deadAt: NOW })
    const { items } = await world.bob.get<{ items: readonly { id: number; url: string }[] }>('/subscriptions')
    await world.bob.send('PATCH', `/subscriptions/${items[0]!.id}`, { hidden: true })
    expect(told(await adviceFor('bob'))).toEqual([])
  })

  test('tells administrators alone of the server: a delivery in doubt', async () => {
    const key = { subject: 'digest:2026-11-14:morning', channel: 'email', recipient: 'me@a.example' } as const
    await world.desk.store.claimDelivery(key, NOW - 3_600_000)
    const { server } = await adviceFor('admin')
    expect(server).toEqual([
      expect.objectContaining({ name: 'Delivery', words: expect.stringContaining('me@a.example') }),
    ])
    expect((await adviceFor('ann')).server).toEqual([])
  })
})

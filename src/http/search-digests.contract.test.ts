import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, NOW, SETTINGS, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { DeliveryEffects } from '../io/deliver/channel.ts'
import type { DeliveryOutcome } from '../io/deliver/delivery-outcome.ts'
import type { Delivery } from './contract/deliveries.ts'
import type { ShownDigest } from './contract/digests.ts'

/* Saved searches with a digest of their own, at an hour of their own, over both databases. The first reader has the channels of the
   settings, others mail alone. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Saturday, 14 November 2026. */
const HALF_PAST_ONE = NOW + 90 * MINUTE
const MAIL = `${SETTINGS}delivery: {email: {host: 127.0.0.1, from: desk@a.example, to: [me@a.example]}, file: {folder: out, formats: [md]}}\n`

interface Head {
  readonly date: string
  readonly stories: number
  readonly deliveries: readonly Delivery[]
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  let sent: { readonly to: string; readonly subject: string; readonly text: string }[]
  let files: string[]
  let outcome: DeliveryOutcome

  const effects = (): Partial<DeliveryEffects> => ({
    sendMail: async (_, mail, { to }) => {
      sent.push({ to, subject: mail.subject, text: mail.text })
      return outcome
    },
    writeFile: async (_, name) => {
      files.push(name)
      return { kind: 'sent', note: '' }
    },
  })

  beforeEach(async () => {
    sent = []
    files = []
    outcome = { kind: 'sent', note: '' }
    world = await twoReaders(kind, { settings: MAIL, effects: effects() })
    world.desk.publish(SHARED, [
      anItem('Museum buys violin', 'https://shared.example/violin'),
      anItem('Harbour bridge closed', 'https://shared.example/bridge'),
    ])
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(() => world.close())

  const keep = async (body: object = {}) =>
    (
      await world.admin.send('POST', '/saved-searches', {
        name: 'Violins',
        query: 'violin',
        digest: { at: '13:30' },
        ...body,
      })
    ).json() as { id: number }
  /** What `serve` does again and again, for the first reader. */
  async function tick(at: number, desk: Desk = world.desk): Promise<void> {
    desk.setClock(at)
    const { searches } = desk.app.digests
    await searches.makeDue(NOW - DAY)
    await searches.deliverDue(NOW - DAY)
  }
  const digestsOf = async (id: number) =>
    (await world.admin.get<{ items: readonly Head[] }>(`/saved-searches/${id}/digests`)).items

  test('a digest of what was found is made at its hour, delivered and shown, once', async () => {
    const { id } = await keep()
    await tick(HALF_PAST_ONE - MINUTE)
    expect(await digestsOf(id)).toEqual([])
    for (let minutes = 0; minutes < 60; minutes += 10) await tick(HALF_PAST_ONE + minutes * MINUTE)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['me@a.example', 'Violins, 14 Nov: Museum buys violin'],
    ])
    expect(sent[0]!.text).not.toContain('Harbour')
    expect(files).toEqual([`2026-11-14-search-${id}.md`])
    expect(await digestsOf(id)).toMatchObject([
      { date: '2026-11-14', stories: 1, deliveries: [{ state: 'sent' }, { state: 'sent' }] },
    ])
    const { digest, articles } = await world.admin.get<ShownDigest>(`/saved-searches/${id}/digests/2026-11-14`)
    expect(digest.search).toEqual({ id, name: 'Violins', query: 'violin' })
    expect(articles.map(({ title }) => title)).toEqual(['Museum buys violin'])
  })

  test('the next one has only what came since, and without any nothing is sent', async () => {
    const { id } = await keep({ digest: { at: '13:30', channels: ['email'] } })
    await tick(HALF_PAST_ONE)
    world.desk.publish(SHARED, [
      { ...anItem('Violin found in attic', 'https://shared.example/attic'), at: HALF_PAST_ONE + 2 * HOUR },
    ])
    world.desk.setClock(HALF_PAST_ONE + 3 * HOUR)
    expect(await world.desk.poll()).toBe(1)
    await tick(HALF_PAST_ONE + DAY)
    await tick(HALF_PAST_ONE + 2 * DAY)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Violins, 14 Nov: Museum buys violin',
      'Violins, 15 Nov: Violin found in attic',
    ])
    expect(sent[1]!.text).not.toContain('Museum')
    expect((await digestsOf(id)).map(({ date, stories }) => [date, stories])).toEqual([
      ['2026-11-16', 0],
      ['2026-11-15', 1],
      ['2026-11-14', 1],
    ])
    expect(files).toEqual([])
  })

  test('what came between the hour and a late start is for the next digest; a late one is not sent', async () => {
    const { id } = await keep()
    world.desk.publish(SHARED, [
      { ...anItem('Violin found in attic', 'https://shared.example/attic'), at: HALF_PAST_ONE + 10 * MINUTE },
    ])
    world.desk.setClock(HALF_PAST_ONE + HOUR)
    await world.desk.poll()
    await tick(HALF_PAST_ONE + 2 * HOUR)
    expect(sent).toEqual([])
    const first = await world.admin.get<ShownDigest>(`/saved-searches/${id}/digests/2026-11-14`)
    expect(first.articles.map(({ title }) => title)).toEqual(['Museum buys violin'])
    await tick(HALF_PAST_ONE + DAY)
    expect(sent.map(({ subject }) => subject)).toEqual(['Violins, 15 Nov: Violin found in attic'])
  })

  test('two processes at once make one, and deliver it once', async () => {
    const { id } = await keep()
    const address = world.desk.loaded.settings.database
    const other = await anApp({ now: NOW, address, settings: MAIL, effects: effects() })
    try {
      await Promise.all([
        tick(HALF_PAST_ONE),
        tick(HALF_PAST_ONE, other),
        tick(HALF_PAST_ONE),
        tick(HALF_PAST_ONE, other),
      ])
    } finally {
      await other.close()
    }
    expect([sent.length, files.length]).toEqual([1, 1])
    expect(await digestsOf(id)).toHaveLength(1)
  })

  test('a delivery in doubt is not sent again by itself, but when an administrator asks', async () => {
    outcome = { kind: 'unknown', reason: 'the line went dead' }
    await keep({ digest: { at: '13:30', channels: ['email'] } })
    for (let minutes = 0; minutes < 60; minutes += 10) await tick(HALF_PAST_ONE + minutes * MINUTE)
    expect(sent).toHaveLength(1)
    const { items } = await world.admin.get<{ items: readonly { id: number; kind: string }[] }>('/deliveries')
    expect(items).toMatchObject([{ kind: 'search' }])
    outcome = { kind: 'sent', note: '' }
    const settled = await world.admin.send('POST', `/deliveries/${items[0]!.id}/settle`, { outcome: 'send_again' })
    expect(settled.json()).toMatchObject({ state: 'sent', kind: 'search' })
    expect(sent).toHaveLength(2)
  })

  test('whoever is killed in between leaves the rest to others, and nothing is sent twice', async () => {
    const { id } = await keep({ digest: { at: '13:30', channels: ['email'] } })
    const { store, app } = world.desk
    world.desk.setClock(HALF_PAST_ONE)
    // Killed after it was made: another delivers it.
    expect(await app.digests.searches.makeDue(NOW - DAY)).toBe(1)
    expect(await app.digests.searches.makeDue(NOW - DAY)).toBe(0)
    await tick(HALF_PAST_ONE + MINUTE)
    expect(sent).toHaveLength(1)
    // Killed after it was claimed, the next day: nobody knows whether it was sent.
    world.desk.publish(SHARED, [
      { ...anItem('Violin found in attic', 'https://shared.example/attic'), at: HALF_PAST_ONE + 2 * HOUR },
    ])
    world.desk.setClock(HALF_PAST_ONE + 3 * HOUR)
    await world.desk.poll()
    const claimed = { subject: `search:${id}:2026-11-15`, channel: 'email', recipient: 'me@a.example' } as const
    await store.claimDelivery(claimed, HALF_PAST_ONE + DAY)
    for (let minutes = 0; minutes < 60; minutes += 10) await tick(HALF_PAST_ONE + DAY + minutes * MINUTE)
    expect(sent).toHaveLength(1)
    expect((await digestsOf(id))[0]!.deliveries).toMatchObject([{ state: 'unknown' }])
  })

  test('only on its days, and not for an hour before it was asked for', async () => {
    const { id } = await keep({ digest: { at: '13:30', days: [7] } })
    const early = await keep({ name: 'Early', digest: { at: '11:00' } })
    await tick(HALF_PAST_ONE)
    expect([await digestsOf(id), await digestsOf(early.id)]).toEqual([[], []])
    await tick(HALF_PAST_ONE + DAY)
    expect((await digestsOf(id)).map(({ date }) => date)).toEqual(['2026-11-15'])
  })

  test('is its reader’s alone, and goes by channels that they have', async () => {
    const { id } = await keep()
    await tick(HALF_PAST_ONE)
    for (const path of [`/saved-searches/${id}/digests`, `/saved-searches/${id}/digests/2026-11-14`])
      expect((await world.ann.send('GET', path)).statusCode).toBe(404)
    const { channels } = await world.ann.get<{ channels: readonly string[] }>('/saved-searches')
    expect(channels).toEqual([])
    const digest = { at: '08:00', channels: ['email'] }
    const refused = await world.ann.send('POST', '/saved-searches', { name: 'x', query: 'violin', digest })
    expect(refused.statusCode).toBe(422)
    expect((await world.admin.send('DELETE', `/saved-searches/${id}`)).statusCode).toBe(204)
    expect((await world.admin.send('GET', `/saved-searches/${id}/digests/2026-11-14`)).statusCode).toBe(404)
  })

  test('a search that is a tab is one in digests too', async () => {
    await keep({ asTab: true, digest: null })
    await world.desk.store.updateSearch(100)
    const { digest } = await world.admin.get<ShownDigest>('/today')
    const tab = digest.tabs.find(({ name }) => name === 'Violins')!
    expect(tab.items.map(({ article }) => article.title)).toEqual(['Museum buys violin'])
  })

  test.each([
    ['an hour that there is not', { at: '24:00' }],
    ['a day that there is not', { at: '07:00', days: [8] }],
    ['no day', { at: '07:00', days: [] }],
    ['an unknown channel', { at: '07:00', channels: ['pigeon'] }],
  ])('%s is refused', async (_, digest) => {
    const answer = await world.ann.send('POST', '/saved-searches', { name: 'x', query: 'violin', digest })
    expect(answer.statusCode).toBe(400)
  })
})

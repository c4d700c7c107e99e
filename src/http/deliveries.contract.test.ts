import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, NOW, SETTINGS, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { DeliveryOutcome } from '../io/deliver/delivery-outcome.ts'
import type { AnyDelivery, Delivery } from './contract/deliveries.ts'
import type { ShownDigest } from './contract/digests.ts'

/* What became of deliveries, and how those in doubt are settled, through the API over both databases. */

interface Neighbours {
  readonly before: { readonly date: string } | null
  readonly after: { readonly date: string } | null
}

const HOUR = 3_600_000
const SEVEN = Date.UTC(2026, 10, 15, 7)
const lost: DeliveryOutcome = { kind: 'unknown', reason: 'the line went dead' }

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  let mails: string[]
  let outcome: DeliveryOutcome

  beforeEach(async () => {
    mails = []
    outcome = lost
    const settings = `${SETTINGS}delivery: {email: {host: 127.0.0.1, from: desk@a.example, to: [me@a.example]}}\n`
    world = await twoReaders(kind, {
      settings,
      effects: {
        sendMail: async (_, __, { to }) => {
          mails.push(to)
          return outcome
        },
      },
    })
    world.desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
    await world.desk.app.polls.runDue(() => {})
    world.desk.setClock(SEVEN)
    await tick()
  })
  afterEach(() => world.close())

  const tick = () => world.desk.app.digests.publishDue(NOW)
  const ofDigest = (client: Client) =>
    client.get<{ items: readonly Delivery[] }>('/digests/2026-11-15/morning/deliveries')
  const inDoubt = async () =>
    (await world.admin.get<{ items: readonly AnyDelivery[] }>('/deliveries?state=unknown')).items
  const settle = async (wanted: string) =>
    world.admin.send('POST', `/deliveries/${(await inDoubt())[0]!.id}/settle`, { outcome: wanted })

  test('a digest tells its reader what became of it, and nobody else', async () => {
    expect((await ofDigest(world.admin)).items).toMatchObject([
      { channel: 'email', recipient: 'me@a.example', state: 'unknown', words: expect.stringContaining('went dead') },
    ])
    expect((await world.ann.send('GET', '/digests/2026-11-15/morning/deliveries')).statusCode).toBe(404)
    expect((await world.ann.send('GET', '/deliveries')).statusCode).toBe(403)
  })

  test('a digest names the ones made before and after it', async () => {
    const at = (date: string, type: string) => world.admin.get<Neighbours>(`/digests/${date}/${type}`)
    const [evening, morning] = [await at('2026-11-14', 'evening'), await at('2026-11-15', 'morning')]
    expect(morning.before).toMatchObject({ date: '2026-11-14', type: 'evening', path: '/digests/2026-11-14/evening' })
    expect(morning.after).toBeNull()
    expect(evening.after).toMatchObject({ date: '2026-11-15', type: 'morning' })
    expect(evening.before).toBeNull()
  })

  test('the archive tells the first headlines of each digest', async () => {
    interface Listed {
      readonly type: string
      readonly headlines: readonly { readonly title: string; readonly language: string | null }[]
    }
    const { items } = await world.admin.get<{ items: readonly Listed[] }>('/digests')
    const { digest } = await world.admin.get<ShownDigest>('/digests/2026-11-15/morning')
    const told = [...digest.topStories, ...digest.noteworthy.flatMap((group) => group.items)].map(({ lead }) => lead)
    expect(told.length).toBeGreaterThan(0)
    expect(items.find(({ type }) => type === 'morning')!.headlines).toEqual(
      told.slice(0, 3).map(({ title, language }) => ({ title, language })),
    )
  })

  test('one that is said to have arrived is sent no more', async () => {
    expect((await settle('sent')).json()).toMatchObject({ state: 'sent', kind: 'digest', reader: 1 })
    expect(await inDoubt()).toEqual([])
    expect(mails).toHaveLength(1)
  })

  test('one that is said not to have arrived is not tried again by itself', async () => {
    expect((await settle('failed')).json()).toMatchObject({ state: 'failed' })
    outcome = { kind: 'sent', note: '' }
    for (let minutes = 5; minutes <= 60; minutes += 5) {
      world.desk.setClock(SEVEN + minutes * 60_000)
      await tick()
    }
    expect(mails).toHaveLength(1)
  })

  test('one is sent again when an administrator asks, once', async () => {
    const [{ id }] = (await inDoubt()) as [AnyDelivery]
    outcome = { kind: 'sent', note: '' }
    world.desk.setClock(SEVEN + HOUR)
    expect((await settle('send_again')).json()).toMatchObject({ id, state: 'sent' })
    const again = await world.admin.send('POST', `/deliveries/${id}/settle`, { outcome: 'send_again' })
    expect(again.statusCode).toBe(422)
    expect(mails).toHaveLength(2)
  })

  test('an unknown one, and an unknown outcome, are refused', async () => {
    expect((await world.admin.send('POST', '/deliveries/9999/settle', { outcome: 'sent' })).statusCode).toBe(404)
    expect((await settle('perhaps')).statusCode).toBe(400)
  })
})

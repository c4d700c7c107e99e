import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { newDatabase, sampledKinds } from '../../tests/support/databases.ts'
import type { WebApp } from '../app/web-app.ts'

/* What the server keeps about the reader themselves, over both databases. */

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 14, 12)
const iso = (at: number) => new Date(at).toISOString()

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let app: WebApp
  let client: Client

  beforeEach(async () => {
    const database = await newDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    app = aWebApp(desk)
    client = aClient(await aServer(app))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  /** Somebody with a token of some scope. */
  async function aVisitor(name: string, scope: 'read' | 'write') {
    const reader = await desk.app.readers.add({ name, role: 'reader', email: null })
    const { secret } = await app.sessions.issue(reader, { name: 'test', scope })
    return aClient(await aServer(app), secret)
  }

  describe('visits', () => {
    const visit = async (at: number, as = client): Promise<string | null> => {
      desk.setClock(at)
      const answer = await as.send('POST', '/me/visit')
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().since
    }

    test('a visit ends after thirty idle minutes, for all devices of a reader', async () => {
      expect(await visit(NOW)).toBeNull()
      expect(await visit(NOW + 20 * MINUTE)).toBeNull()
      expect(await visit(NOW + 40 * MINUTE)).toBeNull()
      expect(await visit(NOW + 70 * MINUTE)).toBe(iso(NOW + 40 * MINUTE))
      const phone = aClient(await aServer(aWebApp(desk)))
      expect(await visit(NOW + 75 * MINUTE, phone)).toBe(iso(NOW + 40 * MINUTE))
    })

    test('two devices that come at once see the same', async () => {
      await visit(NOW)
      desk.setClock(NOW + 60 * MINUTE)
      const both = await Promise.all([client.send('POST', '/me/visit'), client.send('POST', '/me/visit')])
      expect(both.map((answer) => answer.json().since)).toEqual([iso(NOW), iso(NOW)])
    })

    test('who visits is seen, without a login too', async () => {
      const seen = async () => (await client.get<{ items: { seenAt: string | null }[] }>('/readers')).items[0]!.seenAt
      expect(await seen()).toBeNull()
      await visit(NOW)
      expect(await seen()).toBe(iso(NOW))
    })

    test('each reader has visits of their own, and a token that may only read makes none', async () => {
      await visit(NOW)
      const [ann, bob] = [await aVisitor('ann', 'write'), await aVisitor('bob', 'read')]
      expect(await visit(NOW + 60 * MINUTE, ann)).toBeNull()
      expect((await bob.send('POST', '/me/visit')).statusCode).toBe(403)
    })

    test('a clock that was set back does not end what is new', async () => {
      await visit(NOW)
      await visit(NOW + 60 * MINUTE)
      expect(await visit(NOW + 10 * MINUTE)).toBe(iso(NOW))
    })
  })
  describe('settings', () => {
    const settings = (as = client) => as.get<object>('/me/settings')
    const change = async (body: object, as = client) => {
      const answer = await as.send('PATCH', '/me/settings', body)
      return { status: answer.statusCode, body: answer.json() }
    }

    test('are the usual ones until a reader says otherwise', async () => {
      expect(await settings()).toEqual({
        language: null,
        theme: 'system',
        markOnScroll: true,
        openOriginal: false,
        zone: null,
        languages: [],
        digestMail: true,
        digestHours: { morning: null, midday: null, evening: null, weekly: null },
      })
    })

    test('change one by one, for one reader', async () => {
      const ann = await aVisitor('ann', 'write')
      const mine = await aVisitor('bob', 'write')
      await change({ theme: 'dark', languages: ['de', 'en', 'de'], zone: 'Asia/Taipei' }, mine)
      const { status, body } = await change({ digestHours: { morning: '06:30', midday: 'off' } }, mine)
      expect(status).toBe(200)
      expect(body).toMatchObject({ theme: 'dark', languages: ['de', 'en'], zone: 'Asia/Taipei' })
      expect(body.digestHours).toEqual({ morning: '06:30', midday: 'off', evening: null, weekly: null })
      expect(await settings(mine)).toEqual(body)
      expect(await settings(ann)).toMatchObject({ theme: 'system', zone: null })
    })

    test('two devices may each change one at once', async () => {
      await Promise.all([change({ theme: 'dark' }), change({ zone: 'Europe/Berlin' }), change({ language: 'ja' })])
      expect(await settings()).toMatchObject({ theme: 'dark', zone: 'Europe/Berlin', language: 'ja' })
    })

    test.each([
      [{ theme: 'pink' }],
      [{ zone: 'Asia/Atlantis' }],
      [{ languages: ['English'] }],
      [{ digestHours: { morning: '25:00' } }],
      [{ language: 'fr' }],
      [{ colour: 'red' }],
    ])('%j is refused, and nothing changes', async (body) => {
      const before = await settings()
      expect((await change(body)).status).toBe(400)
      expect(await settings()).toEqual(before)
    })

    test('what a newer or older program stored is read as far as it is known', async () => {
      const future = { theme: 'dark', zone: 'Mars/Olympus', digestHours: { morning: '05:00', nightly: '01:00' } }
      await desk.store.web.changeSettings(1, future as object)
      expect(await settings()).toMatchObject({ theme: 'dark', zone: null, digestHours: { morning: '05:00' } })
      expect(JSON.stringify(await settings())).not.toContain('nightly')
    })
  })
})

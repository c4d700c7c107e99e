import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { databaseKinds, newDatabase } from '../../tests/support/databases.ts'
import type { WebApp } from '../app/web-app.ts'

/* What the server keeps about the reader themselves, over both databases. */

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 14, 12)
const iso = (at: number) => new Date(at).toISOString()

describe.each(databaseKinds)('on %s', (kind) => {
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
})

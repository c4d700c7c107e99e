import type { Reader } from '../../src/core/domain/reader.ts'
import { aClient, aServer, aWebApp, type Client } from './a-web-app.ts'
import { anApp, type Desk, type DeskOptions, type Item } from './an-app.ts'
import { type DatabaseKind, migratedDatabase } from './databases.ts'

/** A server with the first reader, who administers it, and two others; one source is of the settings, for all. */
export interface TwoReaders {
  readonly desk: Desk
  readonly admin: Client
  readonly ann: Client
  readonly bob: Client
  readonly readers: { readonly ann: Reader; readonly bob: Reader }
  /** Of the database. */
  readonly address: string
  readonly close: () => Promise<void>
}

export const NOW = Date.UTC(2026, 10, 14, 12)
export const SHARED = 'https://shared.example/rss'

export const SETTINGS = `digest: {timezone: UTC}
tabs: {en: {name: News, sources: [{url: "${SHARED}", source_name: The Shared, category: World}]}}
`

/** An item with words of its own. */
export const anItem = (title: string, url: string, minutes = 10): Item => ({
  title,
  url,
  text: `${title}, in so many words.`,
  at: NOW - minutes * 60_000,
})

/** Each reader sends requests with a token of their own. */
export async function twoReaders(kind: DatabaseKind, options: Partial<DeskOptions> = {}): Promise<TwoReaders> {
  const database = await migratedDatabase(kind)
  const desk = await anApp({ now: NOW, address: database.address, settings: SETTINGS, ...options })
  await desk.syncSources()
  const add = (name: string) => desk.app.readers.add({ name, role: 'reader', email: null })
  const [ann, bob] = [await add('ann'), await add('bob')]
  const app = aWebApp(desk)
  const server = await aServer(app)
  const client = async (reader: Reader) => {
    const scope = reader.role === 'administrator' ? 'admin' : 'write'
    return aClient(server, (await app.sessions.issue(reader, { name: 'test', scope })).secret)
  }
  return {
    desk,
    admin: await client(await desk.app.readers.self()),
    ann: await client(ann),
    bob: await client(bob),
    readers: { ann, bob },
    address: database.address,
    close: async () => {
      await server.close()
      await desk.close()
      await database.drop()
    },
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { FEEDS_A_HOST, loadFeeds } from './scale-load.ts'

/* A PostgreSQL with a hundred thousand feeds of publishers on this machine. */

export const FEEDS = 100_000
export const HOSTS = FEEDS / FEEDS_A_HOST
/** As a server has them by itself, except for its memory. */
const SERVER = ['shared_buffers=1GB', 'maintenance_work_mem=512MB', 'max_wal_size=4GB']
export const SERVER_WORDS = `PostgreSQL over TCP on the same machine, fsync on, ${SERVER.join(', ')}`

export interface ScaleStore {
  readonly address: string
  readonly store: Store
  readonly client: pg.Client
  /** The process of the publishers. */
  readonly publishers: ChildProcess
  /** The name of a host: an address of this machine, and the port of the publishers. */
  readonly hostOf: (n: number) => string
  readonly close: () => Promise<void>
}

export async function openScaleStore(): Promise<ScaleStore> {
  const publishers = fork(new URL('./peers/publishers.ts', import.meta.url), ['lazy'])
  const [port] = (await once(publishers, 'message')) as [number]
  const hostOf = (n: number) => `127.1.${n >> 8}.${n & 255}:${port}`
  const server = await startPostgres(SERVER)
  process.env.COPYTASTER_TEST_POSTGRES = server.address
  const database = await newDatabase('postgres')
  const { address } = database
  const store = await openStore(address)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const close = async () => {
    await client.end()
    await store.close()
    await database.drop()
    await server.stop()
    publishers.disconnect()
  }
  await loadFeeds(client, FEEDS, hostOf)
  return { address, store, client, publishers, hostOf, close }
}

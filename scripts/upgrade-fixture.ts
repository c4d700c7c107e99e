import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DatabaseSync } from '@photostructure/sqlite'
import type { App } from '../src/app/app.ts'
import type { Store } from '../src/io/store/open-store.ts'
import { type DatabaseKind, newDatabase } from '../tests/support/databases.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { engageReader, PART_ENDS_AT, playPart, regularPasses, world } from '../tests/support/world-part.ts'

/* Writes a store of the program in this checkout as a fixture of the upgrade test; tests/fixtures/upgrade/README.md says
   how. Takes the folder to write to and the name of the fixture. */

const [folder = '.', name = 'store'] = process.argv.slice(2)

/** One article taken out of a story, two stories made one, deliveries in every state. */
async function useEverything(app: App, store: Store): Promise<void> {
  await engageReader(app, store)
  const stories = (await store.storyPage({ limit: 1000, leastMembers: 3 })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const idOf = async (article: string) => String((await store.articlesByKey([article]))[0]!.id)
  const membersOf = async (at: number) => (await store.membersOf(stories[at]!.key)).map(({ article }) => article).sort()
  await app.stories.split(await idOf((await membersOf(0))[1]!))
  await app.stories.join(await idOf((await membersOf(1))[0]!), await idOf((await membersOf(2))[0]!))
  const now = app.now()
  const mail = (recipient: string) => ({ subject: 'digest:0:test', channel: 'email', recipient }) as const
  for (const outcome of ['failed', 'unknown'] as const) {
    await store.claimDelivery(mail(`${outcome}@a.example`), now)
    await store.settleDelivery(mail(`${outcome}@a.example`), { outcome, detail: 'as planned', now })
  }
  await store.claimDelivery(mail('begun@a.example'), now)
}

async function writeFixture(kind: DatabaseKind, dump: (address: string) => Buffer): Promise<void> {
  const database = await newDatabase(kind)
  await playPart(database.address, regularPasses(world.opensAt, PART_ENDS_AT), useEverything)
  const file = join(folder, `${name}.${kind === 'sqlite' ? 'db' : 'sql'}.gz`)
  writeFileSync(file, gzipSync(dump(database.address), { level: 9 }))
  await database.drop()
}

function sqliteFile(address: string): Buffer {
  const copies = mkdtempSync(join(tmpdir(), 'copytaster-fixture-'))
  const copy = join(copies, 'copy.db')
  const db = new DatabaseSync(address.replace('sqlite:', ''))
  db.exec(`vacuum into '${copy}'`)
  db.close()
  const bytes = readFileSync(copy)
  rmSync(copies, { recursive: true })
  return bytes
}

/** Without the two lines that only `psql` reads. */
function postgresDump(address: string): Buffer {
  const options = ['--no-owner', '--no-privileges', '--no-comments', '--inserts', '--rows-per-insert=50']
  const text = execFileSync('pg_dump', [...options, address], { encoding: 'utf8', maxBuffer: 1e9 })
  return Buffer.from(text.replace(/^\\(?:un)?restrict .*\n/gm, ''))
}

const server = await startPostgres()
process.env.COPYTASTER_TEST_POSTGRES = server.address
await writeFixture('sqlite', sqliteFile)
await writeFixture('postgres', postgresDump)
await server.stop()

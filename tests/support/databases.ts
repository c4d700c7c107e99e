import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Both, always: a store method that was tried on one of them only is not tried. */
export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres']

/** An empty database of its own for one test. */
export async function newDatabase(kind: DatabaseKind): Promise<{ address: string; drop: () => Promise<void> }> {
  return kind === 'sqlite' ? newFile() : newPostgresDatabase()
}

/** A copy of a database that nothing is connected to. */
export async function copyDatabase(address: string): Promise<{ address: string; drop: () => Promise<void> }> {
  if (!address.startsWith('sqlite:')) return newPostgresDatabase(`template ${new URL(address).pathname.slice(1)}`)
  const copy = newFile()
  copyFileSync(address.slice('sqlite:'.length), copy.address.slice('sqlite:'.length))
  return copy
}

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-test-'))
  return {
    address: `sqlite:${join(folder, 'copytaster.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function newPostgresDatabase(like = '') {
  const server = process.env.COPYTASTER_TEST_POSTGRES
  if (!server) throw new Error('the test runner has not provided a PostgreSQL: run it through `npm test`')
  const name = `copytaster_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} ${like}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { address: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(statement)
  await client.end()
}

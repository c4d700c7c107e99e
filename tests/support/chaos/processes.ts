import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MAIN } from '../built-program.ts'

const HOLDER = fileURLToPath(new URL('../hold-lock.mjs', import.meta.url))

/** How a process of the program ended, and what it said. */
export interface Ended {
  readonly args: readonly string[]
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly said: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** What it has said so far. */
  readonly said: () => string
}

export interface StartOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Largest file it may write, in blocks of 1024 bytes: a disk that is full. */
  readonly fileBlocks?: number
}

/** Starts the built program. */
export function startProgram(args: readonly string[], { cwd, env, fileBlocks }: StartOptions): Started {
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `
  const child = spawn('bash', ['-c', `${limit}exec "$0" "$@"`, process.execPath, MAIN, ...args], {
    cwd,
    env: { ...process.env, ...env, COPYTASTER_TEST_POSTGRES: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream!.setEncoding('utf8').on('data', (data) => (said += data))
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ args, code, signal, said })),
  )
  return { child, ended, said: () => said }
}

/** Holds the write lock of an SQLite file until it is killed. */
export function startLockHolder(path: string): ChildProcess {
  return spawn(process.execPath, [HOLDER, path], { stdio: 'ignore' })
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Programs over parts of the sources that tests start and kill: bundled, one starts in a tenth of the time that tsx takes. */
const TEST_PROGRAMS = ['store-writer', 'digest-process'] as const
const BUNDLED = '.cache/test-programs'

/** For vitest: what end-to-end tests run are programs as built from these sources. */
export function setup(): void {
  // Two projects ask for it.
  if (process.env.TEST_PROGRAMS_BUILT) return
  process.env.TEST_PROGRAMS_BUILT = 'yes'
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  run('scripts/build.mjs')
  run('scripts/bundle.mjs', BUNDLED, ...TEST_PROGRAMS.map((name) => `tests/support/${name}.ts`))
}

/** The path of a bundled test program. */
export const testProgram = (name: (typeof TEST_PROGRAMS)[number]): string => `${root}${BUNDLED}/${name}.js`

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Largest file the program may write, in blocks of 1024 bytes. */
  readonly fileBlocks?: number
  readonly stdin?: string | Uint8Array
  /** The Node to run it with; that of the tests when not given. */
  readonly node?: string
}

/** The built program. */
export const MAIN = `${root}dist/main.js`

/** Runs the built program to its end. */
export function copytaster(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runNode([MAIN, ...args], options)
}

/** A program that runs on. */
export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
}

/** Starts the built program and lets it run. */
export function startCopytaster(args: readonly string[], { cwd, env }: Pick<RunOptions, 'cwd' | 'env'> = {}): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: cwd ?? root,
    env: { ...cleanEnv(), ...env },
    stdio: 'ignore',
  })
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))) }
}

export function runNode(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const node = options.node ?? process.execPath
  const limited = ['bash', '-c', `ulimit -f ${options.fileBlocks}; exec "$0" "$@"`]
  const [command, ...before] = [...(options.fileBlocks === undefined ? [] : limited), node]
  const child = spawn(command!, [...before, ...args], {
    cwd: options.cwd ?? root,
    env: { ...cleanEnv(), ...options.env },
    stdio: 'pipe',
  })
  child.stdin.end(options.stdin)
  let stdout = ''
  let stderr = ''
  // A character may be cut by the end of a chunk: the stream puts it together again.
  child.stdout.setEncoding('utf8').on('data', (data) => (stdout += data))
  child.stderr.setEncoding('utf8').on('data', (data) => (stderr += data))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

/** The tests' own variables are not settings of the program under test. */
export function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('COPYTASTER_')))
}

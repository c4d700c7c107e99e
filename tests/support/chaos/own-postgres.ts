import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answers, binaries, freePort, NOBODY, temporaryFolderOfAll } from '../postgres-server.ts'

const run = promisify(execFile)

/** A PostgreSQL server that is not shared with any test, to be stopped, killed and started again, always at the same address. */
export interface OwnPostgres {
  readonly address: string
  readonly isUp: () => boolean
  /** Starts it; does nothing while it runs. Waits until it answers. */
  readonly start: () => Promise<void>
  /** Ends it in order, with all connections. */
  readonly stop: () => Promise<void>
  /** Kills its first process; the others notice and end. */
  readonly kill: () => Promise<void>
  /** Fills its disk; null when it has none of its own, and why. */
  readonly disk: SmallDisk | { readonly missing: string }
  readonly close: () => Promise<void>
}

/** A file system that holds nothing but the server's data. */
export interface SmallDisk {
  readonly missing: null
  /** Takes all room that is left. */
  readonly fill: () => void
  readonly free: () => void
}

/**
 * What is committed must outlive the server's processes: so commits are written before they are answered. They need not reach a disk,
 * since the machine is not switched off.
 */
const SETTINGS = [
  ...['fsync=off', 'synchronous_commit=on', 'wal_level=minimal', 'max_wal_senders=0', 'io_method=sync'],
  ...[
    'shared_buffers=32MB',
    'max_connections=120',
    'min_wal_size=2MB',
    'max_wal_size=24MB',
    'listen_addresses=127.0.0.1',
  ],
  'restart_after_crash=on',
]
const DISK_MB = 320

export async function startOwnPostgres(diskMb = DISK_MB): Promise<OwnPostgres> {
  const asRoot = process.getuid?.() === 0
  const folder = mkdtempSync(join(temporaryFolderOfAll(), 'copytaster-chaos-postgres-'))
  if (asRoot) chownSync(folder, NOBODY, NOBODY)
  const { postgres, initdb } = await binaries(folder, asRoot)
  const mounted = join(folder, 'disk')
  mkdirSync(mounted)
  const room = await newRoom(mounted, asRoot, diskMb)
  const port = await freePort()
  const address = `postgres://copytaster@127.0.0.1:${port}/postgres`
  const data = join(mounted, 'data')
  const inside = (program: string, args: readonly string[]): readonly [string, readonly string[]] => {
    if (!asRoot) return [program, args]
    const asNobody = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups', program, ...args]
    return room.holder === null
      ? ['setpriv', asNobody]
      : ['nsenter', ['-m', '-t', String(room.holder.pid), 'setpriv', ...asNobody]]
  }
  const initArgs = ['-D', data, '-U', 'copytaster', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await run(...inside(initdb, [...initArgs, '--wal-segsize=1']), { cwd: '/' })

  let server: ChildProcess | null = null
  let said = ''
  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) =>
      child.exitCode !== null || child.signalCode !== null ? resolve() : void child.once('exit', () => resolve()),
    )
  async function start(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      if (server === null) {
        const settings = SETTINGS.flatMap((setting) => ['-c', setting])
        const [program, args] = inside(postgres, ['-D', data, '-p', String(port), '-k', '', ...settings])
        const child = spawn(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
        child.stderr.setEncoding('utf8').on('data', (words: string) => (said = (said + words).slice(-4_000)))
        child.once('exit', () => {
          if (server === child) server = null
        })
        server = child
      }
      // One that was killed leaves processes that end a moment later; until then a new one refuses to start.
      const isReady = await answers(address).then(
        () => true,
        () => false,
      )
      if (isReady) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`PostgreSQL does not start again; it said:\n${said}`)
  }
  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = server
    if (child === null) return
    child.kill(signal)
    await ended(child)
    server = null
  }
  const killAtExit = () => {
    server?.kill('SIGKILL')
    room.holder?.kill('SIGKILL')
  }
  process.once('exit', killAtExit)
  await start()
  return {
    address,
    isUp: () => server !== null,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    disk: room.disk,
    close: async () => {
      await end('SIGINT')
      room.holder?.kill('SIGKILL')
      process.off('exit', killAtExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Room {
  /** Keeps the file system, which only its processes see. */
  readonly holder: ChildProcess | null
  readonly disk: OwnPostgres['disk']
}

/** A file system of a few megabytes in memory, in a mount namespace of its own: it is gone with its last process. */
async function newRoom(folder: string, asRoot: boolean, diskMb: number): Promise<Room> {
  if (process.platform !== 'linux' || !asRoot) {
    if (asRoot) chownSync(folder, NOBODY, NOBODY)
    return { holder: null, disk: { missing: 'a small disk is mounted by root on Linux only' } }
  }
  const options = `size=${diskMb}m,uid=${NOBODY},gid=${NOBODY},mode=0700`
  const script = `mount -t tmpfs -o ${options} copytaster "$0" && echo mounted && exec sleep infinity`
  const holder = spawn('unshare', ['-m', 'sh', '-c', script, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
  const isMounted = await new Promise<boolean>((resolve) => {
    holder.stdout.once('data', () => resolve(true))
    holder.once('error', () => resolve(false)).once('exit', () => resolve(false))
  })
  if (!isMounted) {
    chownSync(folder, NOBODY, NOBODY)
    return { holder: null, disk: { missing: 'this machine does not let a file system be mounted' } }
  }
  const ballast = `/proc/${holder.pid}/root${folder}/ballast`
  return { holder, disk: { missing: null, fill: () => fillUp(ballast), free: () => rmSync(ballast, { force: true }) } }
}

function fillUp(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (const bytes of [1_048_576, 65_536, 4_096]) {
      const block = Buffer.alloc(bytes, 1)
      for (;;) {
        try {
          if (writeSync(file, block) < bytes) break
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          break
        }
      }
    }
  } finally {
    closeSync(file)
  }
}

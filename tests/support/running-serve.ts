import { type ChildProcess, spawn } from 'node:child_process'
import { cleanEnv, MAIN } from './built-program.ts'
import type { Desk } from './poll-world.ts'

/** A `serve` that runs, and what it has said. */
export interface RunningServe {
  readonly child: ChildProcess
  readonly said: () => string
  /** Waits until it has said these words; fails when it ends or keeps silent. */
  readonly until: (words: string | RegExp, times?: number) => Promise<void>
  /** Its exit code, once it ends by itself; fails when it does not. */
  readonly ends: () => Promise<number | null>
  readonly stop: () => Promise<number | null>
}

/** On a machine that does much else besides, a program that starts takes its time. */
const PATIENCE_MS = 90_000

/** Starts `serve`, or another command that takes its time, in the folder of a desk. */
export function startServe(
  desk: Desk,
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = ['serve'],
): RunningServe {
  const child = spawn(process.execPath, [MAIN, ...command], {
    cwd: desk.folder,
    env: { ...cleanEnv(), ...desk.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  let isOver = false
  child.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      isOver = true
      resolve(code)
    }),
  )
  const timesSaid = (words: string | RegExp) =>
    typeof words === 'string' ? said.split(words).length - 1 : [...said.matchAll(new RegExp(words, 'g'))].length
  const until = async (words: string | RegExp, times = 1) => {
    const patience = performance.now() + PATIENCE_MS
    while (timesSaid(words) < times) {
      if (isOver || performance.now() > patience) throw new Error(`serve never said ${words}; it said:\n${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const ends = async () => {
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const code = await ended
    clearTimeout(late)
    if (child.signalCode === 'SIGKILL') throw new Error(`serve did not end; it said:\n${said}`)
    return code
  }
  const stop = () => {
    child.kill('SIGTERM')
    return ends()
  }
  running.add(child)
  void ended.then(() => running.delete(child))
  return { child, said: () => said, until, ends, stop }
}

const running = new Set<ChildProcess>()

/** Ends what a failed test left running. */
export function endLeftServes(): void {
  for (const child of running) child.kill('SIGKILL')
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CuttableWay, cuttableWay } from '../cut-connections.ts'
import { type PollMark, pollMark } from './compare-with-truth.ts'
import { type Ended, type Started, startProgram } from './processes.ts'
import type { Truth } from './truth.ts'

/** One store with its publishers, on which the steps work. */
export interface ChaosDesk {
  readonly truth: Truth
  readonly address: string
  readonly folder: string
  /** Null on SQLite. */
  readonly way: CuttableWay | null
  readonly start: (args: readonly string[], env?: Readonly<Record<string, string>>, fileBlocks?: number) => Started
  /** Sends a signal, and counts it when the process was still there. */
  readonly signal: (process: Started, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGTERM' | 'SIGCONT') => void
  readonly serves: Set<Started>
  readonly faults: string[]
  /** How often each thing was done. */
  readonly done: Readonly<Record<string, number>>
  readonly count: (what: string, times?: number) => void
  readonly close: () => Promise<void>
}

export interface DeskOptions {
  readonly folder: string
  readonly address: string
  readonly truth: Truth
  readonly done: Record<string, number>
}

/** A command that takes longer hangs. */
const PATIENCE_MS = 240_000
const COUNTED_SIGNALS: Readonly<Record<string, string>> = { SIGKILL: 'kills', SIGSTOP: 'freezes', SIGTERM: 'stops' }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function openDesk({ folder, address, truth, done }: DeskOptions): Promise<ChaosDesk> {
  const way = address.startsWith('postgres') ? await cuttableWay(address) : null
  const env = writeSettings(folder, truth, way?.address ?? address)
  const serves = new Set<Started>()
  const faults: string[] = []
  const count = (what: string, times = 1) => {
    done[what] = (done[what] ?? 0) + times
  }
  const start: ChaosDesk['start'] = (args, more = {}, fileBlocks = undefined) => {
    const limit = fileBlocks === undefined ? {} : { fileBlocks }
    const started = startProgram(args, { cwd: folder, env: { ...env, ...more }, ...limit })
    count('processes started')
    if (args[0] !== 'serve') endWhenHung(started, args, faults)
    void started.ended.then((ended) => faults.push(...faultsOf(ended)))
    return started
  }
  // Some commands refuse to work where there is no store.
  await start(['migrate']).ended
  return {
    truth,
    address,
    folder,
    way,
    start,
    signal: ({ child }, signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      if (signal in COUNTED_SIGNALS) count(COUNTED_SIGNALS[signal]!)
    },
    serves,
    faults,
    done,
    count,
    close: async () => {
      for (const { child, ended } of [...serves]) {
        child.kill('SIGKILL')
        await ended
      }
      await way?.close()
    },
  }
}

/** Writes the settings and gives the variables under which the program runs. */
function writeSettings(folder: string, truth: Truth, database: string): Readonly<Record<string, string>> {
  const sources = truth.urls.map((url) => `      - url: ${url}\n`).join('')
  const delivery = `delivery:\n  webhook:\n    url: ${truth.webhook}\n`
  writeFileSync(join(folder, 'feeds.yaml'), `tabs:\n  en_news:\n    sources:\n${sources}${delivery}`)
  return {
    COPYTASTER_DATABASE: database,
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: JSON.stringify(truth.hosts),
    COPYTASTER_FETCH_HOST_PAUSE: '1ms',
    COPYTASTER_SERVER_LISTEN: '127.0.0.1:0',
    COPYTASTER_FETCH_ONCE_RETRIES: '[]',
  }
}

function endWhenHung({ child, ended }: Started, args: readonly string[], faults: string[]): void {
  const timer = setTimeout(() => {
    faults.push(`${args.join(' ')} did not end`)
    child.kill('SIGKILL')
  }, PATIENCE_MS)
  void ended.then(() => clearTimeout(timer))
}

/** A killed process may break off in the middle of a line, and is not asked why. */
function faultsOf({ args, said, signal, code }: Ended): string[] {
  if (signal !== null) return []
  const isOurs = /\n\s+at |fault of (its own|ours)|Unhandled/.test(said) || (code !== 0 && code !== 1)
  return isOurs ? [`${args.join(' ')} ended with ${code} and said:\n${said}`] : []
}

/**
 * Ends what runs, sends a digest, and polls until every host was asked: a dead process holds one for half a minute. Gives the
 * mark from which each answer of a publisher must be one poll.
 */
export async function settle({ start, serves, truth, address, faults }: ChaosDesk): Promise<PollMark> {
  for (const { child, ended } of [...serves]) {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const { signal, said } = await ended
    if (signal === 'SIGKILL') faults.push(`serve did not end when asked; it said:\n${said}`)
    clearTimeout(late)
  }
  await start(['digest', '--type', 'morning', '--send']).ended
  for (let tries = 0; tries < 60; tries++) {
    const mark = await pollMark(address)
    truth.forgetAnswers()
    const { code, said } = await start(['poll', '--all']).ended
    if (code === 0 && !said.includes('skipped') && truth.answers().size === truth.urls.length) return mark
    await pause(1_000)
  }
  faults.push('for a minute, some host could not be polled')
  return pollMark(address)
}

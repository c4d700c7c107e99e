import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openStore } from '../../../src/io/store/open-store.ts'
import { type CuttableWay, cuttableWay } from '../cut-connections.ts'
import { shiftedClock } from '../shifted-clock.ts'
import { DUE } from '../stored-references.ts'
import type { Chance } from './chance.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { type Started, startProgram } from './processes.ts'
import { startTruth, type Truth } from './truth.ts'

/** Several workers on one PostgreSQL, with publishers and readers whose every article and mail is known. */
export interface WorkerDesk {
  readonly server: OwnPostgres
  readonly way: CuttableWay
  readonly truth: Truth
  readonly mailbox: Mailbox
  /** The workers that run, by their place. */
  readonly workers: Map<number, Worker>
  readonly places: number
  readonly startWorker: (place: number) => Worker
  /** Kills one with -9. */
  readonly kill: (worker: Worker) => Promise<void>
  /** Statements of the driver itself, beside the program; null while the server does not answer. */
  readonly ask: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[] | null>
  /** The one that admits. */
  readonly leader: () => Promise<Worker | null>
  readonly makeDue: () => Promise<void>
  readonly addReader: () => Promise<void>
  /** How many readers there are besides the first. */
  readonly readers: () => number
  readonly faults: string[]
  readonly done: Record<string, number>
  readonly count: (what: string, times?: number) => void
  /** The clock of the worker in the last place is so far off from now on. */
  readonly setShift: (ms: number) => void
  readonly close: () => Promise<void>
}

export interface Worker extends Started {
  readonly place: number
  /** Frozen since; null while it runs. */
  frozen: boolean
  /** Whether the driver ended it. */
  isEnded: boolean
}

export const PAUSE_MS = 25
const EVERY_MINUTE = '* * * * *'
const ONCE_A_YEAR = '0 0 1 1 *'

export interface WorkerDeskOptions {
  /** Room for the server's data, where it is not to be filled easily. */
  readonly diskMb?: number
  /** Whether digests of every kind are due every minute. */
  readonly makesDigests?: boolean
}

export async function openWorkerDesk(
  folder: string,
  places: number,
  { diskMb, makesDigests = true }: WorkerDeskOptions = {},
): Promise<WorkerDesk> {
  const truth = await startTruth(null, { hosts: 8, feeds: 16, answerMs: 15 })
  const mailbox = await startMailbox()
  const server = await startOwnPostgres(diskMb)
  const way = await cuttableWay(server.address)
  const env = writeSettings(folder, { truth, mailbox, makesDigests }, way.address)
  const workers = new Map<number, Worker>()
  const faults: string[] = []
  const done: Record<string, number> = {}
  let shiftMs = 0
  let readers = 0
  const count = (what: string, times = 1) => {
    done[what] = (done[what] ?? 0) + times
  }
  const migrated = await startProgram(['migrate'], { cwd: folder, env }).ended
  if (migrated.code !== 0) throw new Error(`the store cannot be made: ${migrated.said}`)

  function startWorker(place: number): Worker {
    const clock = place === places - 1 && shiftMs !== 0 ? shiftedClock(shiftMs) : {}
    const started = startProgram(['worker', '--verbose'], { cwd: folder, env: { ...env, ...clock } })
    const worker: Worker = { ...started, place, frozen: false, isEnded: false }
    workers.set(place, worker)
    count('workers started')
    if (shiftMs !== 0 && place === places - 1) count('workers started with a clock an hour off')
    void started.ended.then(({ code, signal, said }) => {
      if (workers.get(place) === worker) workers.delete(place)
      const words = lastWords(said)
      if (!worker.isEnded) faults.push(`a worker ended by itself with ${code ?? signal}; it said:\n${words}`)
      else if (/\n\s+at |fault of (its own|ours)|Unhandled/.test(said)) faults.push(`a worker said:\n${words}`)
    })
    return worker
  }

  const ask: WorkerDesk['ask'] = async (text, values = []) => {
    const client = new pg.Client({ connectionString: server.address, application_name: 'chaos' })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, [...values])).rows
    } catch {
      return null
    } finally {
      await client.end().catch(() => {})
    }
  }
  const desk: WorkerDesk = {
    server,
    way,
    truth,
    mailbox,
    workers,
    places,
    startWorker,
    kill: async (worker) => {
      worker.isEnded = true
      worker.child.kill('SIGKILL')
      await worker.ended
    },
    ask,
    leader: async () => {
      const rows = await ask<{ name: string }>('select name from worker where leads = 1 order by beat_at desc')
      const pids = (rows ?? []).map(({ name }) => Number(name.split(':').at(-2)))
      return [...workers.values()].find(({ child }) => pids.includes(child.pid!)) ?? null
    },
    makeDue: async () => void (await ask(DUE.join(';'))),
    addReader: async () => {
      const name = `reader${readers + 1}`
      const store = await openStore(server.address).catch(() => null)
      const added = await store
        ?.addReader({ name, role: 'reader', email: `${name}@a.example` }, Date.now())
        .catch(() => null)
      await store?.close().catch(() => {})
      if (added != null) readers++
    },
    readers: () => readers,
    faults,
    done,
    count,
    setShift: (ms) => {
      shiftMs = ms
    },
    close: async () => {
      for (const worker of [...workers.values()]) {
        worker.isEnded = true
        worker.child.kill('SIGKILL')
        await worker.ended
      }
      await way.close()
      await server.close()
      await mailbox.close()
      await truth.close()
    },
  }
  return desk
}

/** Without the line of the bundled program that Node prints before a stack. */
export const lastWords = (said: string): string =>
  said
    .split('\n')
    .filter((line) => line.trim() !== '' && line.length < 400)
    .slice(-40)
    .join('\n')

/** A worker that runs, at random; null when there is none. */
export function someWorker({ workers }: WorkerDesk, chance: Chance): Worker | null {
  const running = [...workers.values()].filter(({ frozen, isEnded }) => !frozen && !isEnded)
  return running.length === 0 ? null : chance.oneOf(running)
}

interface WorkersRead
  extends Pick<WorkerDesk, 'truth' | 'mailbox'>,
    Required<Pick<WorkerDeskOptions, 'makesDigests'>> {}

/** Digests of every kind are due every minute, so that each reader gets one of each a day; or once a year. */
function writeSettings(folder: string, { truth, mailbox, makesDigests }: WorkersRead, database: string) {
  const sources = truth.urls.map((url) => `      - url: ${url}\n`).join('')
  const kinds = ['morning', 'midday', 'evening', 'weekly']
    .map((kind) => `${kind}: '${makesDigests ? EVERY_MINUTE : ONCE_A_YEAR}'`)
    .join(', ')
  const settings = [
    `tabs:\n  en_news:\n    sources:\n${sources}`,
    `digest:\n  timezone: UTC\n  schedule: {${kinds}}\n`,
    `delivery:\n  webhook: {url: '${truth.webhook}'}\n`,
    `  email: {host: 127.0.0.1, port: ${mailbox.port}, from: desk@a.example, to: []}\n`,
  ]
  writeFileSync(join(folder, 'feeds.yaml'), settings.join(''))
  return {
    COPYTASTER_DATABASE: database,
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: JSON.stringify(truth.hosts),
    COPYTASTER_FETCH_HOST_PAUSE: `${PAUSE_MS}ms`,
    COPYTASTER_FETCH_CONCURRENCY: '4',
  }
}

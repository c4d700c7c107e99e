import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { markdownTable } from './measure.ts'
import { fill } from './stalls.ts'

/* What the web server answers in a second and how long the slowest answers take, for ten readers over a hundred thousand articles in
   SQLite, beside a plain route that sends the same bytes. The limits on requests are lifted. */

const READERS = 10
const CONNECTIONS = 8
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)

/** One request to be sent. */
interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What is asked for, and where a plain server gives the same bytes. */
export interface ServedCase {
  readonly name: string
  readonly requests: readonly Sent[]
  readonly plain: string
}

/** What the process that serves tells. */
export interface Served {
  readonly cases: readonly ServedCase[]
  readonly bytes: readonly number[]
}

/** What the process that asks is told. */
export interface Wanted {
  readonly requests: readonly Sent[]
  readonly connections: number
  readonly seconds: number
}

interface Loaded {
  readonly took: readonly number[]
  readonly failures: readonly string[]
  readonly seconds: number
}

export async function benchServer(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-bench-'))
  const database = `sqlite:${join(folder, 'bench.db')}`
  try {
    const page = await fill(database, Date.now())
    const server = fork(new URL('./peers/served-app.ts', import.meta.url), [database, String(READERS), page])
    const loader = fork(new URL('./peers/loader.ts', import.meta.url))
    const served = await answerOf<Served>(server)
    const rows: string[][] = []
    const failures: string[] = []
    for (const [n, { name, requests, plain }] of served.cases.entries()) {
      const asPlain = requests.map(({ method, headers, body }) => ({
        method,
        headers,
        url: plain,
        ...(body === undefined ? {} : { body }),
      }))
      // In turn, so that a busy moment hits both; the first round only warms up.
      await load(loader, requests, 1)
      await load(loader, asPlain, 1)
      const before = await processorMs(server)
      const own = await load(loader, requests, SECONDS)
      const processor = ((await processorMs(server)) - before) / own.took.length
      const other = await load(loader, asPlain, SECONDS)
      failures.push(...own.failures, ...other.failures)
      const bytes = served.bytes[n]!.toLocaleString('en')
      rows.push([name, bytes, processor.toFixed(1), ...figures(own), ...figures(other)])
    }
    server.disconnect()
    loader.disconnect()
    const figuresOf = ['a second', 'p99, ms']
    const plain = figuresOf.map((figure) => `plain route, ${figure}`)
    say(markdownTable(['asked', 'bytes', 'processor, ms', ...figuresOf, ...plain], rows))
    say('')
    say(
      `${CONNECTIONS} connections for ${SECONDS} s each; answers other than 200: ${failures.length}${failures.length > 0 ? ` (${failures[0]})` : ''}; load at the end: ${loadavg()[0]!.toFixed(1)}.`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** How long the server has used the processor: less disturbed by whatever else runs than how long it took. */
function processorMs(server: ChildProcess): Promise<number> {
  server.send('processor')
  return answerOf<number>(server)
}

function load(loader: ChildProcess, requests: readonly Sent[], seconds: number): Promise<Loaded> {
  const wanted: Wanted = { requests, connections: CONNECTIONS, seconds }
  loader.send(wanted)
  return answerOf<Loaded>(loader)
}

/** A process that ends without an answer is a fault that must be seen. */
function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a process of the benchmark ended with ${code}`))
    child.once('exit', gone)
    child.once('message', (message) => {
      child.off('exit', gone)
      resolve(message as T)
    })
  })
}

function figures({ took, seconds }: Loaded): string[] {
  const sorted = [...took].sort((a, b) => a - b)
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
  return [Math.round(took.length / seconds).toLocaleString('en'), p99.toFixed(1)]
}

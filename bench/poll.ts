import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { markdownTable } from './measure.ts'
import { copytaster, curl, isInstalled, newsboat, type Reader, sfeed } from './peers/readers.ts'
import type { Cost } from './peers/run-timed.ts'

/* Polling end to end into SQLite, through the built program, beside two other readers and bare requests. The publishers
   live in a process of their own, each feed on an address of its own, so that no pause between requests to one host is
   measured. */

const MANY = Number(process.env.BENCH_FEEDS ?? 10_000)
const SOME = 1_000
const AT_ONCE = 64

interface Measured {
  readonly reader: string
  readonly feeds: number
  readonly first: Cost
  readonly again: Cost
}

export async function benchPoll(say: (line: string) => void): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  const publishers = fork(new URL('./peers/publishers.ts', import.meta.url))
  try {
    const port = await portOf(publishers)
    const some = urls(port, SOME)
    const bare = await bareRequests(some)
    await bareRequests(urls(port, MANY))
    const rows: Measured[] = []
    for (const reader of [copytaster(some), ...peers(some)]) rows.push(await measure(reader, SOME))
    rows.push(await measure(copytaster(urls(port, MANY)), MANY))
    report(rows, bare, say)
  } finally {
    publishers.disconnect()
  }
}

function portOf(publishers: ChildProcess): Promise<number> {
  return new Promise((resolve) => publishers.once('message', (port) => resolve(port as number)))
}

const urls = (port: number, count: number) =>
  Array.from({ length: count }, (_, n) => `http://127.1.${n >> 8}.${n & 255}:${port}/rss`)

/** Those that are installed. More threads make newsboat no faster: they wait for its one database. */
function peers(feeds: readonly string[]): Reader[] {
  const readers: Reader[] = []
  if (isInstalled('newsboat')) readers.push(newsboat(feeds, 4))
  if (isInstalled('sfeed_update')) readers.push(sfeed(feeds, AT_ONCE))
  return readers
}

async function measure(reader: Reader, feeds: number): Promise<Measured> {
  const first = await reader.pass()
  const again = await reader.pass()
  reader.remove()
  return { reader: reader.name, feeds, first, again }
}

/** The second time: at the first the publishers write their documents. */
async function bareRequests(feeds: readonly string[]): Promise<Cost> {
  const reader = curl(feeds, AT_ONCE)
  await reader.pass()
  const cost = await reader.pass()
  reader.remove()
  return cost
}

function report(rows: readonly Measured[], bare: Cost, say: (line: string) => void): void {
  say('First pass, everything new:')
  say('')
  say(table(rows, ({ first }) => first))
  say('')
  say('Second pass, nothing changed (sfeed asks without conditions):')
  say('')
  say(table([...rows, { reader: `curl --parallel`, feeds: SOME, first: bare, again: bare }], ({ again }) => again))
  say('')
  const [ours, ...others] = rows
  const many = rows.at(-1)!
  for (const peer of others.filter((one) => one !== many)) {
    say(`- Copytaster’s first pass at ${ratio(peer.first, ours!.first)} the speed of ${peer.reader}.`)
  }
  say(
    `- The unchanged pass takes ${ratio(ours!.again, bare)} the time of curl’s ${SOME.toLocaleString('en')} bare requests.`,
  )
  say(
    `- ${(MANY / SOME).toFixed(0)} times the feeds: ${ratio(many.first, ours!.first)} the time, ${peak(many)} MB instead of ${peak(ours!)} MB.`,
  )
  say('')
  say(
    `20 items a feed; ${AT_ONCE} requests at once; every feed on a host of its own, so \`host_pause\` (1 s) never applies. ` +
      `CPU is that of the reader and its children, memory that of its largest process (threads included), by GNU time; ` +
      `the publishers have a process of their own on the same machine. Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}.`,
  )
}

const ratio = (one: Cost, other: Cost) => `${(one.wallSeconds / other.wallSeconds).toFixed(1)} ×`
const peak = ({ first, again }: Measured) => Math.max(first.peakMb, again.peakMb).toFixed(0)

function table(rows: readonly Measured[], costOf: (row: Measured) => Cost): string {
  const cells = rows.map((row) => {
    const { wallSeconds, cpuSeconds, peakMb } = costOf(row)
    const speed = (row.feeds / wallSeconds).toFixed(0)
    return [
      row.reader,
      row.feeds.toLocaleString('en'),
      wallSeconds.toFixed(2),
      cpuSeconds.toFixed(2),
      speed,
      peakMb.toFixed(0),
    ]
  })
  return markdownTable(['reader', 'feeds', 'wall, s', 'CPU, s', 'feeds/s', 'peak, MB'], cells)
}

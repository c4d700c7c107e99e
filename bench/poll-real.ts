import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sharedFolder } from '../tests/support/shared-folder.ts'
import { markdownTable, median } from './measure.ts'
import { bareNode, copytaster, isInstalled, newsboat, type Reader, sfeed } from './peers/readers.ts'
import type { Cost } from './peers/run-timed.ts'
import type { StageTime } from './peers/stage-times.ts'

/* Polling real documents, through the built program, beside other readers: a first pass, an unchanged one, and an hour of
   life. The readers take turns, so that a busy moment hits each alike. Then where the time of the first pass goes. */

const ROUNDS = 3
const AT_ONCE = 64
/** Longer than `host_pause`: a pass that follows at once would wait for the hosts that were just asked. */
const BETWEEN_PASSES_MS = 1_100
const PASSES = ['first', 'unchanged', 'hour'] as const
const PASS_TITLES = {
  first: 'First pass, everything new',
  unchanged: 'Second pass, nothing changed (sfeed asks without conditions)',
  hour: 'An hour of life',
}

type Pass = (typeof PASSES)[number]
type Costs = Readonly<Record<Pass, readonly Cost[]>>

interface Measured {
  readonly reader: string
  readonly costs: Record<Pass, Cost[]>
}

/** What the process of the publishers says of itself. */
interface Publishers {
  readonly port: number
  readonly count: number
  readonly bytes: number
  readonly added: number
  readonly bringing: number
}

export async function benchPollReal(say: (line: string) => void): Promise<void> {
  const corpus = sharedFolder('corpora', 'feeds-real')
  if (corpus === null) return say('The real documents (corpora/feeds-real) are not here, so nothing was measured.')
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  const publisher = fork(new URL('./peers/real-publishers.ts', import.meta.url), [corpus])
  try {
    const [publishers] = (await once(publisher, 'message')) as [Publishers]
    const urls = Array.from(
      { length: publishers.count },
      (_, n) => `http://127.2.${n >> 8}.${n & 255}:${publishers.port}/feed`,
    )
    report(await inRounds(urls, publisher), publishers, say)
  } finally {
    publisher.disconnect()
  }
  await whereTimeGoes(corpus, say)
}

async function inRounds(urls: readonly string[], publishers: ChildProcess): Promise<Measured[]> {
  const makers: (() => Reader)[] = [() => copytaster(urls)]
  if (isInstalled('newsboat')) makers.push(() => newsboat(urls, 4))
  if (isInstalled('sfeed_update')) makers.push(() => sfeed(urls, AT_ONCE))
  makers.push(() => bareNode(urls))
  const rows: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, make] of makers.entries()) {
      const reader = make()
      rows[n] ??= { reader: reader.name, costs: { first: [], unchanged: [], hour: [] } }
      for (const pass of PASSES) {
        publishers.send(pass === 'hour' ? 'hour' : 'earlier')
        await once(publishers, 'message')
        await sleep(BETWEEN_PASSES_MS)
        rows[n].costs[pass].push(await reader.pass())
      }
      reader.remove()
    }
  }
  return rows
}

function report(rows: readonly Measured[], publishers: Publishers, say: (line: string) => void): void {
  const { count, bytes, bringing, added } = publishers
  say(
    `${count} real documents, ${(bytes / 1e6).toFixed(1)} MB; in the hour ${bringing} of them bring ${added} entries. Medians of ${ROUNDS} rounds.`,
  )
  const [ours, ...peers] = rows
  for (const pass of PASSES) {
    say('')
    say(`**${PASS_TITLES[pass]}**`)
    say('')
    say(table(rows, pass))
  }
  say('')
  for (const [name, command] of [
    ['newsboat', 'newsboat'],
    ['sfeed', 'sfeed_update'],
  ] as const)
    if (!isInstalled(command)) say(`- ${name} is not installed here, so it was not measured.`)
  for (const { reader, costs } of peers) {
    const ratios = PASSES.map(
      (pass) =>
        `${pass} ${times(of(costs, pass, 'wallSeconds'), of(ours!.costs, pass, 'wallSeconds'))} as fast, ` +
        `${times(of(ours!.costs, pass, 'cpuSeconds'), of(costs, pass, 'cpuSeconds'))} its CPU`,
    )
    say(`- Copytaster beside ${reader}: ${ratios.join('; ')}.`)
  }
  say('')
  say(
    `${AT_ONCE} requests at once; every feed on a host of its own and more than a second between passes, so \`host_pause\` (1 s) never applies. CPU is that of the reader ` +
      `and its children, memory that of its largest process (threads included), by GNU time; the publishers have a process of ` +
      `their own on the same machine. Load of the machine at the end: ${loadavg()[0]!.toFixed(1)}.`,
  )
  say('')
}

const of = (costs: Costs, pass: Pass, what: keyof Cost): number => median(costs[pass].map((cost) => cost[what]))
const times = (one: number, other: number): string => `${(one / other).toFixed(1)} ×`

function table(rows: readonly Measured[], pass: Pass): string {
  const cells = rows.map(({ reader, costs }) => [
    reader,
    of(costs, pass, 'wallSeconds').toFixed(2),
    of(costs, pass, 'cpuSeconds').toFixed(2),
    of(costs, pass, 'peakMb').toFixed(0),
  ])
  return markdownTable(['reader', 'wall, s', 'CPU, s', 'peak, MB'], cells)
}

async function whereTimeGoes(corpus: string, say: (line: string) => void): Promise<void> {
  const child = fork(new URL('./peers/stage-times.ts', import.meta.url), [corpus])
  const [stages] = (await once(child, 'message')) as [readonly StageTime[]]
  say(
    '**Where the time goes**, each document once through every stage, by processor time: in a fresh process, as in a first pass, and the fourth time in the same process, into another store, when the code is compiled:',
  )
  say('')
  const sum = (ms: (stage: StageTime) => number) => stages.reduce((all, stage) => all + ms(stage), 0)
  const [first, last] = [sum(({ firstMs }) => firstMs), sum(({ lastMs }) => lastMs)]
  const row = (stage: string, firstMs: number, lastMs: number) => [
    stage,
    firstMs.toFixed(0),
    `${((100 * firstMs) / first).toFixed(0)} %`,
    lastMs.toFixed(0),
  ]
  const rows = stages.map(({ stage, firstMs, lastMs }) => row(stage, firstMs, lastMs))
  say(markdownTable(['stage', 'first, CPU ms', 'share', 'fourth, CPU ms'], [...rows, row('all', first, last)]))
}

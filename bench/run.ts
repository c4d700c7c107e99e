import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { benchAdmission } from './admission.ts'
import { benchArguments } from './bench-arguments.ts'
import { benchCrawl } from './crawl.ts'
import { benchDedup } from './dedup.ts'
import { benchDigest } from './digest.ts'
import { benchEngineStalls } from './engine-stalls.ts'
import { benchHashTables } from './hash-tables.ts'
import { benchIngest } from './ingest.ts'
import { benchPage } from './page.ts'
import { benchParse } from './parse.ts'
import { benchPoll } from './poll.ts'
import { benchPollReal } from './poll-real.ts'
import { benchPollSimulation } from './poll-simulation.ts'
import { benchReaders } from './readers.ts'
import { benchScale, benchScaleQueries } from './scale.ts'
import { benchScaleWorkers } from './scale-workers.ts'
import { benchScore } from './score.ts'
import { benchSearch } from './search.ts'
import { benchServer } from './server.ts'
import { benchSimilar } from './similar.ts'
import { benchStages } from './stages.ts'
import { benchStalls } from './stalls.ts'
import { benchSteady } from './steady.ts'
import { benchStore } from './store.ts'
import { benchTakeover } from './takeover.ts'

/* `npm run bench -- NAME… [--record]`: prints the figures; with --record they also go to docs/benchmarks.md. `poll --real` is
   `poll-real`. */

const benches: Readonly<Record<string, (say: (line: string) => void) => Promise<void>>> = {
  dedup: benchDedup,
  'hash-tables': benchHashTables,
  store: benchStore,
  admission: benchAdmission,
  steady: benchSteady,
  stalls: benchStalls,
  server: benchServer,
  ingest: benchIngest,
  page: benchPage,
  parse: benchParse,
  crawl: benchCrawl,
  search: benchSearch,
  similar: benchSimilar,
  score: benchScore,
  digest: benchDigest,
  poll: benchPoll,
  'poll-real': benchPollReal,
  stages: benchStages,
  readers: benchReaders,
  scale: benchScale,
  'scale-queries': benchScaleQueries,
  'scale-workers': benchScaleWorkers,
  takeover: benchTakeover,
  'engine-stalls': benchEngineStalls,
  'poll-simulation': (say) => benchPollSimulation(say),
}

const DOCS = new URL('../docs/benchmarks.md', import.meta.url)
const asked = benchArguments(process.argv.slice(2), Object.keys(benches))
if (asked === null) {
  process.stderr.write(`npm run bench -- NAME… [--record], where NAME is one of ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}

for (const name of asked.names) {
  const lines = await run(name)
  if (asked.record) record(name, lines)
}

/** Runs one benchmark and gives what it printed, headed by the day and the machine. */
async function run(name: string): Promise<readonly string[]> {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    process.stdout.write(`${line}\n`)
  }
  const memory = Math.round(totalmem() / 1024 ** 3)
  say(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB`,
  )
  say('')
  await benches[name]!(say)
  return lines
}

function record(section: string, output: readonly string[]): void {
  const docs = readFileSync(DOCS, 'utf8')
  const [open, close] = [`<!-- bench:${section} -->`, `<!-- /bench:${section} -->`]
  const from = docs.indexOf(open)
  const to = docs.indexOf(close)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no place marked ${open}`)
  writeFileSync(DOCS, `${docs.slice(0, from + open.length)}\n${output.join('\n')}\n${docs.slice(to)}`)
}

import { mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup as build } from '../built-program.ts'
import { newDatabase } from '../databases.ts'
import { startPostgres } from '../postgres-server.ts'
import { runChaos } from './chaos.ts'

/*
 * `npm run chaos -- --minutes 60 --database sqlite --seed 7 --folder DIR`: a folder that is there already is continued. On
 * PostgreSQL that needs a server of one's own (COPYTASTER_TEST_POSTGRES) and `--address` of the database of the first run.
 * SIGINT ends it after the step it is in.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    address: { type: 'string' },
  },
})
build()
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
const server = values.database === 'postgres' ? await startPostgres() : null
if (server !== null) process.env.COPYTASTER_TEST_POSTGRES = server.address
const address =
  values.address ?? (server === null ? `sqlite:${join(folder, 'chaos.db')}` : (await newDatabase('postgres')).address)
console.log(`${folder}, ${address}, seed ${values.seed}`)
let until = Date.now() + Number(values.minutes) * 60_000
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (until = 0))
const report = await runChaos({
  folder,
  address,
  seed: Number(values.seed),
  goesOn: () => Date.now() < until,
  stepsInRound: 25,
  say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
})
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`)
console.log(JSON.stringify(report, null, 2))
await server?.stop()
process.exitCode = report.faults.length === 0 ? 0 : 1

import { mkdtempSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup as build } from '../built-program.ts'
import { newDatabase } from '../databases.ts'
import { startPostgres } from '../postgres-server.ts'
import { runChaos } from './chaos.ts'
import { runWorkerChaos } from './worker-chaos.ts'

/*
 * `npm run chaos -- --minutes 60 --database sqlite --seed 7 --folder DIR`: a folder that is there already is continued. On
 * PostgreSQL that needs a server of one's own (COPYTASTER_TEST_POSTGRES) and `--address` of the database of the first run.
 * SIGINT ends it after the step it is in.
 *
 * `npm run chaos -- --workers 4 --minutes 30 --seed 7`: so many workers on a PostgreSQL of their own, which is stopped, killed and filled.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    address: { type: 'string' },
    workers: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
build()
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'copytaster-chaos-'))
let until = Date.now() + Number(values.minutes) * 60_000
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (until = 0))
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
const report = values.workers === undefined ? await onOneStore() : await onManyWorkers(Number(values.workers))
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}`)
console.log(JSON.stringify(report, null, 2))
process.exitCode = report.faults.length === 0 ? 0 : 1

async function onOneStore() {
  const server = values.database === 'postgres' ? await startPostgres() : null
  if (server !== null) process.env.COPYTASTER_TEST_POSTGRES = server.address
  const address =
    values.address ?? (server === null ? `sqlite:${join(folder, 'chaos.db')}` : (await newDatabase('postgres')).address)
  console.log(`${folder}, ${address}, seed ${values.seed}`)
  const done = await runChaos({
    folder,
    address,
    seed: Number(values.seed),
    goesOn: () => Date.now() < until,
    stepsInRound: 25,
    say,
  })
  await server?.stop()
  return done
}

function onManyWorkers(workers: number) {
  console.log(`${folder}, ${workers} workers, seed ${values.seed}`)
  return runWorkerChaos({
    folder,
    workers,
    seed: Number(values.seed),
    goesOn: () => Date.now() < until,
    faultsInRound: 10,
    ...(values.only && { only: values.only }),
    say,
  })
}

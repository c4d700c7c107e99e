import { keyHash } from '../../../src/core/text/key-hash.ts'
import { openStore } from '../../../src/io/store/open-store.ts'
import { rudeVisits } from '../publisher/many-hosts.ts'
import { findDifferences, pollMark } from './compare-with-truth.ts'
import { lastWords, PAUSE_MS, type WorkerDesk } from './worker-desk.ts'

/** Instants are whole milliseconds on both sides. */
const ROUNDING_MS = 2
/** Within this time the workers must have recovered by themselves. */
const PATIENCE_MS = 180_000
const KINDS = 4
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until the workers, left alone, have stored and delivered everything; ends them; compares the store with the truth. */
export async function compareWorkers(desk: WorkerDesk): Promise<void> {
  const { truth, server, ask, faults } = desk
  await desk.makeDue()
  await untilTrue(desk, 'not all articles were stored', async () => {
    const rows = await ask<{ n: string }>('select count(*) as n from article')
    return Number(rows?.[0]?.n) === truth.items().length
  })
  await untilTrue(desk, 'not all digests were sent', async () => {
    const rows = await ask<{ n: string }>('select count(*) as n from delivery')
    return Number(rows?.[0]?.n) >= KINDS * (desk.readers() + 1)
  })
  // Twice: what was being asked when the counting began may be stored after it.
  let mark = 0
  for (let n = 0; n < 2; n++) {
    await untilQuiet(desk)
    mark = await pollMark(server.address)
    truth.forgetAnswers()
    await desk.makeDue()
    await untilTrue(desk, 'not all feeds were polled', async () => truth.answers().size === truth.urls.length)
  }
  await untilQuiet(desk)
  await untilTrue(desk, 'a process that is dead stayed listed', async () => {
    const rows = await ask<{ n: string }>('select count(*) as n from worker')
    return Number(rows?.[0]?.n) === desk.places
  })
  await endWorkers(desk)
  faults.push(...rudeVisits(truth.takeVisits(), PAUSE_MS - ROUNDING_MS))
  // What was refused for certain is sent again a quarter of an hour later.
  faults.push(...(await findDifferences(server.address, truth, mark)), ...(await mailFaults(desk)))
  faults.push(...(await queueFaults(desk)))
  desk.count('comparisons with the truth')
}

async function untilTrue(desk: WorkerDesk, otherwise: string, isTrue: () => Promise<boolean>): Promise<void> {
  const { faults } = desk
  if (faults.length > 0) return
  const over = Date.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (Date.now() > over) {
      return void faults.push(`left alone for ${PATIENCE_MS / 1_000} s: ${otherwise}\n${await stateOf(desk)}`)
    }
    await pause(250)
  }
}

/** What to look at when workers do not recover. */
async function stateOf({ ask, workers }: WorkerDesk): Promise<string> {
  const questions = [
    'select * from host',
    'select name, pools, leads, beat_at from worker',
    'select id, owner, result is null as waits from prepared_poll',
    'select key, run_at, attempts, locked_at, locked_by, left(last_error, 80) as error from graphile_worker.jobs',
    'select queue_name, locked_at, locked_by from graphile_worker._private_job_queues where locked_at is not null',
  ]
  const rows: string[] = []
  for (const question of questions) {
    for (const row of (await ask(question)) ?? []) rows.push(JSON.stringify(row))
  }
  const said = [...workers.values()].map((worker) => lastWords(worker.said()).split('\n').slice(-8).join('\n'))
  return [...rows, ...said].join('\n')
}

/** No host is leased, and no poll waits for admission. */
const untilQuiet = (desk: WorkerDesk) =>
  untilTrue(desk, 'a host stayed leased, or a poll waited', async () => {
    const busy = `select (select count(*) from host where lease_owner is not null or due_at < 1000)
      + (select count(*) from prepared_poll where result is null) as n`
    return Number((await desk.ask<{ n: string }>(busy))?.[0]?.n) === 0
  })

async function endWorkers({ workers, faults }: WorkerDesk): Promise<void> {
  const running = [...workers.values()]
  for (const worker of running) {
    worker.isEnded = true
    worker.child.kill('SIGTERM')
  }
  for (const { ended, child } of running) {
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const { code, said } = await ended
    clearTimeout(late)
    if (code !== 0) faults.push(`a worker that was asked to stop ended with ${code}; it said:\n${lastWords(said)}`)
  }
}

async function mailFaults({ server, mailbox, ask }: WorkerDesk): Promise<string[]> {
  const store = await openStore(server.address)
  const recorded = await store.deliveries(0, 1_000_000)
  await store.close()
  const faults: string[] = []
  const seen = mailbox.times()
  const mails = recorded.filter(({ channel }) => channel === 'email')
  const idOf = ({ subject, recipient }: (typeof mails)[number]) => keyHash(`delivery ${subject} ${recipient}`)
  const known = new Map(mails.map((one) => [idOf(one), one]))
  for (const [id, times] of seen) {
    if (times > 1) faults.push(`the mail ${known.get(id)?.subject ?? id} came ${times} times`)
    if (!known.has(id)) faults.push(`the mail ${id} came without a record`)
    if (known.get(id)?.outcome === 'failed')
      faults.push(`the mail ${known.get(id)!.subject} came, but is recorded as failed`)
  }
  for (const [id, { subject, outcome }] of known) {
    if (outcome === 'sent' && !seen.has(id)) faults.push(`the mail ${subject} is recorded as sent, but never came`)
  }
  const twice = await ask<{ n: string }>(
    'select count(*) as n from (select 1 from digest group by reader_id, type, local_date having count(*) > 1) as twice',
  )
  if (Number(twice?.[0]?.n) !== 0) faults.push('a digest was made twice')
  return faults
}

/** What processes that have ended must not leave. */
const LEFT: Readonly<Record<string, string>> = {
  'hosts that are leased': 'select count(*) as n from host where lease_owner is not null',
  'processes that are listed': 'select count(*) as n from worker',
  'jobs that are locked': 'select count(*) as n from graphile_worker.jobs where locked_at is not null',
  'jobs that failed for good': `select count(*) as n from graphile_worker.jobs
    where attempts >= max_attempts and last_error is not null`,
  'hosts without a job': `select count(*) as n from host where due_at is not null
    and not exists (select 1 from graphile_worker.jobs where key = 'host ' || host.host)`,
  'polls that wait': 'select count(*) as n from prepared_poll where result is null',
}

async function queueFaults({ ask }: WorkerDesk): Promise<string[]> {
  const faults: string[] = []
  for (const [what, question] of Object.entries(LEFT)) {
    const rows = await ask<{ n: string }>(question)
    if (rows === null || Number(rows[0]!.n) !== 0) faults.push(`${what}: ${rows?.[0]?.n ?? 'the server does not say'}`)
  }
  return faults
}

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { renewEpoch } from '../src/app/idf-epochs.ts'
import { setup as build } from '../tests/support/built-program.ts'
import { type Started, startProgram } from '../tests/support/chaos/processes.ts'
import { markdownTable } from './measure.ts'
import { familySeconds, parentOf, processorSeconds } from './peers/processor-seconds.ts'
import { loadArticles, SIZES } from './scale-load.ts'
import { loadNews } from './scale-news.ts'
import { FEEDS, HOSTS, openScaleStore, type ScaleStore } from './scale-store.ts'

/* How many feeds are polled, and how many articles stored, in a second by one, two and four `copytaster worker` on one PostgreSQL, with a
   million articles stored: once with polls that bring nothing new, once with polls that bring twenty new articles each. One feed of a
   host is due at a time, so that no pause between requests to one host is measured. */

const WORKERS = (process.env.BENCH_WORKERS ?? '1,2,4').split(',').map(Number)
const ARTICLES = SIZES.at(-1)!
/** So many of them are new enough to be compared with. */
const COMPARED = 50_000
const CELL_MS = Number(process.env.BENCH_CELL_SECONDS ?? 30) * 1_000
/** The first polls after hosts became due are not measured. */
const RAMP_MS = 3_000
const LOOK_EVERY_MS = 500
/** Of the hosts that are due, after which a cell ends: the last ones keep only some processes busy. */
const MOST_POLLED = 0.9
const START_MS = 120_000
const WARM_UP_MS = 120_000
const DAY_MS = 86_400_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** `npm run bench -- scale-workers`: the same as at the end of `scale`, without the growth of queries. */
export async function benchScaleWorkers(say: (line: string) => void): Promise<void> {
  const opened = await openScaleStore()
  try {
    await loadArticles(opened.client, 0, ARTICLES, FEEDS)
    await measureWorkers(opened, say)
  } finally {
    await opened.close()
  }
}

type Kind = 'nothing new' | 'new articles'

interface Cell {
  readonly kind: Kind
  readonly workers: number
  readonly pollsASecond: number
  readonly articlesASecond: number
  /** Processors that were busy with each. */
  readonly busy: { readonly workers: number; readonly server: number; readonly publishers: number }
  /** Until the first poll was stored after the workers were there: one of them reads the prints. */
  readonly warmUpMs: number
}

/** Measures on a store that holds the articles, and says the figures. */
export async function measureWorkers(opened: ScaleStore, say: (line: string) => void): Promise<void> {
  build()
  await loadNews(opened.client, { after: ARTICLES, count: COMPARED, feeds: FEEDS, now: Date.now() })
  await renewEpoch(opened.store, Date.now())
  await opened.client.query('update feed set next_at = $1', [Date.now() + 7 * DAY_MS])
  await opened.client.query('update host set due_at = $1', [Date.now() + 7 * DAY_MS])
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-scale-'))
  const cells: Cell[] = []
  try {
    for (const [turn, workers] of WORKERS.entries())
      for (const kind of ['nothing new', 'new articles'] as const) {
        cells.push(await measureCell(opened, folder, { turn, workers, kind }))
        await makeRest(opened)
      }
  } finally {
    rmSync(folder, { recursive: true })
  }
  report(cells, say)
}

interface CellPlan {
  readonly turn: number
  readonly workers: number
  readonly kind: Kind
}

/** Each with processes of its own, and with feeds that no other cell polls. */
async function measureCell(opened: ScaleStore, folder: string, plan: CellPlan): Promise<Cell> {
  const { client } = opened
  const { workers, kind } = plan
  const started = Array.from({ length: workers }, () => startWorker(opened, folder))
  try {
    await untilThere(opened, started)
    const warmUpMs = await warmUp(opened, plan)
    const due = await makeDue(opened, feedsOf(plan))
    const postgres = parentOf((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    const look = async () => ({
      at: performance.now(),
      polls: Number((await client.query('select count(*) as n from poll')).rows[0].n),
      articles: Number((await client.query('select count(*) as n from article where id > $1', [ARTICLES])).rows[0].n),
      workers: started.reduce((sum, { child }) => sum + processorSeconds(child.pid!), 0),
      server: familySeconds(postgres),
      publishers: processorSeconds(opened.publishers.pid!),
    })
    const before = await look()
    await pause(RAMP_MS)
    const from = await look()
    let to = from
    while (to.at - from.at < CELL_MS && to.polls - before.polls < due * MOST_POLLED) {
      await pause(LOOK_EVERY_MS)
      to = await look()
    }
    const a = (of: 'polls' | 'articles' | 'workers' | 'server' | 'publishers') =>
      ((to[of] - from[of]) * 1_000) / (to.at - from.at)
    if (to.polls === from.polls) throw new Error(`no feed was polled: ${saidBy(started)}`)
    if (kind === 'nothing new' && to.articles > from.articles)
      throw new Error('polls that bring nothing new brought articles')
    const busy = { workers: a('workers'), server: a('server'), publishers: a('publishers') }
    return { kind, workers, pollsASecond: a('polls'), articlesASecond: a('articles'), busy, warmUpMs }
  } finally {
    for (const { child } of started) child.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
  }
}

const saidBy = (started: readonly Started[]) => started.map(({ said }) => said().slice(-500)).join('\n')

function startWorker({ address }: ScaleStore, folder: string): Started {
  const env = {
    COPYTASTER_DATABASE: address,
    COPYTASTER_FETCH_ALLOW_PRIVATE_NETWORKS: '["127.0.0.0/8"]',
    // The articles that were loaded are old, and are to stay.
    COPYTASTER_DEDUP_RETENTION_DAYS: '3650',
  }
  return startProgram(['worker', '--verbose'], { cwd: folder, env })
}

async function untilThere({ client }: ScaleStore, started: readonly Started[]): Promise<void> {
  const question = 'select count(*) as n, sum(leads) as leads from worker'
  const since = performance.now()
  for (;;) {
    const [row] = (await client.query(question)).rows
    if (Number(row.n) === started.length && Number(row.leads) === 1) return
    const ended = started.find(({ child }) => child.exitCode !== null)
    if (ended !== undefined) throw new Error(`a worker ended: ${ended.said()}`)
    if (performance.now() - since > START_MS) throw new Error(`the workers do not start: ${saidBy(started)}`)
    await pause(200)
  }
}

/** The numbers of feeds, the last not included. The feeds of one number after the other are of different hosts. */
type Feeds = readonly [from: number, to: number]

/** For polls without news a fifth of the feeds for each cell; for new articles hosts that no cell polled, of the fourth fifth. */
function feedsOf({ kind, turn }: CellPlan): Feeds {
  const third = Math.floor(HOSTS / WORKERS.length)
  if (kind === 'nothing new') return [1 + turn * HOSTS, 1 + (turn + 1) * HOSTS]
  return [1 + 3 * HOSTS + turn * third, 1 + 3 * HOSTS + (turn + 1) * third - WARM_UP_FEEDS]
}

const WARM_UP_FEEDS = 40

/**
 * Some polls before any is measured: they start threads, and one process reads the prints that new articles are compared with. Gives how long
 * the first article took.
 */
async function warmUp(opened: ScaleStore, plan: CellPlan): Promise<number> {
  const since = performance.now()
  const [, end] = feedsOf({ ...plan, kind: 'new articles' })
  const half = WARM_UP_FEEDS / 2
  const from = plan.kind === 'nothing new' ? end : end + half
  const count = async (text: string) => Number((await opened.client.query(text)).rows[0].n)
  const newest = () => count('select max(id) as n from article')
  const left = () =>
    count(`select count(*) as n from feed where id >= ${from} and id < ${from + half} and next_at < ${dueAt + 60_000}`)
  const before = await newest()
  const dueAt = Date.now()
  await makeDue(opened, [from, from + half])
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone())) {
      if (performance.now() - since > WARM_UP_MS) throw new Error('the workers do not poll')
      await pause(100)
    }
  }
  await until(async () => (await newest()) > before)
  const first = performance.now() - since
  await until(async () => (await left()) === 0)
  return first
}

/**
 * Makes feeds due, and gives them the validators of what the publishers have, and a document to which these belong, unless they are to bring
 * new articles; gives how many.
 */
async function makeDue({ client }: ScaleStore, [from, to]: Feeds): Promise<number> {
  const now = Date.now()
  const range = [from, to - 1]
  const hasNews = from > 3 * HOSTS
  const before = hasNews
    ? `etag = null, history = '{}'`
    : `etag = '"' || host || '-1"', history = json_build_object('kind', 'major', 'documentUrl', url, 'lastDocumentAt', ${now})`
  await transact(client, async () => {
    await client.query(
      `update host set due_at = ${now} where host in (select host from feed where id between $1 and $2)`,
      range,
    )
    await client.query(`update feed set next_at = ${now}, ${before} where id between $1 and $2`, range)
  })
  return to - from
}

const MOST_TRIES = 5
const DEADLOCK = '40P01'

/** The workers lock a host before its feeds, and so does what is done here; rows of one table may still be locked in another order. */
async function transact(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if ((error as { readonly code?: string }).code !== DEADLOCK || tries === MOST_TRIES) throw error
    }
  }
}

/**
 * What was not polled is due no more; the workers have ended. Nor does the next row pay for the search index and the stories of what this one
 * stored.
 */
async function makeRest({ client }: ScaleStore): Promise<void> {
  const [soon, later] = [Date.now() + DAY_MS / 24, Date.now() + 7 * DAY_MS]
  await client.query('update host set due_at = $2, lease_owner = null, lease_until = 0 where due_at < $1', [
    soon,
    later,
  ])
  await client.query('update feed set next_at = $2 where next_at < $1', [soon, later])
  await client.query('delete from worker')
  await client.query('delete from search_stale')
  await client.query(`update derived_cursor set position = (select max(id) from article) where name = 'search'`)
  await client.query(`update derived_cursor set position = (select max(change) from print) where name = 'stories'`)
}

function report(cells: readonly Cell[], say: (line: string) => void): void {
  const oneOf = (kind: Kind) => cells.find((cell) => cell.kind === kind && cell.workers === 1)!
  const rows = cells.map((cell) => {
    const one = oneOf(cell.kind)
    const { busy } = cell
    const hasNews = cell.kind === 'new articles'
    return [
      cell.kind,
      String(cell.workers),
      cell.pollsASecond.toFixed(0),
      hasNews ? cell.articlesASecond.toFixed(0) : '',
      `${(cell.pollsASecond / one.pollsASecond).toFixed(2)} ×`,
      ...[busy.workers, busy.server, busy.publishers].map((share) => share.toFixed(2)),
    ]
  })
  const headings = [
    'polls bring',
    'workers',
    'polls/s',
    'articles/s',
    'to one',
    'busy: workers',
    'server',
    'publishers',
  ]
  const order = (kind: string) => (kind === 'nothing new' ? 0 : 1)
  say(
    markdownTable(
      headings,
      rows.sort((a, b) => order(a[0]!) - order(b[0]!)),
    ),
  )
  say('')
  const warmUp = Math.max(...cells.map(({ warmUpMs }) => warmUpMs)) / 1_000
  say(
    `Workers on ${FEEDS.toLocaleString('en')} feeds with ${(ARTICLES + COMPARED).toLocaleString('en')} articles stored, ${COMPARED.toLocaleString('en')} of them new enough to be compared with; ` +
      `one feed of a host due at a time, 20 new articles a document, ${CELL_MS / 1_000} s a row. Busy: how many of the two processors each kept busy. ` +
      `The first article was stored at most ${warmUp.toFixed(1)} s after the processes were there: one of them reads the prints first. ` +
      `Load ${loadavg()[0]!.toFixed(1)} at the end.`,
  )
}

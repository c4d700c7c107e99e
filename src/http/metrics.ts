import { Histogram, type Metric, Registry } from 'prom-client'
import type { EngineNumbers, JobNumbers, ThreadNumbers, TimeCounts } from '../app/engine-meter.ts'
import type { Backlog } from '../core/domain/backlog.ts'
import type { AnsweredRequest } from './answered-request.ts'

/** Where the numbers come from. */
export interface MetricsDeps {
  /** What the engine told last; null while it does not run. */
  readonly engine: () => EngineNumbers | null
  /** The thread of the web server. */
  readonly webThread: () => ThreadNumbers
  readonly memoryBytes: () => number
  readonly databaseBytes: () => Promise<number>
  /** The processes that share the database, and the jobs that failed for good. */
  readonly workers: () => Promise<number>
  readonly deadJobs: () => Promise<number>
  readonly backlog: () => Promise<Backlog>
  readonly now: () => number
}

/** The numbers of this process in the text format of Prometheus. */
export interface Metrics {
  readonly observe: (request: AnsweredRequest) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

interface Sample {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

type Samples = () => readonly Sample[] | Promise<readonly Sample[]>

const REQUESTS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'copytaster_http_request_seconds',
    help: 'How long requests took, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUESTS_S,
    registers: [registry],
  })
  const add = (type: 'counter' | 'gauge' | 'histogram', name: string, help: string, samples: Samples) =>
    registry.registerMetric(metricOf(type, `copytaster_${name}`, help, samples))
  addEngine(add, deps.engine, deps.now)
  add('gauge', 'memory_bytes', 'Memory of the process.', () => [{ value: deps.memoryBytes(), labels: {} }])
  add('gauge', 'database_bytes', 'Size of the database.', async () => [
    { value: await deps.databaseBytes(), labels: {} },
  ])
  add('gauge', 'workers', 'Processes that share the database.', async () => [
    { value: await deps.workers(), labels: {} },
  ])
  add('gauge', 'jobs_dead', 'Jobs that failed for good, at most 100.', async () => [
    { value: await deps.deadJobs(), labels: {} },
  ])
  let waiting: Promise<Backlog> | null = null
  addBacklog(add, () => {
    waiting ??= deps.backlog()
    return waiting
  })
  // Read once for each answer: it is what happened since the one before.
  let webThread: ThreadNumbers = { loopP99Ms: 0, loopLongestMs: 0, heapBytes: 0 }
  addThreads(add, { engine: deps.engine, webThread: () => webThread })
  return {
    // A stream of events is open for as long as somebody listens: no time that anybody waited.
    observe: ({ method, route, status, ms }) => {
      if (!route.endsWith('/events')) requests.observe({ method, route, status }, ms / 1000)
    },
    text: () => {
      webThread = deps.webThread()
      waiting = null
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

type Add = (type: 'counter' | 'gauge' | 'histogram', name: string, help: string, samples: Samples) => void

/** Numbers that are the same whichever process is asked. */
function addBacklog(add: Add, backlog: () => Promise<Backlog>): void {
  const from = (value: (waiting: Backlog) => number) => async () => [{ value: value(await backlog()), labels: {} }]
  add(
    'gauge',
    'poll_overdue_seconds',
    'For how long the host that has waited longest has been due without being polled.',
    from(({ overdueMs }) => overdueMs / 1000),
  )
  add(
    'gauge',
    'prepared_polls',
    'Polls that were prepared and that no process has admitted yet.',
    from(({ preparedPolls }) => preparedPolls),
  )
  add(
    'gauge',
    'admitting_processes',
    'Processes that admit; 1 where several share the database.',
    from(({ admitting }) => admitting),
  )
  add(
    'gauge',
    'deliveries_in_doubt',
    'Deliveries of the last seven days that may or may not have arrived.',
    from(({ doubtfulDeliveries }) => doubtfulDeliveries),
  )
  add('gauge', 'feeds', 'Feeds by state.', async () => labelled('state', (await backlog()).feeds))
}

function addEngine(add: Add, engine: MetricsDeps['engine'], now: () => number): void {
  const from = (samples: (numbers: EngineNumbers) => readonly Sample[]) => () => {
    const numbers = engine()
    return numbers === null ? [] : samples(numbers)
  }
  const jobs = (value: (job: JobNumbers) => number) =>
    from((numbers) =>
      Object.entries(numbers.jobs).map(([job, one]) => ({ value: value(one), labels: { lane: one.lane, job } })),
    )
  add('gauge', 'engine_up', 'Whether the engine runs.', () => [{ value: engine() === null ? 0 : 1, labels: {} }])
  add(
    'counter',
    'polls_total',
    'Polls by outcome.',
    from(({ polls }) => labelled('outcome', polls)),
  )
  add(
    'counter',
    'articles_total',
    'Entries by what became of them.',
    from(({ articles }) => labelled('disposition', articles)),
  )
  add(
    'histogram',
    'poll_delay_seconds',
    'How much later than planned feeds were polled.',
    from(({ delays }) => buckets('poll_delay_seconds', delays)),
  )
  add(
    'histogram',
    'fetch_seconds',
    'How long publishers took to answer.',
    from(({ fetches }) => buckets('fetch_seconds', fetches)),
  )
  add(
    'histogram',
    'stage_seconds',
    'How long the stages of an article took, each time: parse a document, decide, store, score.',
    from(({ stages }) =>
      Object.entries(stages).flatMap(([stage, times]) => buckets('stage_seconds', times, { stage })),
    ),
  )
  add(
    'counter',
    'job_runs_total',
    'Runs of jobs.',
    jobs(({ runs }) => runs),
  )
  add(
    'counter',
    'job_failures_total',
    'Runs of jobs that failed.',
    jobs(({ failures }) => failures),
  )
  add(
    'counter',
    'job_seconds_total',
    'Time spent in jobs.',
    jobs(({ seconds }) => seconds),
  )
  add(
    'gauge',
    'job_running_seconds',
    'For how long a job has been running.',
    jobs(({ since }) => (since === null ? 0 : Math.max(0, now() - since) / 1000)),
  )
  add(
    'counter',
    'lock_holds_total',
    'How often the write lock was held, by what.',
    from(({ holds }) => holds.map(({ name, count }) => ({ value: count, labels: { work: name } }))),
  )
  add(
    'gauge',
    'lock_hold_longest_seconds',
    'The longest time the write lock was held since the start, by what.',
    from(({ holds }) => holds.map(({ name, longestMs }) => ({ value: longestMs / 1000, labels: { work: name } }))),
  )
}

function addThreads(add: Add, { engine, webThread }: Pick<MetricsDeps, 'engine' | 'webThread'>): void {
  const threads = (value: (thread: ThreadNumbers) => number) => () => {
    const engineThread = engine()?.thread
    return [
      { value: value(webThread()), labels: { half: 'web' } },
      ...(engineThread === undefined ? [] : [{ value: value(engineThread), labels: { half: 'engine' } }]),
    ]
  }
  add(
    'gauge',
    'loop_delay_p99_seconds',
    'How late 99 of 100 timers were at most, in the last seconds.',
    threads(({ loopP99Ms }) => loopP99Ms / 1000),
  )
  add(
    'gauge',
    'loop_delay_longest_seconds',
    'How late the latest timer was, in the last seconds.',
    threads(({ loopLongestMs }) => loopLongestMs / 1000),
  )
  add(
    'gauge',
    'heap_bytes',
    'Memory that a half uses for objects.',
    threads(({ heapBytes }) => heapBytes),
  )
}

const labelled = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ value, labels: { [label]: name } }))

/** A histogram has cumulative counts. */
function buckets(name: string, { bounds, counts, sum }: TimeCounts, labels: Sample['labels'] = {}): Sample[] {
  let below = 0
  const samples = [...bounds, '+Inf'].map((le, i) => {
    below += counts[i]!
    return { value: below, labels: { ...labels, le }, metricName: `copytaster_${name}_bucket` }
  })
  return [
    ...samples,
    { value: sum, labels, metricName: `copytaster_${name}_sum` },
    { value: below, labels, metricName: `copytaster_${name}_count` },
  ]
}

/** A metric that is read when it is asked for; the library's own would have to be kept up to date. */
function metricOf(type: string, name: string, help: string, samples: Samples): Metric {
  const get = async () => ({ name, help, type, aggregator: 'sum', values: await samples() })
  return { name, help, get, reset: () => {} } as unknown as Metric
}

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request as ask } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { createEngineMeter, type EngineNumbers } from '../app/engine-meter.ts'
import type { WebApp } from '../app/web-app.ts'
import { removeStaleSocket } from '../io/fetch/remove-stale-socket.ts'
import { openRequestLog } from '../io/system/request-log.ts'
import { createMetrics } from './metrics.ts'
import { serveApp } from './serve-app.ts'
import { trustsProxies } from './trusted-proxies.ts'

/* What operators ask of a server: whether it works, its numbers, its log; and where it listens. */

const NOW = Date.UTC(2026, 10, 16, 12)
let desk: Desk
let app: WebApp
let folder: string
beforeEach(async () => {
  desk = await anApp({ now: NOW })
  app = aWebApp(desk)
  folder = mkdtempSync(join(tmpdir(), 'copytaster-operator-'))
})
afterEach(async () => {
  await desk.close()
  rmSync(folder, { recursive: true })
})

const thread = { loopP99Ms: 3, loopLongestMs: 20, heapBytes: 1_000 }
const measured = createEngineMeter(() => NOW).numbers()
const numbers: EngineNumbers = {
  ...measured,
  stages: { ...measured.stages, store: { bounds: [0.02, 0.05], counts: [0, 1, 0], sum: 0.03 } },
  polls: { fetched: 7, failed: 1 },
  delays: { bounds: [1, 5], counts: [2, 1, 1], sum: 33 },
  jobs: { polls: { lane: 'polls', runs: 1, failures: 0, seconds: 2, since: NOW - 4_000 } },
  holds: [{ name: 'admission', count: 4, longestMs: 250, longest: [] }],
  thread,
}
const backlog = {
  overdueMs: 61_000,
  preparedPolls: 5,
  admitting: 1,
  feeds: { healthy: 12, dead: 1 },
  doubtfulDeliveries: 4,
}
const metricsOf = (engine: () => EngineNumbers | null = () => numbers) =>
  createMetrics({
    engine,
    webThread: () => thread,
    memoryBytes: () => 5_000,
    databaseBytes: () => desk.store.web.databaseBytes(),
    workers: async () => 3,
    deadJobs: async () => 2,
    backlog: async () => backlog,
    now: () => NOW,
  })
const local = { listenAt: '127.0.0.1:0', baseUrl: null, trustedProxies: [] }

describe('/readyz', () => {
  const ready = async (engine: (() => EngineNumbers | null) | undefined, from = app) => {
    const server = await aServer(from, engine === undefined ? {} : { engine })
    const { statusCode, body } = await server.inject({ url: '/readyz', headers: { host: 'localhost' } })
    return [statusCode, body]
  }
  test('says whether database and engine answer', async () => {
    expect(await ready(() => numbers)).toEqual([200, 'ok\n'])
    expect(await ready(() => null)).toEqual([503, 'The engine does not run.\n'])
    const away = { ...app, isReady: () => Promise.reject(new Error('postgres://user:secret@host')) }
    expect(await ready(() => numbers, away)).toEqual([503, 'The database does not answer.\n'])
  })
})

describe('/metrics', () => {
  test('CVE-2023-27591: is not open, not even on this machine or to what a proxy passes on', async () => {
    const server = await aServer(app, { metrics: metricsOf() })
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
      const { statusCode, body } = await server.inject({ url: '/metrics', headers: { host: 'localhost', ...headers } })
      expect([statusCode, body]).toEqual([401, 'Log in, or send a token.\n'])
    }
  })

  test('is for tokens of administrators, with the numbers of both halves', async () => {
    const server = await aServer(app, { metrics: metricsOf() })
    const [reader] = await desk.store.readers()
    const get = async (scope: 'read' | 'admin') => {
      const { secret } = await app.sessions.issue(reader!, { name: 'prometheus', scope })
      return server.inject({ url: '/metrics', headers: { host: 'localhost', authorization: `Bearer ${secret}` } })
    }
    expect((await get('read')).statusCode).toBe(403)
    await server.inject({ url: '/api/v1/articles/7?secret=hidden', headers: { host: 'localhost' } })
    const { statusCode, headers, body } = await get('admin')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const line of [
      'copytaster_engine_up 1',
      'copytaster_polls_total{outcome="fetched"} 7',
      ...['unique', 'exact_duplicate', 'revision', 'near_duplicate', 'same_event'].map(
        (disposition) => `copytaster_articles_total{disposition="${disposition}"} 0`,
      ),
      'copytaster_stage_seconds_bucket{stage="store",le="0.05"} 1',
      'copytaster_stage_seconds_sum{stage="store"} 0.03',
      'copytaster_stage_seconds_count{stage="parse"} 0',
      'copytaster_poll_delay_seconds_bucket{le="1"} 2',
      'copytaster_poll_delay_seconds_bucket{le="5"} 3',
      'copytaster_poll_delay_seconds_bucket{le="+Inf"} 4',
      'copytaster_poll_delay_seconds_sum 33',
      'copytaster_poll_delay_seconds_count 4',
      'copytaster_job_runs_total{lane="polls",job="polls"} 1',
      'copytaster_job_running_seconds{lane="polls",job="polls"} 4',
      'copytaster_lock_hold_longest_seconds{work="admission"} 0.25',
      'copytaster_loop_delay_p99_seconds{half="web"} 0.003',
      'copytaster_loop_delay_longest_seconds{half="engine"} 0.02',
      'copytaster_memory_bytes 5000',
      'copytaster_workers 3',
      'copytaster_jobs_dead 2',
      'copytaster_poll_overdue_seconds 61',
      'copytaster_prepared_polls 5',
      'copytaster_admitting_processes 1',
      'copytaster_deliveries_in_doubt 4',
      'copytaster_feeds{state="healthy"} 12',
      'copytaster_feeds{state="dead"} 1',
    ])
      expect(body.split('\n')).toContain(line)
    expect(body).toMatch(/^copytaster_database_bytes [1-9]\d{3,}$/m)
    expect(body).toMatch(
      /^copytaster_http_request_seconds_count\{method="GET",route="\/api\/v1\/articles\/:id",status="400"\} 1$/m,
    )
    expect(body).not.toContain('hidden')
    expect(body).not.toContain('undefined')
  })

  test('a listener of its own gives them to whoever reaches it, nothing else, and nothing to proxies', async () => {
    const port = await freePort()
    const running = await serveApp(app, {
      ...local,
      metrics: metricsOf(() => null),
      metricsListen: `127.0.0.1:${port}`,
    })
    const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect(await (await get('/metrics')).text()).toContain('copytaster_engine_up 0')
    expect((await get('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(403)
    for (const path of ['/', '/api/v1/articles', '/login']) expect((await get(path)).status).toBe(404)
    await running.close()
    await expect(get('/metrics')).rejects.toThrow()
  })
})

describe('the log', () => {
  test('has a line for each request, without anything secret', async () => {
    const file = join(folder, 'requests.log')
    const log = openRequestLog(file)
    const broken = { ...app, readers: () => Promise.reject(new Error('at postgres://user:pass@host/db')) }
    const server = await aServer(broken, { listenAt: '0.0.0.0:0', onAnswered: log.write, setupKey: 'k' })
    const headers = { host: '10.0.0.7', cookie: 'copytaster=cookie-secret', authorization: 'Bearer token-secret' }
    const answers = [
      await server.inject({ url: '/setup?key=setup-secret', headers }),
      await server.inject({ url: '/api/v1/articles/7?token=query-secret', headers }),
      await server.inject({ url: '/digests?next=query-secret', headers }),
      await server.inject({
        method: 'POST',
        url: '/login',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'name=mallory&password=password-secret',
      }),
    ]
    log.close()
    const text = readFileSync(file, 'utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/setup', 403],
      ['GET', '/api/v1/articles/:id', 401],
      ['GET', '/digests', 303],
      ['POST', '/login', expect.any(Number)],
    ])
    expect(lines.map(({ id }) => id)).toEqual(answers.map((answer) => answer.headers['x-request-id']))
    expect(lines[0]).toMatchObject({ level: 30, ms: expect.any(Number), time: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(text).not.toMatch(/secret|mallory|pass@/)
  })

  test.each(['/api/v1/articles', '/digests'])(
    'a fault of ours at %s is in the log with its place, and not in the answer',
    async (url) => {
      const lines: unknown[] = []
      const broken = {
        ...app,
        forReader: () => {
          throw new Error('at postgres://user:pass@host/db')
        },
      }
      const server = await aServer(broken as unknown as WebApp, { onAnswered: (line) => lines.push(line) })
      const { statusCode, body } = await server.inject({ url, headers: { host: 'localhost' } })
      expect([statusCode, body]).toEqual([500, expect.not.stringContaining('postgres')])
      const fault = { status: 500, fault: expect.stringMatching(/Error: at postgres:[^\n]*\n +at /) }
      expect(lines).toContainEqual(expect.objectContaining(fault))
      expect(JSON.stringify(lines)).not.toContain('pass@')
    },
  )

  test('a folder that is not there is said', () =>
    expect(() => openRequestLog(join(folder, 'no', 'log'))).toThrow(
      /^server\.log_file: .*no.log: cannot be written: the folder is not there/,
    ))
})

describe('a socket file', () => {
  const over = (socketPath: string, path: string, headers = {}) =>
    new Promise<number>((resolve, reject) => {
      const sent = ask({ socketPath, path, headers: { host: 'news.example', ...headers } }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      sent.on('error', reject)
      sent.end()
    })

  test('is served, demands a login, and one that a killed process left is replaced', async () => {
    const path = join(folder, 'web.sock')
    // Left behind: a server that is not closed but gone.
    const { spawnSync } = await import('node:child_process')
    spawnSync(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    expect(statSync(path).isSocket()).toBe(true)
    const settings = { ...local, listenAt: `unix:${path}`, baseUrl: 'https://news.example/' }
    await expect(serveApp(app, settings)).rejects.toThrow(/another program is listening there/)
    await removeStaleSocket(settings.listenAt)
    const running = await serveApp(app, settings)
    expect(running.url).toBe(`unix:${path}`)
    expect(statSync(path).mode & 0o777).toBe(0o660)
    expect(await over(path, '/healthz')).toBe(200)
    expect(await over(path, '/api/v1/articles')).toBe(401)
    expect(await over(path, '/digests', { 'x-forwarded-for': '192.0.2.1' })).toBe(303)
    await removeStaleSocket(settings.listenAt)
    await expect(serveApp(app, settings)).rejects.toThrow(
      /another program is listening there; set server.listen to another file/,
    )
    await running.close()
  })
})

test.each([
  [[], '10.0.0.1', false],
  [[], undefined, true],
  [['10.0.0.0/8'], '10.9.9.9', true],
  [['10.0.0.0/8'], '::ffff:10.9.9.9', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.7'], '10.0.0.7', true],
  [['10.0.0.7'], '10.0.0.8', false],
  [['::1'], '::1', true],
  [['fd00::/8'], '10.0.0.1', false],
  [['fd00::/8'], 'fd12::1', true],
  [['10.0.0.0/8'], 'nonsense', false],
])('with proxies %j the word of %s is taken: %s', (proxies, address, expected) =>
  expect(trustsProxies(proxies)(address)).toBe(expected),
)

test('an address that a stranger claims to have is not believed', async () => {
  const seen: string[] = []
  const server = await aServer(app, { listenAt: '0.0.0.0:0', trustedProxies: ['192.0.2.0/24'] })
  const headers = { host: '10.0.0.7', 'x-forwarded-for': '203.0.113.9' }
  for (const remoteAddress of ['198.51.100.1', '192.0.2.8']) {
    const { headers: answered } = await server.inject({ url: '/api/v1/me', headers, remoteAddress })
    seen.push(String(answered['ratelimit-remaining']))
  }
  // Counted for two different addresses: the sender's own, and the one its trusted proxy names.
  expect(seen).toEqual(['299', '299'])
  const { headers: again } = await server.inject({
    url: '/api/v1/me',
    headers: { host: '10.0.0.7' },
    remoteAddress: '203.0.113.9',
  })
  expect(again['ratelimit-remaining']).toBe('298')
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

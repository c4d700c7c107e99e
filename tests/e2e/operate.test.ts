import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, type RunningServe, startServe } from '../support/running-serve.ts'

/* `serve` as an operator runs it: on a socket file, with a log of requests and pictures. */

const PNG = Buffer.from('\x89PNG\r\n\x1a\nthe rest of a picture', 'latin1')
let publisher: Publisher
let desk: Desk
beforeEach(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
})
afterEach(async () => {
  endLeftServes()
  await publisher.close()
  await desk.remove()
})

const urlOf = (daemon: RunningServe) => /shown at (\S+)/.exec(daemon.said())![1]!

const over = (socketPath: string, path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = ask({ socketPath, path, headers: { host: 'localhost' } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (data) => (body += data))
      response.on('end', () => resolve({ status: response.statusCode!, body }))
    })
    sent.on('error', reject).end()
  })

test('a socket file is served, requests are logged, and one left by a killed process is no hindrance', async () => {
  const path = join(desk.folder, 'web.sock')
  const log = join(desk.folder, 'requests.log')
  const env = {
    COPYTASTER_SERVER_LISTEN: `unix:${path}`,
    COPYTASTER_SERVER_LOG: 'json',
    COPYTASTER_SERVER_LOG_FILE: log,
  }
  const first = startServe(desk, env)
  await first.until('shown at unix:')
  expect((await over(path, '/readyz')).status).toBe(200)
  // A line is written once the answer is sent.
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 60_000 }).toContain('/readyz')
  first.child.kill('SIGKILL')
  await new Promise((resolve) => first.child.once('close', resolve))
  expect(existsSync(path)).toBe(true)
  const daemon = startServe(desk, env)
  await daemon.until('shown at unix:')
  expect((await over(path, '/api/v1/articles?secret=hidden')).status).toBe(401)
  expect(await daemon.stop()).toBe(0)
  expect(existsSync(path)).toBe(false)
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).route)).toEqual(['/readyz', '/api/v1/articles'])
  expect(lines.join()).not.toMatch(/hidden|setup/)
})

test('a picture of an article is fetched by the server, kept beside the database, and its address outlives a restart', async () => {
  const item = `<item><title>A report</title><link>https://news.example/1</link><guid>1</guid><pubDate>${new Date().toUTCString()}</pubDate><description>&lt;p&gt;Text of a report.&lt;/p&gt;&lt;img src="${publisher.url('/1.png')}"&gt;</description></item>`
  publisher.on('/a', serve(`<rss version="2.0"><channel><title>News</title>${item}</channel></rss>`))
  publisher.on('/1.png', serve(PNG, { 'content-type': 'text/html' }))
  desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  const daemon = startServe(desk)
  await daemon.until('1 new')
  const list = (await (await fetch(`${urlOf(daemon)}api/v1/articles`)).json()) as { items: { image: string }[] }
  const image = list.items[0]!.image
  expect(image).toMatch(/^\/api\/v1\/images\//)
  expect(await daemon.stop()).toBe(0)
  const again = startServe(desk)
  await again.until('shown at')
  for (let n = 0; n < 2; n++) {
    const answer = await fetch(new URL(image, urlOf(again)))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true)
  }
  expect(publisher.requestsTo('/1.png')).toHaveLength(1)
  const kept = `${desk.address.replace('sqlite:', '')}-images`
  expect(readdirSync(kept)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await again.stop()).toBe(0)
})

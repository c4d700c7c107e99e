import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/io/store/open-store.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* From a feed to a phone, through the built program and an HTTP server on loopback that acts as ntfy. */

/** Somewhere it is two in the afternoon: no midnight and no digest's hour falls into the test. */
const offset = new Date().getUTCHours() - 14
const ZONE = `Etc/GMT${offset < 0 ? '' : '+'}${offset}`
const TOKEN = 'tk_s3cret'

let publisher: Publisher
let desk: Desk
beforeAll(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  publisher.on('/feed', serve(rss(someItems(4, Date.now() - 60_000))))
  publisher.on('/push/news-of-mine', serve('{"id":"1","event":"message","topic":"news-of-mine"}'))
  desk.write(
    `digest: {timezone: ${ZONE}}
server: {base_url: "https://news.example/"}
delivery: {ntfy: {server: "${publisher.url('/push/')}", topic: news-of-mine, token_env: NTFY_TOKEN}}
tabs: {en_news: {name: News, sources: [{url: "${publisher.url('/feed')}"}]}}
`,
  )
  await desk.run('poll')
})
afterAll(async () => {
  await publisher.close()
  await desk.remove()
})

const pushed = () => publisher.requestsTo('/push/news-of-mine')

test('doctor warns of a token that is not set', async () => {
  const { code, stdout } = await desk.run('doctor')
  expect(code).toBe(0)
  expect(stdout).toContain('ntfy: the variable NTFY_TOKEN is not set')
  expect((await desk.runWith({ NTFY_TOKEN: TOKEN }, 'doctor')).stdout).not.toContain('NTFY_TOKEN')
})

test('--send without the token fails, and with it pushes the headlines once, linked to the page', async () => {
  const missing = await desk.run('digest', '--type', 'morning', '--send')
  expect([missing.code, pushed().length]).toEqual([1, 0])
  expect(missing.stderr).toContain('not sent (the variable NTFY_TOKEN is not set)')

  const send = () => desk.runWith({ NTFY_TOKEN: TOKEN }, 'digest', '--type', 'morning', '--send')
  const [first, second] = [await send(), await send()]
  expect([first.code, second.code, pushed().length]).toEqual([0, 0, 1])
  expect(first.stderr).toMatch(/ntfy to http:.*\/push\/news-of-mine: sent/)
  const { method, headers, body } = pushed()[0]!
  expect(method).toBe('POST')
  expect(headers).toMatchObject({ tags: 'newspaper', authorization: `Bearer ${TOKEN}` })
  expect(headers.title).toMatch(/^Morning Brief, /)
  expect(headers.click).toMatch(/^https:\/\/news\.example\/digests\/\d{4}-\d\d-\d\d\/morning$/)
  expect(body).toContain('Report number 4')
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096)

  const store = await openStore(desk.address)
  const deliveries = await store.deliveries(0, 10)
  await store.close()
  expect(deliveries).toMatchObject([{ channel: 'ntfy', outcome: 'sent' }])
  expect(JSON.stringify([missing, first, second, deliveries])).not.toContain(TOKEN)
  expect(readFileSync(join(desk.folder, 'feeds.yaml'), 'utf8')).not.toContain(TOKEN)
})

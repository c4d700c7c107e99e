import { afterAll, beforeAll, expect, test } from 'vitest'
import * as step from '../../../tests/support/publisher/steps.ts'
import { type Publisher, type Step, startPublisher } from '../../../tests/support/publisher.ts'
import { createFetcher, type Fetcher } from '../fetch/create-fetcher.ts'
import type { AlertMessage, DeliveryEffects, DigestMessage } from './channel.ts'
import { deliverFile } from './deliver-file.ts'
import { deliverMail } from './deliver-mail.ts'
import type { DeliveryOutcome } from './delivery-outcome.ts'
import { openNtfyChannel } from './ntfy-channel.ts'

/* The channel against an HTTP server on loopback that answers as ntfy does. */

const TOKEN = 'tk_s3cret'
let publisher: Publisher
let fetcher: Fetcher
beforeAll(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
})
afterAll(async () => {
  await fetcher.close()
  await publisher.close()
})

const notification = { title: 'Morning Brief', text: '• Harbour bridge closed (The Wire)', url: 'https://a.example/d' }
const digest = { subject: 'digest:2026-11-15:morning', notification: () => notification } as unknown as DigestMessage
const alert = { subject: 'alert:s1', notification: () => notification } as unknown as AlertMessage

let count = 0
function open(answer: Step, token: string | null | DeliveryOutcome = TOKEN, withFetcher = fetcher) {
  const topic = `topic_${count++}`
  publisher.on(`/${topic}`, answer)
  const effects: DeliveryEffects = {
    writeFile: deliverFile,
    sendMail: deliverMail,
    fetcher: withFetcher,
    secret: async () => token,
    retries: { pausesMs: [], sleep: async () => {} },
    now: () => 0,
  }
  return openNtfyChannel({ server: publisher.url('/'), topic }, effects)
}
const going = new AbortController().signal
const sent = () => publisher.requests.at(-1)!

test('a digest is posted to the topic as plain text, with title, tags, link and token', async () => {
  const [task] = open(step.serve('{"id":"x","event":"message"}')).digestTasks(digest)
  expect(task!.recipient).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/topic_\d+$/)
  expect(await task!.send(going)).toEqual({ kind: 'sent', note: 'answered 200' })
  const { method, path, headers, body } = sent()
  expect([method, `http://${headers.host}${path}`, body]).toEqual(['POST', task!.recipient, notification.text])
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    title: 'Morning Brief',
    priority: 'default',
    tags: 'newspaper',
    click: 'https://a.example/d',
    authorization: `Bearer ${TOKEN}`,
  })
})

test('an alert goes out with a higher priority', async () => {
  await open(step.status(200)).alertTasks(alert)[0]!.send(going)
  expect(sent().headers).toMatchObject({ priority: 'high', tags: 'rotating_light' })
})

test('without a link or a token neither header is sent', async () => {
  const bare = { ...digest, notification: () => ({ ...notification, url: null }) }
  await open(step.status(200), null).digestTasks(bare)[0]!.send(going)
  expect(Object.keys(sent().headers).filter((name) => /^(click|authorization)$/.test(name))).toEqual([])
})

test('a title in another script travels encoded and comes out whole', async () => {
  const title = `Breaking: ${'港口大橋關閉 ✈️ '.repeat(8)}`.trim()
  const chinese = { ...alert, notification: () => ({ ...notification, title }) }
  expect(await open(step.status(200)).alertTasks(chinese)[0]!.send(going)).toMatchObject({ kind: 'sent' })
  const words = String(sent().headers.title).split(' ')
  expect(words.every((word) => word.length <= 75)).toBe(true)
  const decoded = words.map((word) => Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)![1]!, 'base64').toString())
  expect(decoded.join('')).toBe(title)
})

test.each<[string, Step, Partial<DeliveryOutcome>]>([
  ['a token that is refused', step.status(403), { kind: 'failed', retry: false }],
  ['too many messages', step.status(429), { kind: 'failed', retry: true }],
  ['a server out of service', step.status(503), { kind: 'failed', retry: true }],
  ['a server that moved', step.redirect(301, '/elsewhere'), { kind: 'failed', retry: false }],
  ['a gateway in trouble', step.status(502), { kind: 'unknown' }],
  ['a connection that is cut', (response) => void response.socket?.destroy(), { kind: 'unknown' }],
])('%s gives its outcome, and no token in the reason', async (_what, answer, expected) => {
  const outcome = await open(answer).digestTasks(digest)[0]!.send(going)
  expect(outcome).toMatchObject(expected)
  expect(JSON.stringify(outcome)).not.toContain(TOKEN)
})

test.each([`${TOKEN}\nX-Evil: 1`, `${TOKEN} `, 'ключ'])(
  'a token that no header can carry fails unsent',
  async (token) => {
    const before = publisher.requests.length
    const outcome = await open(step.status(200), token).digestTasks(digest)[0]!.send(going)
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'the access token holds blanks or letters beyond ASCII',
      retry: false,
    })
    expect(publisher.requests.length).toBe(before)
  },
)

test('a token that cannot be read is the outcome, and nothing is sent', async () => {
  const failed: DeliveryOutcome = { kind: 'failed', reason: 'the variable T is not set', retry: false }
  const before = publisher.requests.length
  expect(await open(step.status(200), failed).digestTasks(digest)[0]!.send(going)).toBe(failed)
  expect(publisher.requests.length).toBe(before)
})

test('a server on a private network that was not opened is not asked', async () => {
  const guarded = createFetcher({ allow: false, userAgent: 'Copytaster/test' })
  const before = publisher.requests.length
  const outcome = await open(step.status(200), TOKEN, guarded).digestTasks(digest)[0]!.send(going)
  expect(outcome).toMatchObject({ kind: 'failed', retry: false })
  expect(publisher.requests.length).toBe(before)
  await guarded.close()
})

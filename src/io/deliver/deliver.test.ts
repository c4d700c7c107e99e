import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as step from '../../../tests/support/publisher/steps.ts'
import { type Publisher, type Step, startPublisher } from '../../../tests/support/publisher.ts'
import { createFetcher, type Fetcher } from '../fetch/create-fetcher.ts'
import { deliverFile } from './deliver-file.ts'
import { deliverWebhook, webhookSignature } from './deliver-webhook.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'
import { readSecret } from './read-secret.ts'
import { withRetries } from './with-retries.ts'

let folder: string
let publisher: Publisher
let fetcher: Fetcher

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deliver-'))
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
})
afterAll(async () => {
  await fetcher.close()
  await publisher.close()
  await rm(folder, { recursive: true })
})

describe('a folder', () => {
  test('gets the whole file under its name, in place of an older one, and nothing else', async () => {
    const out = join(folder, 'new', 'folder')
    await deliverFile(out, '2026-11-15-morning.html', 'first')
    expect(await deliverFile(out, '2026-11-15-morning.html', 'second')).toMatchObject({ kind: 'sent' })
    expect(await readdir(out)).toEqual(['2026-11-15-morning.html'])
    expect(await readFile(join(out, '2026-11-15-morning.html'), 'utf8')).toBe('second')
  })

  test('that cannot be written to is a failure, and leaves nothing behind', async () => {
    await writeFile(join(folder, 'a-file'), '')
    expect(await deliverFile(join(folder, 'a-file'), 'x.md', 'text')).toMatchObject({ kind: 'failed', retry: true })
    expect(await deliverFile(folder, 'no/such/folder.md', 'text')).toMatchObject({ kind: 'failed' })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a webhook', () => {
  const message = { body: '{"title":"頭條"}', deliveryKey: 'key-1', now: 1_794_700_800_999 }
  let count = 0
  const post = (steps: Step, secret: string | null = 's3cret', timeoutMs = 1000) => {
    const path = `/hook-${count++}`
    publisher.on(path, steps)
    return deliverWebhook(fetcher, { url: publisher.url(path), secret, timeoutMs }, message)
  }

  test('gets the JSON, the key of the delivery, and a signature over time and body', async () => {
    expect(await post(step.status(204))).toEqual({ kind: 'sent', note: 'answered 204' })
    const { method, headers, body } = publisher.requests.at(-1)!
    expect({ method, body }).toEqual({ method: 'POST', body: message.body })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': 'key-1',
      'x-copytaster-delivery': 'key-1',
      'x-copytaster-timestamp': '1794700800',
      'x-copytaster-signature': `v1=${webhookSignature('s3cret', '1794700800', message.body)}`,
    })
  })

  test('the signature is the HMAC-SHA256 anybody can compute', () => {
    // openssl: printf '1.{}' | openssl dgst -sha256 -hmac key
    expect(webhookSignature('key', '1', '{}')).toBe('1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224')
  })

  test('without a secret there is no signature', async () => {
    await post(step.status(200), null)
    expect(publisher.requests.at(-1)!.headers).not.toHaveProperty('x-copytaster-signature')
  })

  test.each<[string, Step, Partial<DeliveryOutcome>]>([
    ['accepted', step.status(202), { kind: 'sent' }],
    ['refused for good', step.status(400), { kind: 'failed', retry: false }],
    ['refused for now', step.status(429), { kind: 'failed', retry: true }],
    ['out of service', step.status(503), { kind: 'failed', retry: true }],
    ['sent elsewhere, where it is not carried', step.redirect(307, '/other'), { kind: 'failed', retry: false }],
    ['lost behind a gateway', step.status(504), { kind: 'unknown' }],
    ['never answered', step.silence, { kind: 'unknown' }],
    ['cut off in the answer', step.halfHeaders, { kind: 'unknown' }],
    ['hung up on', (response) => void response.socket?.destroy(), { kind: 'unknown' }],
  ])('%s is told as what it is', async (_what, steps, expected) => {
    expect(await post(steps, 's3cret', 300)).toMatchObject(expected)
  })

  test('that nobody listens at has certainly got nothing', async () => {
    const gone = await startPublisher()
    const local = createFetcher({ allow: [`127.0.0.1:${gone.port}`], userAgent: 'Copytaster/test' })
    await gone.close()
    expect(await deliverWebhook(local, { url: gone.url('/'), secret: null }, message)).toMatchObject({
      kind: 'failed',
      retry: true,
    })
    await local.close()
  })

  test('on a private network that was not opened is not asked', async () => {
    const guarded = createFetcher({ allow: false, userAgent: 'Copytaster/test' })
    const before = publisher.requests.length
    expect(await deliverWebhook(guarded, { url: publisher.url('/hook'), secret: null }, message)).toMatchObject({
      kind: 'failed',
      retry: false,
    })
    expect(publisher.requests.length).toBe(before)
    await guarded.close()
  })
})

describe('trying again', () => {
  const failed: DeliveryOutcome = { kind: 'failed', reason: 'x', retry: true }
  const run = async (...outcomes: DeliveryOutcome[]) => {
    const slept: number[] = []
    let tries = 0
    const retries = { pausesMs: [1, 5], sleep: async (ms: number) => void slept.push(ms) }
    const outcome = await withRetries(async () => outcomes[tries++]!, retries, new AbortController().signal)
    return { kind: outcome.kind, tries, slept }
  }

  test.each<[string, DeliveryOutcome[], Awaited<ReturnType<typeof run>>]>([
    ['stops when it is sent', [failed, { kind: 'sent', note: '' }], { kind: 'sent', tries: 2, slept: [1] }],
    [
      'stops when it is not certain',
      [failed, { kind: 'unknown', reason: '' }],
      { kind: 'unknown', tries: 2, slept: [1] },
    ],
    ['stops when it is no use', [{ ...failed, retry: false }], { kind: 'failed', tries: 1, slept: [] }],
    ['stops after the last pause', [failed, failed, failed], { kind: 'failed', tries: 3, slept: [1, 5] }],
  ])('%s', async (_fact, outcomes, expected) => expect(await run(...outcomes)).toEqual(expected))
})

describe('secrets', () => {
  test('come from a variable or a file, or are not asked for', async () => {
    await writeFile(join(folder, 'secret'), 'from file\n')
    expect(await readSecret({ env: 'S', file: null }, { S: 'from env' })).toBe('from env')
    expect(await readSecret({ env: null, file: join(folder, 'secret') }, {})).toBe('from file')
    expect(await readSecret({ env: null, file: null }, {})).toBeNull()
  })

  test('that are missing are named by their place', async () => {
    await expect(readSecret({ env: 'SMTP_PASSWORD', file: null }, {})).rejects.toThrow('SMTP_PASSWORD is not set')
    await expect(readSecret({ env: null, file: join(folder, 'none') }, {})).rejects.toThrow('there is no such file')
  })

  test('are in no reason, plain or as SMTP sends them', () => {
    expect(reasonOf(`535 bad p4ss\r\n${Buffer.from('p4ss').toString('base64')}`, ['p4ss', null])).toBe(
      '535 bad *** ***',
    )
  })
})

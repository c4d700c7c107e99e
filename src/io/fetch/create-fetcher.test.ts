import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as step from '../../../tests/support/publisher/steps.ts'
import { type Publisher, type Step, startPublisher } from '../../../tests/support/publisher.ts'
import type { Answer, IssuedValidators, NoAnswer, Reply } from '../../core/domain/reply.ts'
import { createFetcher, type Fetcher } from './create-fetcher.ts'
import { nameTable } from './guarded-connect.ts'

let publisher: Publisher
let fetcher: Fetcher

beforeAll(async () => {
  publisher = await startPublisher()
  fetcher = createFetcher({
    allow: [`127.0.0.1:${publisher.port}`],
    userAgent: 'Copytaster/test (+https://copytaster.example)',
    lookup: nameTable({ 'news.example': '127.0.0.1', 'other.example': '127.0.0.1' }),
    limits: { maxRedirects: 5, maxBytes: 4_000_000, maxWireBytes: 2_000_000 },
  })
})
afterAll(async () => {
  await fetcher.close()
  await publisher.close()
})

const path = (() => {
  let n = 0
  return () => `/p${n++}`
})()

/** Scripts a fresh path and fetches it. */
async function fetchStep(steps: Step | readonly Step[], request = {}): Promise<Reply> {
  const at = path()
  publisher.on(at, ...[steps].flat())
  return fetcher.fetch(publisher.url(at), { timeoutMs: 5_000, ...request })
}

const text = (reply: Reply) => new TextDecoder().decode((reply as Answer).body)
const failureOf = (reply: Reply) => (reply as NoAnswer).failure

describe('an answer', () => {
  test('carries status, headers, body, address and sizes', async () => {
    const reply = (await fetchStep(step.serve('<rss/>', { etag: '"a"' }))) as Answer
    expect(reply).toMatchObject({
      kind: 'answer',
      status: 200,
      hops: [],
      complete: true,
      conditional: false,
      wireBytes: 6,
    })
    expect(reply.url).toBe(reply.asked)
    expect(reply.headers.etag).toBe('"a"')
    expect(text(reply)).toBe('<rss/>')
  })

  test.each(['gzip', 'deflate', 'raw deflate', 'br'] as const)('in %s is unpacked', async (coding) => {
    const reply = (await fetchStep(step.compressed(coding, 'hello '.repeat(500)))) as Answer
    expect(text(reply)).toBe('hello '.repeat(500))
    expect(reply.wireBytes).toBeLessThan(200)
  })

  test('that says gzip and is not is taken as it is', async () => {
    expect(text(await fetchStep(step.serve('<rss/>', { 'content-encoding': 'gzip' })))).toBe('<rss/>')
  })

  test('whose length is understated ends at that length', async () => {
    expect(text(await fetchStep(step.wrongLength(3, '<rss/>')))).toBe('<rs')
  })
})

describe('validators', () => {
  const validators = (url: string, etag: string | null, lastModified: string | null = null): IssuedValidators => ({
    url,
    etag,
    lastModified,
  })

  test.each([
    ['a strong tag', '"abc"'],
    ['a weak tag', 'W/"abc"'],
    ['a tag without quotes', 'abc'],
    ['a tag with bytes beyond ASCII', '"caf\u00e9\u00ff"'],
    ['a tag with inner spaces', '"a b  c"'],
  ])('go out byte for byte as they came: %s', async (_fact, etag) => {
    const at = path()
    publisher.on(
      at,
      step.rawBytes(
        Buffer.from(
          `HTTP/1.1 200 OK\r\nETag: ${etag}\r\nLast-Modified: yesterday-ish\r\nContent-Length: 0\r\n\r\n`,
          'latin1',
        ),
      ),
      step.status(304),
    )
    const first = (await fetcher.fetch(publisher.url(at))) as Answer
    expect(first.headers.etag).toBe(etag)
    const second = await fetcher.fetch(publisher.url(at), {
      validators: validators(first.url, first.headers.etag!, first.headers['last-modified']!),
    })
    expect(second).toMatchObject({ status: 304, conditional: true })
    const sent = publisher.requestsTo(at)[1]!.headers
    expect([sent['if-none-match'], sent['if-modified-since']]).toEqual([etag, 'yesterday-ish'])
  })

  test('are sent to the address that issued them and to no other', async () => {
    const [from, to] = [path(), path()]
    publisher.on(from, step.redirect(302, to))
    publisher.on(to, step.serve('x'))
    await fetcher.fetch(publisher.url(from), { validators: validators(publisher.url(to), '"t"') })
    expect(publisher.requestsTo(from)[0]!.headers['if-none-match']).toBeUndefined()
    expect(publisher.requestsTo(to)[0]!.headers['if-none-match']).toBe('"t"')
  })
})

describe('a request', () => {
  test('says honestly who asks and what it can read', async () => {
    const at = path()
    publisher.on(at, step.serve('x'))
    await fetcher.fetch(publisher.url(at), { accept: 'text/xml' })
    expect(publisher.requestsTo(at)[0]!.headers).toMatchObject({
      'user-agent': 'Copytaster/test (+https://copytaster.example)',
      'accept-encoding': 'gzip, deflate, br',
      accept: 'text/xml',
    })
  })

  test('keeps the host name while the table gives the address', async () => {
    const at = path()
    publisher.on(at, step.serve('x'))
    const reply = await fetcher.fetch(`http://news.example:${publisher.port}${at}`)
    expect(reply).toMatchObject({ status: 200, url: `http://news.example:${publisher.port}${at}` })
    expect(publisher.requestsTo(at)[0]!.headers.host).toBe(`news.example:${publisher.port}`)
  })

  test('may post a body, and is not carried elsewhere by a redirect', async () => {
    const at = path()
    publisher.on(at, step.redirect(307, '/elsewhere'))
    const reply = await fetcher.fetch(publisher.url(at), {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'x-signature': 's' },
    })
    expect(reply).toMatchObject({ kind: 'answer', status: 307, hops: [] })
    expect(publisher.requestsTo(at)[0]).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'x-signature': 's' },
    })
    expect(publisher.requestsTo('/elsewhere')).toEqual([])
  })

  test('says of a failure whether the request had gone out', async () => {
    const unheard = await fetcher.fetch('http://nowhere.example/', { method: 'POST', body: 'x' })
    expect(unheard).toMatchObject({ kind: 'noAnswer', begun: false })
    const unanswered = await fetchStep(step.silence, { method: 'POST', body: 'x', timeoutMs: 100 })
    expect(unanswered).toMatchObject({ kind: 'noAnswer', begun: true })
  })

  test('sends name and password of the address to that host only, and shows them nowhere', async () => {
    const [from, to] = [path(), path()]
    publisher.on(from, step.redirect(302, `http://other.example:${publisher.port}${to}`))
    publisher.on(to, step.serve('x'))
    const reply = await fetcher.fetch(`http://ann:s%40crt@news.example:${publisher.port}${from}`)
    expect(publisher.requestsTo(from)[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('ann:s@crt').toString('base64')}`,
    )
    expect(publisher.requestsTo(to)[0]!.headers.authorization).toBeUndefined()
    expect(JSON.stringify(reply)).not.toMatch(/ann|s%40crt|s@crt/)
  })

  test('can be stopped', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 30)
    expect(failureOf(await fetchStep(step.silence, { signal: stop.signal }))).toBe('aborted')
  })
})

describe('redirects', () => {
  test('are followed and remembered, each with its permanence', async () => {
    const [a, b, c] = [path(), path(), path()]
    publisher.on(a, step.redirect(301, b))
    publisher.on(b, step.redirect(307, publisher.url(c)))
    publisher.on(c, step.serve('there'))
    const reply = (await fetcher.fetch(publisher.url(a))) as Answer
    expect(reply.hops).toEqual([
      { url: publisher.url(a), status: 301, permanent: true },
      { url: publisher.url(b), status: 307, permanent: false },
    ])
    expect([reply.asked, reply.url, text(reply)]).toEqual([publisher.url(a), publisher.url(c), 'there'])
  })

  test('may be written in UTF-8', async () => {
    publisher.on('/%E6%96%B0%E8%81%9E', step.serve('there'))
    const reply = await fetchStep(step.redirect(302, '/新聞'))
    expect(text(reply)).toBe('there')
  })

  test.each([
    ['back to itself', (at: string) => at, 'redirectLoop'],
    ['to a file', () => 'file:///etc/passwd', 'badRedirect'],
    ['to gopher', () => 'gopher://127.0.0.1/', 'badRedirect'],
    ['to script', () => 'javascript:alert(1)', 'badRedirect'],
    ['to nonsense', () => 'http://[', 'badRedirect'],
  ])('%s are refused', async (_fact, to, failure) => {
    const at = path()
    publisher.on(at, step.redirect(302, to(at)))
    expect(failureOf(await fetcher.fetch(publisher.url(at)))).toBe(failure)
  })

  test('in a ring are noticed', async () => {
    publisher.on('/ring1', step.redirect(302, '/ring2'))
    publisher.on('/ring2', step.redirect(302, '/ring1'))
    expect(await fetcher.fetch(publisher.url('/ring1'))).toMatchObject({ failure: 'redirectLoop', hops: [{}, {}] })
  })

  test('that never end are given up', async () => {
    for (let n = 0; n < 9; n++) publisher.on(`/far${n}`, step.redirect(302, `/far${n + 1}`))
    expect(failureOf(await fetcher.fetch(publisher.url('/far0')))).toBe('tooManyRedirects')
    expect(publisher.requestsTo('/far6')).toEqual([])
  })

  test('without a target are the answer', async () => {
    expect(await fetchStep(step.status(302))).toMatchObject({ kind: 'answer', status: 302 })
  })

  test('with a body that never ends are followed all the same', async () => {
    publisher.on('/after', step.serve('there'))
    const reply = await fetchStep((response) => {
      response.writeHead(302, { location: '/after' }).write('x'.repeat(20_000))
    })
    expect(text(reply)).toBe('there')
  })
})

describe('trouble is data', () => {
  test.each<[string, Step, string]>([
    ['no answer', step.silence, 'headersTimeout'],
    ['half a header', step.halfHeaders, 'headersTimeout'],
    ['a body that stops', step.stalledBody('<rss>'), 'totalTimeout'],
    ['a body that drips', step.drip(20), 'totalTimeout'],
    ['a reset', step.resetAtOnce, 'reset'],
    ['a reset in the body', step.resetInBody('<rss>'), 'reset'],
    ['a body shorter than promised', step.wrongLength(500, '<rss/>'), 'reset'],
    ['something that is not HTTP', step.garbage, 'protocol'],
    ['headers without end', step.hugeHeaders(40_000), 'headersTooLarge'],
    ['a body without end', step.endlessBody, 'tooLarge'],
    ['a length beyond the limit', step.hugeLength, 'tooLarge'],
    ['a gzip bomb', step.bomb('gzip', 16), 'bomb'],
    ['a brotli bomb', step.bomb('br', 16), 'bomb'],
    ['a deflate bomb', step.bomb('deflate', 16), 'bomb'],
    ['a body too large when unpacked', step.compressed('gzip', Buffer.from(pseudoRandomHex(6_000_000))), 'tooLarge'],
    [
      'gzip that is broken',
      step.serve(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]), { 'content-encoding': 'gzip' }),
      'badEncoding',
    ],
    ['a coding we did not offer', step.serve('x', { 'content-encoding': 'zstd' }), 'badEncoding'],
    ['codings upon codings', step.serve('x', { 'content-encoding': 'gzip, gzip, gzip, gzip' }), 'badEncoding'],
  ])('%s', async (_fact, behaviour, failure) => {
    const reply = await fetchStep(behaviour, { timeoutMs: failure.endsWith('Timeout') ? 200 : 5_000 })
    expect(reply).toMatchObject({ kind: 'noAnswer', failure })
  })

  test('gzip that breaks off gives what there is, and says so', async () => {
    const { gzipSync } = await import('node:zlib')
    const whole = gzipSync(pseudoRandomHex(5_000))
    const reply = (await fetchStep(step.serve(whole.subarray(0, 1_500), { 'content-encoding': 'gzip' }))) as Answer
    expect(reply.complete).toBe(false)
    expect(pseudoRandomHex(5_000).startsWith(text(reply))).toBe(true)
    expect(text(reply).length).toBeGreaterThan(500)
  })

  test.each([
    ['a name nobody knows', 'http://nowhere.example/', 'dns'],
    ['no address', 'not an address', 'badUrl'],
    ['a file', 'file:///etc/passwd', 'badUrl'],
    ['ftp', 'ftp://127.0.0.1/', 'badUrl'],
    ['data', 'data:text/xml,<rss/>', 'badUrl'],
  ])('%s', async (_fact, url, failure) => expect(failureOf(await fetcher.fetch(url))).toBe(failure))

  test('a closed port', async () => {
    const gone = await startPublisher()
    await gone.close()
    const opened = createFetcher({ allow: [`127.0.0.1:${gone.port}`], userAgent: 'x' })
    expect(failureOf(await opened.fetch(gone.url('/')))).toBe('refused')
    await opened.close()
  })

  test('a plain server asked for TLS', async () => {
    const reply = await fetcher.fetch(publisher.url('/').replace('http:', 'https:'))
    expect(failureOf(reply)).toBe('tls')
  })
})

/** A server that accepts connections and never speaks: it leaves the TLS handshake of https open. */
async function startMute() {
  const server = createServer((socket) => void socket.on('error', () => {}).resume())
  const asked = new Promise<void>((resolve) => server.once('connection', () => resolve()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** Ends when the last connection is closed from the other side. */
  const close = () => new Promise((resolve) => server.close(resolve))
  return { port, url: `https://127.0.0.1:${port}/`, asked, close }
}

describe('the time of a request', () => {
  /** Time passes only when the test says so. */
  function handClock() {
    let now = 0
    const alarms = new Set<{ readonly at: number; readonly call: () => void }>()
    const alarm = (ms: number, call: () => void) => {
      const set = { at: now + ms, call }
      alarms.add(set)
      return () => void alarms.delete(set)
    }
    const passUntil = (at: number) => {
      now = at
      for (const due of [...alarms].filter((set) => set.at <= at)) if (alarms.delete(due)) due.call()
    }
    return { stopwatch: { now: () => now, alarm }, passUntil }
  }

  test.each<[string, Step]>([
    ['waiting for the answer', step.silence],
    ['a pause in the body', step.stalledBody('<rss>')],
  ])('may be used up by %s', async (_fact, behaviour) => {
    const own = await startPublisher()
    const asked = new Promise<void>((resolve) => {
      own.on('/', (...request) => {
        behaviour(...request)
        resolve()
      })
    })
    await expectAllUsed(own.url('/'), own.port, asked)
    await own.close()
  })

  test('may be used up by opening the connection', async () => {
    const mute = await startMute()
    await expectAllUsed(mute.url, mute.port, mute.asked)
    await mute.close()
  })

  async function expectAllUsed(url: string, port: number, asked: Promise<void>): Promise<void> {
    const clock = handClock()
    const patient = createFetcher({ allow: [`127.0.0.1:${port}`], userAgent: 'x', stopwatch: clock.stopwatch })
    let reply: Reply | null = null
    const replied = patient.fetch(url, { timeoutMs: 10_000 }).then((one) => {
      reply = one
    })
    await asked
    clock.passUntil(9_999)
    await nextTurn()
    expect(reply).toBeNull()
    clock.passUntil(10_000)
    await replied
    expect(reply).toMatchObject({ kind: 'noAnswer', message: expect.stringContaining('within 10 s') })
    await patient.close()
  }
})

describe('connections', () => {
  let own: Publisher
  let opened: Fetcher
  afterEach(async () => {
    await opened.close()
    await own.close()
  })

  test('are kept for the next request of a host, and closed when too many are open', async () => {
    own = await startPublisher()
    own.on('/', step.serve('x'))
    opened = createFetcher({ allow: [`127.0.0.1:${own.port}`], userAgent: 'x' })
    await opened.fetch(own.url('/'))
    await nextTurn()
    await opened.fetch(own.url('/'))
    expect(own.connections()).toBe(1)
    await opened.close()

    opened = createFetcher({ allow: [`127.0.0.1:${own.port}`], userAgent: 'x', limits: { maxSockets: 0 } })
    await opened.fetch(own.url('/'))
    await nextTurn()
    await opened.fetch(own.url('/'))
    await nextTurn()
    await opened.fetch(own.url('/'))
    expect(own.connections()).toBe(4)
  })

  test('are one for each request of the same moment, and opened anew where the publisher closed one', async () => {
    own = await startPublisher()
    own.on('/', step.serve('x'))
    own.on('/closes', step.rawBytes(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')))
    opened = createFetcher({ allow: [`127.0.0.1:${own.port}`], userAgent: 'x' })
    await Promise.all([opened.fetch(own.url('/')), opened.fetch(own.url('/'))])
    expect(own.connections()).toBe(2)
    await nextTurn()
    const replies = [await opened.fetch(own.url('/closes'))]
    await nextTurn()
    replies.push(await opened.fetch(own.url('/closes')))
    await nextTurn()
    replies.push(await opened.fetch(own.url('/')))
    expect(replies.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer'])
    expect(own.connections()).toBe(3)
  })

  test('are opened no more after close', async () => {
    own = await startPublisher()
    own.on('/', step.serve('x'))
    opened = createFetcher({ allow: [`127.0.0.1:${own.port}`], userAgent: 'x' })
    await opened.close()
    expect(failureOf(await opened.fetch(own.url('/')))).toBe('aborted')
    expect(own.connections()).toBe(0)
  })

  test('end with close, requests in flight included', async () => {
    own = await startPublisher()
    own.on('/', step.silence)
    opened = createFetcher({ allow: [`127.0.0.1:${own.port}`], userAgent: 'x' })
    const reply = opened.fetch(own.url('/'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await opened.close()
    expect(failureOf(await reply)).toBe('aborted')
  })

  test('end with close while they are being opened', async () => {
    own = await startPublisher()
    const mute = await startMute()
    opened = createFetcher({ allow: [`127.0.0.1:${mute.port}`], userAgent: 'x' })
    const reply = opened.fetch(mute.url)
    await mute.asked
    await opened.close()
    expect(failureOf(await reply)).toBe('aborted')
    await mute.close()
  })

  test('are counted by the publisher even when nothing is asked', async () => {
    own = await startPublisher()
    opened = createFetcher({ allow: false, userAgent: 'x' })
    await new Promise<void>((resolve) => connect(own.port, own.address).once('connect', resolve))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(own.connections()).toBe(1)
  })
})

/** undici gives a connection free one turn of the loop after the answer. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Hex digits that gzip cannot shrink far below half: a large body that is no bomb. */
function pseudoRandomHex(length: number): string {
  let state = 0x2545f491
  let hex = ''
  while (hex.length < length) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    hex += (state >>> 0).toString(16)
  }
  return hex.slice(0, length)
}

test('a made-up world is reached at its one port, by names alone, and the guard judges that port', async () => {
  const world = await startPublisher({ address: '127.0.0.8' })
  world.on('/feed', step.serve('hello'))
  const lookup = nameTable({ 'paper.example': '127.0.0.8' })
  const open = createFetcher({ allow: [`127.0.0.8:${world.port}`], userAgent: 'x', lookup, port: world.port })
  const closed = createFetcher({ allow: ['127.0.0.8:80'], userAgent: 'x', lookup, port: world.port })
  expect(await open.fetch('http://paper.example/feed')).toMatchObject({
    kind: 'answer',
    url: 'http://paper.example/feed',
  })
  expect(await closed.fetch('http://paper.example/feed')).toMatchObject({ failure: 'forbiddenAddress' })
  await Promise.all([open.close(), closed.close(), world.close()])
})

import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redirect, serve } from '../../../tests/support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../../../tests/support/publisher.ts'
import type { NoAnswer } from '../../core/domain/reply.ts'
import { createFetcher, type Fetcher } from './create-fetcher.ts'
import type { Lookup } from './guarded-connect.ts'

/**
 * Everything here happens on loopback. `secret` listens on every local address and must never see a connection;
 * `door` is the one publisher the allow-list names.
 */
let secret: Publisher
let door: Publisher
let fetcher: Fetcher
let names: Record<string, readonly string[]>
let lookups: string[]

const lookup: Lookup = async (name) => {
  lookups.push(name)
  return names[name] ?? []
}

beforeAll(async () => {
  secret = await startPublisher({ address: '0.0.0.0' })
  secret.on('/', serve('secret'))
  door = await startPublisher({ address: '127.0.0.9' })
  fetcher = createFetcher({ allow: [`127.0.0.9:${door.port}`], userAgent: 'x', lookup })
})
beforeEach(() => {
  names = {}
  lookups = []
})
afterAll(async () => {
  await fetcher.close()
  await secret.close()
  await door.close()
})

const atSecret = (host: string) => `http://${host}:${secret.port}/`

/** Spellings that reach loopback here if anything lets them: the WHATWG URL forms, fractions of IPv4, IPv6 clothes. */
const spellings: ReadonlyArray<readonly [fact: string, host: string]> = [
  ['dotted', '127.0.0.1'],
  ['another address of the block', '127.8.9.10'],
  ['decimal', '2130706433'],
  ['hexadecimal', '0x7f000001'],
  ['hexadecimal, upper case', '0X7F000001'],
  ['octal', '017700000001'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['octal parts', '0177.0.0.1'],
  ['octal parts with zeros', '0000177.0000.0000.0001'],
  ['mixed parts', '0x7f.0.0.01'],
  ['two parts', '127.1'],
  ['three parts', '127.0.1'],
  ['two parts, hexadecimal', '0x7f.1'],
  ['two parts, large tail', '127.65530'],
  ['a trailing dot', '127.0.0.1.'],
  ['full-width digits', '１２７.０.０.１'],
  ['circled digits', '①②⑦.⓪.⓪.①'],
  ['ideographic stops', '127。0。0。1'],
  ['half-width stops', '127｡0｡0｡1'],
  ['percent-encoded', '%31%32%37.0.0.1'],
  ['percent-encoded dots', '127%2e0%2e0%2e1'],
  ['unspecified', '0.0.0.0'],
  ['unspecified, short', '0'],
  ['unspecified, hexadecimal', '0x0'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback, long', '[0:0:0:0:0:0:0:1]'],
  ['IPv6 loopback, padded', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['IPv6 unspecified', '[::]'],
  ['mapped', '[::ffff:127.0.0.1]'],
  ['mapped in hex', '[::ffff:7f00:1]'],
  ['mapped, upper case', '[::FFFF:7F00:0001]'],
  ['mapped, long', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ['mapped unspecified', '[::ffff:0.0.0.0]'],
  ['IPv4-compatible', '[::127.0.0.1]'],
  ['translated', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['6to4', '[2002:7f00:1::]'],
]

describe('a literal address, however spelt, never opens a socket', () => {
  test.each(spellings)('%s: %s', async (_fact, host) => {
    const reply = (await fetcher.fetch(atSecret(host))) as NoAnswer
    expect(reply.failure).toBe('forbiddenAddress')
    expect([secret.connections(), lookups]).toEqual([0, []])
  })

  test.each(spellings)('as the target of a redirect, %s: %s', async (_fact, host) => {
    door.on('/to', redirect(302, atSecret(host)))
    const reply = (await fetcher.fetch(door.url('/to'))) as NoAnswer
    expect(reply).toMatchObject({ failure: 'forbiddenAddress', hops: [{ status: 302 }] })
    expect(secret.connections()).toBe(0)
  })

  test('nor does the address of a network card', async () => {
    const own = Object.values(networkInterfaces()).flatMap((cards) => cards ?? [])
    for (const { address, family } of own.filter((card) => !card.address.startsWith('fe80'))) {
      const reply = await fetcher.fetch(atSecret(family === 'IPv6' ? `[${address}]` : address))
      expect(reply).toMatchObject({ failure: 'forbiddenAddress' })
    }
    expect(secret.connections()).toBe(0)
  })
})

describe('the same spellings', () => {
  test('do arrive when all is opened, so that the tests above can fail', async () => {
    const own = await startPublisher({ address: '0.0.0.0' })
    own.on('/', serve('secret'))
    const open = createFetcher({ allow: ['0.0.0.0/0', '::/0'], userAgent: 'x', limits: { maxSockets: 0 } })
    const reached = spellings.filter(([, host]) => !host.startsWith('['))
    for (const [, host] of reached) {
      expect(await open.fetch(`http://${host}:${own.port}/`)).toMatchObject({ kind: 'answer', status: 200 })
    }
    expect(own.connections()).toBe(reached.length)
    await open.close()
    await own.close()
  })
})

describe('a name', () => {
  test.each([
    ['a loopback name', 'localhost', ['127.0.0.1']],
    ['a loopback name with a dot', 'localhost.', ['127.0.0.1']],
    ['a name below localhost', 'a.localhost', ['127.0.0.1', '::1']],
    ['an address in a name', '127.0.0.1.rebind.example', ['127.0.0.1']],
    ['a name for IPv6 loopback', 'six.example', ['::1']],
    ['a name for a mapped address', 'mapped.example', ['::ffff:127.0.0.1']],
    ['a name for nowhere', 'zero.example', ['0.0.0.0']],
    ['a name for metadata', 'metadata.google.internal', ['169.254.169.254']],
    ['a name for a private network', 'intranet.example', ['10.0.0.1', '192.168.0.1', 'fd00::1']],
    ['a name in capitals', 'LOCALHOST', ['127.0.0.1']],
  ])('%s is judged by its addresses', async (_fact, host, addresses) => {
    names = { [host.toLowerCase()]: addresses }
    const reply = (await fetcher.fetch(atSecret(host))) as NoAnswer
    expect(reply.failure).toBe('forbiddenAddress')
    expect([secret.connections(), lookups.length]).toEqual([0, 1])
  })

  test('with an open and a closed address gets the open one only', async () => {
    door.on('/', serve('door'))
    names = { 'both.example': ['127.0.0.1', '127.0.0.9', '::1'] }
    const reply = await fetcher.fetch(`http://both.example:${door.port}/`)
    expect(reply).toMatchObject({ kind: 'answer', status: 200 })
    expect(secret.connections()).toBe(0)
  })

  test('that changes its address between two requests is judged again, and resolved once for each socket', async () => {
    const once = createFetcher({
      allow: [`127.0.0.9:${door.port}`],
      userAgent: 'x',
      limits: { maxSockets: 0 },
      lookup: async (name) => {
        lookups.push(name)
        return lookups.length === 1 ? ['127.0.0.9'] : ['127.0.0.1']
      },
    })
    door.on('/', serve('door'))
    const url = `http://rebind.example:${door.port}/`
    expect(await once.fetch(url)).toMatchObject({ status: 200 })
    expect(lookups).toEqual(['rebind.example'])
    expect(await once.fetch(url)).toMatchObject({ failure: 'forbiddenAddress' })
    expect([lookups.length, secret.connections()]).toEqual([2, 0])
    await once.close()
  })

  test('that a redirect leads to is judged too', async () => {
    names = { 'inside.example': ['127.0.0.1'] }
    door.on('/in', redirect(301, atSecret('inside.example')))
    expect(await fetcher.fetch(door.url('/in'))).toMatchObject({ failure: 'forbiddenAddress' })
    expect(secret.connections()).toBe(0)
  })

  test.each([
    '//127.0.0.1',
    '/\\127.0.0.1',
    '\\\\127.0.0.1',
    'http:127.0.0.1',
    'http:/127.0.0.1',
    'HTTP://127.0.0.1',
    '\thttp://127.0.0.1',
  ])('hidden in a crooked Location %j', async (start) => {
    door.on('/crooked', redirect(302, `${start}:${secret.port}/`))
    const reply = await fetcher.fetch(door.url('/crooked'))
    expect(reply.kind === 'noAnswer' || reply.url.startsWith(door.origin)).toBe(true)
    expect(secret.connections()).toBe(0)
  })

  test.each(['http://127.0.0.9@', 'http://127.0.0.9:80@', 'http://127.0.0.9#@', 'http://127.0.0.9?@'])(
    'behind a decoy %s',
    async (start) => {
      const reply = await fetcher.fetch(`${start}127.0.0.1:${secret.port}/`)
      expect(reply.kind).toBe('noAnswer')
      expect(secret.connections()).toBe(0)
    },
  )
})

describe('the allow-list opens exactly what it names', () => {
  test('this address at this port', async () => {
    door.on('/', serve('door'))
    expect(await fetcher.fetch(door.url('/'))).toMatchObject({ status: 200 })
  })

  test('not this address at another port', async () => {
    const reply = await fetcher.fetch(`http://127.0.0.9:${secret.port}/`)
    expect(reply).toMatchObject({ failure: 'forbiddenAddress' })
    expect(secret.connections()).toBe(0)
  })

  test('and a secure address no more than a plain one', async () => {
    const reply = await fetcher.fetch(`https://127.0.0.1:${secret.port}/`)
    expect(reply).toMatchObject({ failure: 'forbiddenAddress' })
    expect(secret.connections()).toBe(0)
  })
})

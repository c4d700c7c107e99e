import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { arbitraryOf } from '../../tests/support/arbitrary-of-schema.ts'
import { volume } from '../../tests/support/volume.ts'

/* Requests made from the OpenAPI document, right and wrong, to every endpoint with every method, with a login and without: none ends
   in a fault of ours, and nothing that was sent comes back as markup. */

type Json = Readonly<Record<string, never>>
interface Operation {
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Json
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const NOW = Date.UTC(2026, 10, 14, 12)
let desk: Desk
let server: FastifyInstance
let document: Document
let tokens: readonly (string | null)[]
/** What is sent may revoke tokens and remove readers. */
let renewTokens: () => Promise<void>

beforeAll(async () => {
  desk = await anApp({ now: NOW })
  desk.publish('https://news.example/rss', [
    { title: 'Harbour bridge closed', url: 'https://news.example/1', text: 'A bridge.', at: NOW - 1 },
    { title: 'Museum buys rare violin', url: 'https://news.example/2', text: 'A violin.', at: NOW - 2 },
  ])
  await desk.poll()
  const app = aWebApp(desk)
  server = await aServer(app, { limits: { reader: 1e9, address: 1e9, logins: 1e9 } })
  document = (await server.inject({ url: '/api/v1/openapi.json', headers: { host: 'localhost' } })).json()
  renewTokens = async () => {
    const [first, ...others] = await desk.store.readers()
    const other = others[0] ?? (await desk.app.readers.add({ name: 'ann', role: 'reader', email: null }))
    const issue = async (reader: typeof other, scope: 'write' | 'admin') =>
      (await app.sessions.issue(reader, { name: 'fuzz', scope })).secret
    tokens = [null, await issue(first!, 'admin'), await issue(other, 'write')]
  }
})
afterAll(() => desk.close())

/** A request to an operation; parts may be missing, of the wrong type, or what nobody expects. */
function requests(path: string, method: string, operation: Operation) {
  const of = (schema: Json) => arbitraryOf(schema, document.components.schemas)
  const parts = Object.fromEntries(operation.parameters.map((one) => [`${one.in} ${one.name}`, of(one.schema)]))
  const optional = operation.parameters.filter((one) => one.in === 'query').map((one) => `query ${one.name}`)
  const required = Object.keys(parts).filter((name) => !optional.includes(name))
  const body = operation.requestBody?.content['application/json']?.schema
  return fc
    .record({
      parts: fc.record(parts, { requiredKeys: required } as never),
      body: body === undefined ? fc.constant(undefined) : of(body),
      token: fc.nat({ max: 2 }),
      origin: fc.constantFrom(undefined, 'http://localhost', 'https://evil.example'),
    })
    .map(({ parts: values, ...rest }) => ({
      ...rest,
      method,
      url: urlOf(path, values as Readonly<Record<string, unknown>>),
    }))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const encoded = (value: unknown): string => encodeURIComponent(Buffer.from(textOf(value)).toString())

function urlOf(path: string, parts: Readonly<Record<string, unknown>>): string {
  const query = Object.entries(parts).filter(([name]) => name.startsWith('query '))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(parts[`path ${name}`]))
  return `/api/v1${filled}?${query.map(([name, value]) => `${name.slice(6)}=${encoded(value)}`).join('&')}`
}

/** Streams never end, and what leads out of the process is tested elsewhere. */
const NOT_HERE = /\/(events|discover)$/

test('no request ends in a fault, and nothing sent comes back as markup', async () => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => !NOT_HERE.test(path))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, one })))
  expect(operations.length).toBeGreaterThan(15)
  const statuses = new Map<number, number>()
  for (const { path, method, one } of operations) {
    await renewTokens()
    await fc.assert(
      fc.asyncProperty(requests(path, method, one), async ({ url, body, token, origin }) => {
        const secret = tokens[token]
        const answer = await server.inject({
          method: method.toUpperCase() as 'GET',
          url,
          headers: {
            host: 'localhost',
            ...(secret == null ? {} : { authorization: `Bearer ${secret}` }),
            ...(origin === undefined ? {} : { origin }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        })
        statuses.set(answer.statusCode, 1 + (statuses.get(answer.statusCode) ?? 0))
        const words = `${method} ${url} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`
        if (answer.statusCode >= 500 && answer.statusCode !== 503) throw new Error(words)
        expect(answer.headers['x-content-type-options'], words).toBe('nosniff')
        expect(answer.headers['x-injected'], words).toBeUndefined()
        if (/html|xml|svg/.test(String(answer.headers['content-type'])))
          expect(answer.body, words).not.toMatch(/<script>alert|onerror=/)
      }),
      { numRuns: volume(12, 2_000), seed: 22, endOnFailure: true },
    )
  }
  // Both what is right and what is wrong was sent.
  const share = (status: number) => (statuses.get(status) ?? 0) / [...statuses.values()].reduce((a, b) => a + b)
  expect(Math.min(share(200), share(400), share(401), share(403)), String([...statuses])).toBeGreaterThan(0.02)
  expect(share(401) + share(429), String([...statuses])).toBeLessThan(0.6)
}, 120_000)

test('the document names every shape it uses', () => {
  const used = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!)
  expect(used.filter((name) => !(name in document.components.schemas))).toEqual([])
  expect(JSON.stringify(document)).not.toContain('$defs')
})

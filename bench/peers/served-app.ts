import fastify from 'fastify'
import { serveApp } from '../../src/http/serve-app.ts'
import { aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp } from '../../tests/support/an-app.ts'
import type { Served, ServedCase } from '../server.ts'

/* The web server over a store that is there, with readers who follow everything, and beside it a plain server that sends the same
   bytes. Arguments: the address of the store, the number of readers, the page of a digest. Tells the parent what to ask for. */

const [address, readers, page] = process.argv.slice(2)
const desk = await anApp({ now: Date.now(), address: address! })
const { store } = desk
await desk.app.digests.preview({ type: null, windowMs: 24 * 3_600_000, topics: null, tab: null })
while ((await store.updateSearch(1_000)) > 0);

const app = aWebApp(desk)
const tokens: string[] = []
const sources = await store.sources()
for (let n = 0; n < Number(readers); n++) {
  const reader = (await store.addReader({ name: `reader-${n}`, role: 'reader', email: null }, desk.now()))!
  await store.viewOf(reader.id).addSources(sources, desk.now())
  tokens.push((await app.sessions.issue(reader, { name: 'bench', scope: 'write' })).secret)
}
const [first] = await store.readers()
const firstToken = (await app.sessions.issue(first!, { name: 'bench', scope: 'write' })).secret

const limits = { reader: 1e9, address: 1e9, logins: 1e9 }
const served = await serveApp(app, { listenAt: '127.0.0.1:0', baseUrl: null, trustedProxies: [], limits })
const plain = fastify({ logger: false })

const get = async (path: string, token = tokens[0]!) => {
  const answer = await fetch(served.url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const json = async <T>(path: string) => (await (await get(path)).json()) as T
const newest = await json<{ items: readonly { id: number; story: { id: string } | null }[] }>(
  'api/v1/articles?limit=200',
)
const ids = newest.items.map(({ id }) => id)
const story = newest.items.find((one) => one.story !== null)?.story?.id ?? null

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })
const reads = (name: string, path: string, who = tokens): ServedCase => ({
  name,
  requests: who.map((token) => ({ method: 'GET', url: served.url + path, headers: authorized(token) })),
  plain: '',
})
const marks: ServedCase = {
  name: 'mark 20 as read',
  requests: tokens.flatMap((token) =>
    Array.from({ length: 10 }, (_, n) => ({
      method: 'POST',
      url: `${served.url}api/v1/articles/mark-read`,
      headers: { ...authorized(token), 'content-type': 'application/json' },
      body: JSON.stringify({ ids: ids.slice(n * 20, n * 20 + 20) }),
    })),
  ),
  plain: '',
}
const cases = [
  reads('digest page', page!, [firstToken]),
  reads('today', 'api/v1/today', [firstToken]),
  reads('latest 50', 'api/v1/articles?limit=50'),
  reads('most important 50', 'api/v1/articles?limit=50&sort=importance', [firstToken]),
  reads('50 stories', 'api/v1/stories?limit=50&leastArticles=1'),
  ...(story === null ? [] : [reads('a story', `api/v1/stories/${story}`)]),
  reads('search, all found', 'api/v1/search?q=market%20price'),
  marks,
]
const bodies: { readonly type: string; readonly body: Buffer }[] = []
for (const { requests } of cases) {
  const { url, method, headers, body } = requests[0]!
  const ask = () => fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  let answer = await ask()
  // The page of this moment is being made when it is asked for the first time.
  for (let tries = 0; answer.status === 503 && tries < 30; tries++) answer = await ask()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  bodies.push({
    type: answer.headers.get('content-type') ?? 'text/plain',
    body: Buffer.from(await answer.arrayBuffer()),
  })
}
bodies.forEach(({ type, body }, n) => {
  plain.route({ method: ['GET', 'POST'], url: `/${n}`, handler: async (_, reply) => reply.type(type).send(body) })
})
const plainUrl = await plain.listen({ host: '127.0.0.1', port: 0 })
const told: Served = {
  cases: cases.map((one, n) => ({ ...one, plain: `${plainUrl}/${n}` })),
  bytes: bodies.map(({ body }) => body.length),
}
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.send?.(told)
process.on('disconnect', () => process.exit(0))

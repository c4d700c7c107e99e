import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { includesScope } from '../../app/sessions.ts'
import type { ReaderWeb, WebApp } from '../../app/web-app.ts'
import { MOST_ID } from '../contract/fields.ts'
import { addFeed, followed, unsubscribe } from '../followed-sources.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { IdentifyRequest } from '../request-visitor.ts'
import { toRefusal } from '../to-refusal.ts'
import type { Visitor } from '../visitor.ts'
import { entriesOf, entriesQuery, entriesWithIds } from './entries.ts'
import { categoriesOf, toCategory, toFeeds } from './feeds.ts'

/* The parts of Miniflux's API (v1) that its clients use. They send a token in `X-Auth-Token`, or the reader's name with a token as the
   password (HTTP Basic). Categories are tabs. */

/** What the API needs. */
export interface MinifluxDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
}

/** A request of somebody who is known. */
interface Asked {
  readonly app: WebApp
  readonly own: ReaderWeb
  readonly visitor: Visitor
  /** The number in the path, and the one after it. */
  readonly id: number
  readonly entry: number
  readonly query: unknown
  readonly body: unknown
}

type Handle = (asked: Asked) => Promise<unknown>

const parsed = <T extends z.ZodType>(schema: T, given: unknown): z.output<T> => {
  const { data, error, success } = schema.safeParse(given)
  if (success) return data
  throw new Refusal(400, 'bad_request', `${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}`)
}

const entries: Handle = async ({ own, query }) => {
  const wanted = parsed(entriesQuery, query)
  const inCategory = wanted.category_id === undefined ? {} : await categoryQuery(own, wanted.category_id)
  return entriesOf(own, inCategory, wanted)
}

async function categoryQuery(own: ReaderWeb, id: number) {
  const category = (await categoriesOf(own)).find((one) => one.id === id)
  if (category === undefined) throw notFound()
  if (category.tab !== null) return { tab: category.tab }
  const loose = (await followed(own)).filter(({ source }) => source.tab === null)
  return { feeds: loose.map(({ feed }) => feed.id) }
}

async function sourceOf(own: ReaderWeb, feed: number) {
  const one = (await followed(own)).find((some) => some.feed.id === feed)
  if (one === undefined) throw notFound()
  return one
}

const markAll = async (own: ReaderWeb, query: object): Promise<void> =>
  void (await own.articles.markList({ ...query, unread: true }, MOST_ID))

const changedEntries = z.object({
  entry_ids: z.array(z.int()).max(10_000),
  status: z.enum(['read', 'unread', 'removed']),
})
const newFeed = z.object({ feed_url: z.string(), category_id: z.int().optional() })
const changedFeed = z.object({ title: z.string().min(1).optional(), category_id: z.int().optional() })
const title = z.object({ title: z.string().min(1) })

async function tabOf(own: ReaderWeb, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null
  const category = (await categoriesOf(own)).find((one) => one.id === id)
  if (category === undefined) throw new Refusal(400, 'bad_request', 'category_id: there is no such category')
  return category.tab
}

async function ownTab(own: ReaderWeb, id: number): Promise<string> {
  const tab = await tabOf(own, id).catch(() => null)
  if (tab === null) throw notFound()
  return tab
}

const toUser = ({ reader }: Visitor) => ({
  id: reader.id,
  username: reader.name,
  is_admin: reader.role === 'administrator',
  language: 'en_US',
  timezone: 'UTC',
  theme: 'system_serif',
})

const oneEntry = async (own: ReaderWeb, id: number) => (await entriesWithIds(own, [id]))[0] ?? refuse()

/** Has feeds polled, where that is not too soon: the engine does it, as always. */
async function refresh(own: ReaderWeb, isWanted: (feed: Awaited<ReturnType<typeof toFeeds>>[number]) => boolean) {
  for (const feed of (await toFeeds(own)).filter(isWanted)) await own.followed.askForPoll(feed.id)
}

const READS: Readonly<Record<string, Handle>> = {
  version: async ({ app }) => ({ version: (await app.server()).version }),
  me: async ({ visitor }) => toUser(visitor),
  // Others are not told of, by id or by name.
  users: async ({ visitor }) => [toUser(visitor)],
  categories: async ({ own }) => (await categoriesOf(own)).map(toCategory),
  feeds: ({ own }) => toFeeds(own),
  'feeds/counters': async ({ own }) => ({
    reads: {},
    unreads: Object.fromEntries((await followed(own)).map(({ feed, unread }) => [feed.id, unread])),
  }),
  'feeds/:id': async ({ own, id }) => (await toFeeds(own)).find((feed) => feed.id === id) ?? refuse(),
  'feeds/:id/entries/:entry': ({ own, entry }) => oneEntry(own, entry),
  'feeds/:id/entries': ({ own, id, query }) => entriesOf(own, { feeds: [id] }, parsed(entriesQuery, query)),
  'categories/:id/feeds': async ({ own, id }) => (await toFeeds(own)).filter(({ category }) => category.id === id),
  'categories/:id/entries/:entry': ({ own, entry }) => oneEntry(own, entry),
  'categories/:id/entries': async ({ own, id, query }) =>
    entriesOf(own, await categoryQuery(own, id), parsed(entriesQuery, query)),
  entries,
  'entries/:id': ({ own, id }) => oneEntry(own, id),
  'integrations/status': async () => ({ has_integrations: false }),
  export: ({ own }) => own.subscriptions.exportOpml(),
}

const WRITES: Readonly<Record<string, Handle>> = {
  'PUT entries': async ({ own, body }) => {
    const { entry_ids: ids, status } = parsed(changedEntries, body)
    const known = ids.filter((id) => id > 0 && id <= MOST_ID)
    if (status === 'unread') for (const id of known) await own.articles.change(id, { read: false })
    else await own.articles.markRead(await own.articles.keysOf(known))
  },
  'PUT entries/:id/bookmark': async ({ own, id }) => {
    const [one] = await own.articles.whole([id])
    if (one === undefined) refuse()
    await own.articles.change(id, { saved: one!.state?.savedAt == null })
  },
  'PUT feeds/:id/mark-all-as-read': ({ own, id }) => markAll(own, { feeds: [id] }),
  'PUT categories/:id/mark-all-as-read': async ({ own, id }) => markAll(own, await categoryQuery(own, id)),
  'PUT users/:id/mark-all-as-read': ({ own }) => markAll(own, {}),
  'PUT feeds/refresh': ({ own }) => refresh(own, () => true),
  'PUT feeds/:id/refresh': async ({ own, id }) => {
    await sourceOf(own, id)
    await refresh(own, (feed) => feed.id === id)
  },
  'PUT categories/:id/refresh': ({ own, id }) => refresh(own, ({ category }) => category.id === id),
  // Nothing is ever removed from the history of a reader here.
  'PUT flush-history': async () => undefined,
  'DELETE flush-history': async () => undefined,
  'POST import': async ({ own, body }) => {
    await own.subscriptions.startImport('opml', typeof body === 'string' ? body : '')
    return { message: 'Feeds imported successfully' }
  },
  'POST feeds': async ({ own, body }) => {
    const { feed_url: url, category_id: category } = parsed(newFeed, body)
    return { feed_id: (await addFeed(own, url, null, await tabOf(own, category))).feed.id }
  },
  'PUT feeds/:id': async ({ own, id, body }) => {
    const { title: name, category_id: category } = parsed(changedFeed, body)
    const { source } = await sourceOf(own, id)
    await own.subscriptions.change(source.id, {
      ...(name === undefined ? {} : { name }),
      ...(category === undefined ? {} : { tab: await tabOf(own, category) }),
    })
    return (await toFeeds(own)).find((feed) => feed.id === id)
  },
  'DELETE feeds/:id': async ({ own, id }) => unsubscribe(own, await sourceOf(own, id)),
  'POST categories': async ({ own, body }) => {
    const { id } = await own.tabs.add({ name: parsed(title, body).title })
    return toCategory((await categoriesOf(own)).find(({ tab }) => tab === id)!)
  },
  'PUT categories/:id': async ({ own, id, body }) => {
    const tab = await ownTab(own, id)
    await own.tabs.change(tab, { name: parsed(title, body).title })
    return toCategory((await categoriesOf(own)).find((one) => one.tab === tab)!)
  },
  'DELETE categories/:id': async ({ own, id }) => void (await own.tabs.remove(await ownTab(own, id))),
  'POST discover': async ({ own, body }) => {
    const found = await own.subscriptions.discover(parsed(z.object({ url: z.string() }), body).url)
    return found.map(({ url, title: name }) => ({ url, title: name ?? url, type: 'rss' }))
  },
}

function refuse(): never {
  throw notFound()
}

/** What is answered with 201: clients look at the status. */
const CREATED = new Set(['POST feeds', 'POST categories', 'PUT feeds/:id', 'PUT categories/:id', 'POST import'])

/** Registers the API at `/v1`. */
export async function registerMiniflux(server: FastifyInstance, deps: MinifluxDeps): Promise<void> {
  await server.register(async (inner) => {
    // Errors in the form that its clients show.
    inner.setErrorHandler((error, _, reply) => {
      const { status, message } = toRefusal(error)
      return reply
        .code(status)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error_message: message }))
    })
    // Whatever it is said to be: some clients send JSON as a form.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => {
      try {
        // An OPML document begins with `<`.
        const text = body as string
        done(null, text === '' ? null : /^\s*</.test(text) ? text : JSON.parse(text))
      } catch {
        done(new Refusal(400, 'bad_json', 'The body is not JSON.'))
      }
    })
    for (const [path, handle] of Object.entries(READS))
      inner.get(`/v1/${path}`, (request, reply) => answered(request, reply, deps, 'read', handle))
    // Pictures of feeds, among others, are not there.
    inner.all('/v1/*', (request, reply) => answered(request, reply, deps, 'read', async () => refuse()))
    for (const [name, handle] of Object.entries(WRITES)) {
      const [method, path] = name.split(' ') as ['PUT' | 'POST' | 'DELETE', string]
      const status = CREATED.has(name) ? 201 : 200
      inner.route({
        method,
        url: `/v1/${path}`,
        handler: (request, reply) => answered(request, reply, deps, 'write', handle, status),
      })
    }
  })
}

async function answered(
  request: FastifyRequest,
  reply: FastifyReply,
  { app, identify }: MinifluxDeps,
  scope: 'read' | 'write',
  handle: Handle,
  status = 200,
): Promise<FastifyReply> {
  const visitor = await identify(request)
  // A cookie does not count: another site could use it.
  if (visitor === null || visitor.via === 'cookie' || !includesScope(visitor.scope, scope))
    return json(reply.header('www-authenticate', 'Basic realm="Copytaster"'), 401, {
      error_message: 'Access Unauthorized',
    })
  const { id, entry } = request.params as { id?: string; entry?: string }
  const [first, second] = [id, entry].map((text) => Number(text ?? 1))
  if (![first, second].every((one) => Number.isInteger(one) && one! >= 1 && one! <= MOST_ID)) throw notFound()
  const { query, body } = request
  const answer = await handle({
    app,
    own: app.forReader(visitor.reader),
    visitor,
    id: first!,
    entry: second!,
    query,
    body,
  })
  // Some clients take any text in the answer to a change for a failure.
  if (answer === undefined) return reply.code(204).send()
  if (typeof answer === 'string') return reply.type('text/xml; charset=utf-8').send(answer)
  return json(reply, status, answer)
}

const json = (reply: FastifyReply, status: number, answer: unknown): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer))

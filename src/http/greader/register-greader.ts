import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { includesScope } from '../../app/sessions.ts'
import type { ReaderWeb, WebApp } from '../../app/web-app.ts'
import type { Logins } from '../logins.ts'
import { networkOf } from '../network-of.ts'
import { loginLimit, type RateLimits } from '../rate-limits.ts'
import { Refusal } from '../refusal.ts'
import type { IdentifyRequest } from '../request-visitor.ts'
import { NO_SECRET, type Visitor } from '../visitor.ts'
import { atomOf } from './atom.ts'
import { type Form, formOf } from './form.ts'
import { itemContents, streamContents, streamIds } from './streams.ts'
import { quickAdd, subscriptionEdit, subscriptionList, unreadCount } from './subscriptions.ts'
import { disableTag, editTag, markAllAsRead, renameTag, tagList } from './tags.ts'

/* The API of Google Reader, which most reader apps speak: at the root and where FreshRSS has it. An app logs in with the reader's
   name and a token of theirs as the password, and sends what it gets in the `Authorization` header; cookies do not count here. */

/** What the API for reader apps needs. */
export interface GReaderDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
  readonly logins: Logins
  readonly limits: RateLimits
}

/** A request of somebody who is known. */
interface Asked {
  readonly own: ReaderWeb
  readonly form: Form
  readonly visitor: Visitor
  readonly now: number
  readonly authorization: string
}

/** Answers: a text as it is, everything else as JSON. */
type Handle = (asked: Asked) => Promise<unknown>

/** Says that something was done. */
const ok =
  (act: (own: ReaderWeb, form: Form) => Promise<void>): Handle =>
  async ({ own, form }) => {
    await act(own, form)
    return 'OK'
  }

const READS: Readonly<Record<string, Handle>> = {
  token: async ({ authorization }) => postToken(authorization),
  'user-info': async ({ visitor: { reader } }) => ({
    userId: String(reader.id),
    userName: reader.name,
    userProfileId: String(reader.id),
    userEmail: reader.email ?? '',
    isBloggerUser: false,
    signupTimeSec: 0,
    isMultiLoginEnabled: false,
  }),
  'subscription/list': ({ own }) => subscriptionList(own),
  'subscription/export': ({ own }) => own.subscriptions.exportOpml(),
  'tag/list': ({ own }) => tagList(own),
  'unread-count': ({ own }) => unreadCount(own),
  'stream/items/ids': ({ own, form }) => streamIds(own, form),
  'stream/items/contents': ({ own, form, now }) => itemContents(own, form, now),
  'stream/contents': ({ own, form, now }) => streamContents(own, null, form, now),
  // Old apps ask for these and stop where they are not there.
  'preference/list': async () => ({ prefs: [] }),
  'preference/stream/list': async () => ({ streamprefs: {} }),
  'friend/list': async () => ({ friends: [] }),
}

const WRITES: Readonly<Record<string, Handle>> = {
  'edit-tag': ok(editTag),
  'mark-all-as-read': ok(markAllAsRead),
  'rename-tag': ok(renameTag),
  'disable-tag': ok(disableTag),
  'subscription/edit': ok(subscriptionEdit),
  'subscription/quickadd': ({ own, form }) => quickAdd(own, form),
  'subscription/import': async ({ own, form }) => {
    await own.subscriptions.startImport('opml', form.text)
    return 'OK'
  },
}

const CONTENTS = 'stream/contents/'

/** The largest body: an OPML document of some thousand feeds, or a thousand ids. */
const BODY_BYTES = 4 * 1024 ** 2

/** Registers the API. Apps join an address and a path with too many slashes, or end with one. */
export async function registerGReader(server: FastifyInstance, deps: GReaderDeps): Promise<void> {
  await server.register(async (inner) => {
    // Whatever it is said to be: some apps send forms as plain text.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_, body, done) => done(null, body))
    for (const base of ['', '/api/greader.php']) {
      const login = { method: ['GET', 'POST'] as ('GET' | 'POST')[], config: loginLimit(deps.limits) }
      inner.route({
        ...login,
        url: `${base}/accounts/ClientLogin`,
        handler: (request, reply) => clientLogin(request, reply, deps),
      })
      inner.get(`${base}/reader/atom/*`, (request, reply) => atomAnswered(request, reply, deps))
      inner.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url: `${base}/reader/api/0/*`,
        handler: (request, reply) => answered(request, reply, deps),
      })
    }
  })
}

async function answered(request: FastifyRequest, reply: FastifyReply, deps: GReaderDeps): Promise<FastifyReply> {
  if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT).send()
  // Liferea polls none of its feeds when the list of them is answered with 304.
  if (/\bLiferea\//.test(request.headers['user-agent'] ?? '')) delete request.headers['if-none-match']
  const visitor = await deps.identify(request)
  if (visitor === null || visitor.via === 'cookie') return unauthorized(reply)
  // Only who sends a secret may ask from the page of another site: where no login is needed, that page could be anybody's.
  if (visitor.via === 'bearer') reply.header('access-control-allow-origin', '*')
  const path = (request.params as Record<string, string>)['*']!
  const form = formOf(request)
  const authorization = request.headers.authorization ?? ''
  const asked = { own: deps.app.forReader(visitor.reader), form, visitor, now: deps.app.now(), authorization }
  const name = path.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/')
  if (path.startsWith(CONTENTS) && name !== 'stream/contents')
    return sent(reply, await streamContents(asked.own, path.slice(CONTENTS.length), form, asked.now))
  const read = own(READS, name)
  if (read !== undefined) return sent(reply, await read(asked))
  const write = own(WRITES, name)
  if (write === undefined || request.method !== 'POST') throw new Refusal(404, 'not_found', 'There is no such method.')
  if (!includesScope(visitor.scope, 'write')) return unauthorized(reply)
  if (isBadToken(form.first('T'), authorization)) return badToken(reply)
  return sent(reply, await write(asked))
}

/** A stream as Atom, for an app that reads it so. */
async function atomAnswered(request: FastifyRequest, reply: FastifyReply, deps: GReaderDeps): Promise<FastifyReply> {
  const visitor = await deps.identify(request)
  if (visitor === null || visitor.via === 'cookie') return unauthorized(reply)
  const stream = (request.params as Record<string, string>)['*']!
  const reader = deps.app.forReader(visitor.reader)
  const contents = await streamContents(reader, stream, formOf(request), deps.app.now())
  return reply.type('application/atom+xml; charset=utf-8').send(atomOf(contents))
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

function sent(reply: FastifyReply, answer: unknown): FastifyReply {
  if (typeof answer !== 'string') return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  return reply.type(answer.startsWith('<') ? 'text/xml; charset=utf-8' : 'text/plain; charset=utf-8').send(answer)
}

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
}

const unauthorized = (reply: FastifyReply): FastifyReply =>
  reply.code(401).header('cache-control', 'no-store').type('text/plain').send('Unauthorized\n')

/** Both names that apps know. */
const badToken = (reply: FastifyReply): FastifyReply =>
  unauthorized(reply.headers({ 'x-reader-google-bad-token': 'true', 'google-bad-token': 'true' }))

/** As long as those of Google were. */
const POST_TOKEN_LENGTH = 57

/** What apps send along with changes. The header is what counts: no browser sends it by itself. */
const postToken = (authorization: string): string =>
  createHash('sha256').update(authorization).digest('hex').slice(0, POST_TOKEN_LENGTH)

/** Some apps send none, an empty one, an `x`, or what they got when they logged in, which has a slash. */
const isBadToken = (given: string | null, authorization: string): boolean =>
  given?.length === POST_TOKEN_LENGTH && !given.includes('/') && given !== postToken(authorization)

async function clientLogin(request: FastifyRequest, reply: FastifyReply, deps: GReaderDeps): Promise<FastifyReply> {
  const form = formOf(request)
  const [name, secret] = [form.first('Email') ?? '', form.first('Passwd') ?? '']
  const auth = await authOf(request, name, secret, deps)
  reply.header('cache-control', 'no-store')
  if (auth === null) return reply.code(401).type('text/plain').send('Error=BadAuthentication\n')
  const answer = { SID: auth, LSID: auth, Auth: auth }
  if (form.first('output') === 'json') return sent(reply, answer)
  const lines = Object.entries(answer).map(([key, value]) => `${key}=${value}\n`)
  return sent(reply, lines.join(''))
}

/** What an app sends from then on; null for a name and a password that do not belong together. */
async function authOf(request: FastifyRequest, name: string, secret: string, { app, identify, logins }: GReaderDeps) {
  // On this machine, while no login is needed, any name and password will do.
  if ((await identify(request))?.via === 'open') return `reader/${NO_SECRET}`
  return logins.throttled({ name, address: networkOf(request.ip) }, async () => {
    const identity = await app.sessions.identify(secret)
    const isRight = identity?.token.kind === 'api' && identity.reader.name === name
    return isRight ? `${encodeURIComponent(name)}/${secret}` : null
  })
}

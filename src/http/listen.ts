import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'
import { newRequestId } from './answered-request.ts'
import { API } from './api-server.ts'
import { sendCompactly } from './compact-answer.ts'
import { closeServer, createLazyServer, type LazyServer } from './lazy-server.ts'
import { listenAt, urlAt } from './listen-at.ts'
import type { OwnNames } from './own-names.ts'
import { notFound, Refusal, refusalAnswer } from './refusal.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { toRefusal } from './to-refusal.ts'
import { trustsProxies } from './trusted-proxies.ts'
import { createTurns } from './turns.ts'

/** A running server. */
export interface Listening {
  readonly url: string
  /** Where it listens, with the port that it got. */
  readonly at: string
  readonly close: () => Promise<void>
}

/** What a server answers with. */
export interface ServerParts {
  /** Null where any name will do. */
  readonly names: OwnNames | null
  /** Everything but the API. */
  readonly pages: (request: HttpRequest, sent: FastifyRequest) => Promise<HttpAnswer>
  /** Registers the API and what comes before each request. */
  readonly register?: (server: FastifyInstance) => Promise<void>
  /** Called before anybody is answered. */
  readonly warmUp?: () => Promise<void>
  /** Proxies whose word about the visitor's address is taken. */
  readonly trustedProxies?: readonly string[]
}

/** Answers at `address:port`, or at `unix:` and the path of a socket file. */
export async function listen(at: string, parts: ServerParts): Promise<Listening> {
  const lazy = createLazyServer()
  const web = await createWebServer(parts, lazy)
  await parts.warmUp?.()
  const actual = await listenAt(lazy.server, at)
  return { url: urlAt(actual), at: actual, close: () => closed(web) }
}

/** Closes the server with its streams. */
export const closed = (web: FastifyInstance): Promise<void> => closeServer(web.server, () => web.close())

/** The server without a socket: tests send requests straight into it. */
export async function createWebServer(parts: ServerParts, lazy = createLazyServer()): Promise<FastifyInstance> {
  const inTurn = createTurns()
  let answerInTurn: Parameters<LazyServer['answerWith']>[0] = () => {}
  const web = fastify({
    serverFactory: (handle) => {
      answerInTurn = (message, response) => {
        const answered = new Promise<void>((resolve) => response.once('close', resolve))
        // The answer is made, though the client may not have read it yet: slow clients must not hold a turn.
        const made = new Promise<void>((resolve) => response.once('prefinish', resolve))
        const work = async () => {
          handle(message, response)
          // A stream of events is never done: others may have their turn.
          await (message.url?.startsWith(`${API}/events`) ? undefined : Promise.race([made, answered]))
        }
        // What the same connection asks for meanwhile is not answered: it would wait in memory behind the stream.
        void inTurn(message.socket, work, { answered, isQuick: message.url === '/healthz' })
      }
      return lazy.server
    },
    trustProxy: trustsProxies(parts.trustedProxies ?? []),
    genReqId: newRequestId,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 2_000 },
    rewriteUrl: ({ url = '/' }) => withoutExtraSlashes(url),
    // An address that cannot be decoded is that of nothing.
    frameworkErrors: (_, request, reply) => refuse(notFound(), request, reply.headers(SECURITY_HEADERS)),
    logger: false,
  })
  await web.register(fastifyCookie)
  onlyJson(web)
  web.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (parts.names !== null && !parts.names.isHost(request.headers.host))
      throw new Refusal(421, 'other_host', 'This server is not known by that name; set server.base_url to it.')
  })
  web.addHook('onSend', sendCompactly)
  web.setErrorHandler((error: FastifyError, request, reply) => refuse(toRefusal(error), request, reply))
  await parts.register?.(web)
  web.get('/healthz', { config: { rateLimit: false } }, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('ok\n'),
  )
  const limited = web.hasDecorator('rateLimit') ? { preHandler: web.rateLimit() } : {}
  web.setNotFoundHandler(limited, (request, reply) => page(request, reply, parts.pages))
  await web.ready()
  lazy.answerWith(answerInTurn)
  return web
}

/** Reader apps put the address of the server, with a slash at its end, before a path that begins with one. */
const withoutExtraSlashes = (url: string): string =>
  url.replace(/^\/+((?:api\/greader\.php)?)\/*(?=(?:reader|accounts)\/)/, (_, base) =>
    base === '' ? '/' : `/${base}/`,
  )

/** Bodies are JSON only: a form of another site can send anything else without asking first. */
function onlyJson(web: FastifyInstance): void {
  web.removeAllContentTypeParsers()
  web.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, JSON.parse(text as string, withoutPrototype))
    } catch {
      done(new Refusal(400, 'bad_json', 'The body is not JSON.'))
    }
  })
}

/** `__proto__` in JSON is a plain key to `JSON.parse`, but not to everything that copies objects. */
const withoutPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

async function page(request: FastifyRequest, reply: FastifyReply, pages: ServerParts['pages']): Promise<FastifyReply> {
  const path = pathOf(request.url)
  if (path.startsWith('/api/')) throw notFound()
  const known = request.headers['if-none-match'] ?? null
  const wanted = { method: request.method, path, known }
  const { status, headers, body } = await respond(wanted, () => pages(wanted, request))
  return reply.code(status).headers(headers).send(body)
}

async function respond(request: HttpRequest, pages: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const refused = answer(request, 'text/plain', 'Only GET and HEAD.\n', 405)
    return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } }
  }
  return pages()
}

function refuse(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = refusalAnswer(refusal, request.url)
  return reply.code(status).headers(headers).send(body)
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0]!)
  } catch {
    return ''
  }
}

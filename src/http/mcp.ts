import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { includesScope } from '../app/sessions.ts'
import type { ReaderWeb, WebApp } from '../app/web-app.ts'
import type { OwnNames } from './own-names.ts'
import { Refusal } from './refusal.ts'
import type { IdentifyRequest } from './request-visitor.ts'
import { toRefusal } from './to-refusal.ts'
import { requireScope, type Visitor } from './visitor.ts'

/* The Model Context Protocol over HTTP: who asks is checked here, everything else is answered by src/mcp, which is handed in. */

/** Answers requests of the protocol for one visitor. */
export interface McpAnswers {
  readonly answer: (
    request: Request,
    body: unknown,
    visitor: { readonly own: ReaderWeb; readonly canWrite: boolean },
  ) => Promise<Response>
  readonly close: () => Promise<void>
}

/** What the route needs. */
export interface McpDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
  readonly names: OwnNames
  readonly load: () => Promise<McpAnswers>
}

/** A crawl result to be parsed may be in a request. */
const BODY_BYTES = 512 * 1024
/** Codes of JSON-RPC for requests that never reach a tool. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600]

/** Registers `/mcp`. */
export async function registerMcp(server: FastifyInstance, deps: McpDeps): Promise<void> {
  let loaded: Promise<McpAnswers> | null = null
  const answers = () => (loaded ??= deps.load())
  server.addHook('preClose', async () => {
    await (await loaded)?.close()
  })
  await server.register(async (inner) => {
    inner.setErrorHandler((error, _, reply) => {
      const { status, code, message, headers } = toRefusal(error)
      const number = code === 'bad_json' ? PARSE_ERROR : INVALID_REQUEST
      const body = { jsonrpc: '2.0', id: null, error: { code: number, message } }
      return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
    })
    inner.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      exposeHeadRoute: false,
      bodyLimit: BODY_BYTES,
      // Before the body is read.
      preParsing: async (request) => void (await visitorOf(request, deps)),
      handler: async (request, reply) => {
        const visitor = await visitorOf(request, deps)
        // Nobody gave a right to write where no token says so.
        const canWrite = visitor.via === 'bearer' && includesScope(visitor.scope, 'write')
        const who = { own: deps.app.forReader(visitor.reader), canWrite }
        return send(reply, await (await answers()).answer(toWebRequest(request, reply), request.body, who))
      },
    })
  })
}

/** Who asks. A cookie does not count: another site could use it. A page of another site may not ask at all. */
async function visitorOf(request: FastifyRequest, { identify, names }: McpDeps): Promise<Visitor> {
  const { origin, host = '' } = request.headers
  if (origin !== undefined && !names.isOrigin(origin, host))
    throw new Refusal(403, 'other_origin', 'This request must not come from a page of another site.')
  const visitor = await identify(request)
  const known = visitor?.via === 'cookie' ? null : visitor
  requireScope(known, 'read')
  return known!
}

/** Its body is handed on as it was read; its signal ends when the client leaves. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return new Request('http://localhost/mcp', { method: request.method, headers, signal: gone.signal })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.body === null) return reply.send()
  return reply.send(isStream ? Readable.fromWeb(response.body as never) : await response.text())
}

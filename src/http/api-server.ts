import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { includesScope } from '../app/sessions.ts'
import type { WebApp } from '../app/web-app.ts'
import type { ApiAnswer, ApiRequest, ApiRoute } from './api-route.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { COOKIE } from './logins.ts'
import { networkOf } from './network-of.ts'
import { loginLimit, type RateLimits } from './rate-limits.ts'
import { Refusal } from './refusal.ts'
import { browserOf, type IdentifyRequest } from './request-visitor.ts'
import { requireScope, type Visitor } from './visitor.ts'

/** Where the API is. */
export const API = '/api/v1'

/** What answering API requests needs. */
export interface ApiDeps {
  readonly app: WebApp
  readonly identify: IdentifyRequest
  readonly limits: RateLimits
  /** Whether answers are compared with the contract: in tests. */
  readonly checksAnswers: boolean
}

/** The largest body of a request, where the endpoint does not say otherwise. */
const BODY_BYTES = 64 * 1024

/** Registers the endpoints: each request is identified, its origin and scope checked, its parts checked, then handled. */
export function registerApi(server: FastifyInstance, routes: readonly ApiRoute[], deps: ApiDeps): void {
  for (const { endpoint, handle } of routes) {
    server.route({
      method: endpoint.method,
      url: API + endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? BODY_BYTES,
      config: endpoint.isLogin ? loginLimit(deps.limits) : {},
      preParsing: async (request) => {
        // Before the body is read: nobody sends megabytes without the right to.
        requireScope(await deps.identify(request), endpoint.scope)
      },
      handler: (request, reply) => answer(request, reply, { endpoint, handle }, deps),
    })
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, handle }: ApiRoute,
  { app, identify, checksAnswers }: ApiDeps,
): Promise<FastifyReply> {
  const visitor = await identify(request)
  const checked: ApiRequest<unknown, unknown, unknown> = {
    ...checkedParts(endpoint, request),
    app,
    visitor: visitor!,
    own: visitor === null ? (null as never) : app.forReader(visitor.reader),
    address: networkOf(request.ip),
    browser: browserOf(request),
    header: (name) => [request.headers[name] ?? null].flat()[0] ?? null,
    isAllowed: async () => isSame(visitor, await identify.again(request), endpoint.scope),
    credential: `${request.headers.authorization ?? ''} ${request.cookies[COOKIE] ?? ''}`,
    onClosed: (done) => reply.raw.once('close', done),
  }
  const result = await handle(checked as ApiRequest<never, never, never>)
  const { answer: body, headers } = isWithHeaders(result) ? result : { answer: result, headers: {} }
  reply.headers(headers)
  if (endpoint.answer === null)
    return body === undefined ? reply.code(204).send() : typed(reply, endpoint.type ?? 'text/plain').send(body)
  if (checksAnswers) requireContract(endpoint, body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function isSame(before: Visitor | null, now: Visitor | null, scope: Endpoint['scope']): boolean {
  if (before === null || now === null || scope === 'none') return before === now
  return before.reader.id === now.reader.id && includesScope(now.scope, scope)
}

/** An answer may say its own type. */
const typed = (reply: FastifyReply, type: string): FastifyReply =>
  reply.hasHeader('content-type') ? reply : reply.type(type)

const isWithHeaders = (result: unknown): result is ApiAnswer<unknown> =>
  typeof result === 'object' && result !== null && 'answer' in result && 'headers' in result

/** What is sent with a request. */
export interface SentParts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** The parts of a request as the contract has them. */
export const checkedParts = (endpoint: Endpoint, { params, query, body }: SentParts): SentParts => ({
  params: checkedPart('path', endpoint.params, params),
  query: checkedPart('query', endpoint.query, query),
  body: checkedPart('body', endpoint.body, body),
})

/** A part of a request as the contract has it; where it has none, there must be nothing. */
function checkedPart(part: 'path' | 'query' | 'body', schema: z.ZodType | undefined, given: unknown): unknown {
  const { data, error, success } = (schema ?? NOTHING).safeParse(
    given ?? (part === 'body' && schema !== undefined ? undefined : {}),
  )
  if (success) return data
  const errors = error.issues.slice(0, 10).map(({ path, message }) => ({ at: [part, ...path].join('.'), message }))
  throw new Refusal(400, 'bad_request', `${errors[0]!.at}: ${errors[0]!.message}`, { errors })
}

const NOTHING = z.strictObject({})

function requireContract({ method, path, answer: schema }: Endpoint, body: unknown): void {
  const checked = schema!.safeParse(body)
  if (!checked.success) throw new Error(`${method} ${path} gives what its contract does not: ${checked.error.message}`)
}

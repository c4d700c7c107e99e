import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hideLogins } from '../core/text/login.ts'

/** One request that was answered. Nothing in it is secret: no query, no cookie, no token, no text of an article. */
export interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** The pattern of the route, such as `/api/v1/articles/:id`; `page` for what no route fits. */
  readonly route: string
  readonly status: number
  readonly ms: number
  /** Where a fault of ours happened. */
  readonly fault?: string
}

/** Ids of requests: an answer has its own in a header, so that a person can name it. */
export const newRequestId = (): string => randomUUID()

const faults = new WeakMap<FastifyRequest, string>()

/** Keeps what went wrong while a request was answered, for the log. */
export function noteFault(request: FastifyRequest, error: Error & { readonly statusCode?: number }): void {
  if (error.statusCode === undefined || error.statusCode >= 500) faults.set(request, stackOf(error))
}

/** Tells of every request once it is answered. */
export function tellAnswered(server: FastifyInstance, tell: (request: AnsweredRequest) => void): void {
  server.addHook('onError', async (request, _, error) => noteFault(request, error))
  server.addHook('onResponse', async (request, reply) => {
    const fault = reply.statusCode === 500 ? faults.get(request) : undefined
    tell({
      id: request.id,
      method: request.method,
      route: request.is404 ? 'page' : (request.routeOptions.url ?? 'page'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(fault === undefined ? {} : { fault }),
    })
  })
}

const stackOf = (error: Error): string => hideLogins(error.stack ?? error.message).slice(0, 4_000)

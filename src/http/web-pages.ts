import type { FastifyRequest } from 'fastify'
import type { WebApp } from '../app/web-app.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'
import { createDigestPages } from './digests.ts'
import { COOKIE } from './session.ts'
import type { createVisitors } from './visitor.ts'

/** The pages of a server with readers: each sees their own digests. */
export function createWebPages(app: WebApp, visitorOf: ReturnType<typeof createVisitors>) {
  const pages = new Map<number, ReturnType<typeof createDigestPages>>()
  return async (request: HttpRequest, { cookies, headers }: FastifyRequest): Promise<HttpAnswer> => {
    const visitor = await visitorOf({ cookie: cookies[COOKIE] ?? null, authorization: headers.authorization ?? null })
    if (visitor === null) return answer(request, 'text/plain', 'Log in first.\n', 401)
    const { id } = visitor.reader
    const own = pages.get(id) ?? createDigestPages(app.forReader(visitor.reader).digests)
    pages.set(id, own)
    return own(request)
  }
}

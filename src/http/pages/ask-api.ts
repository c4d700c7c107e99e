import { parse } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import type { WebApp } from '../../app/web-app.ts'
import type { Asked } from '../../web/boot.ts'
import { matchPattern } from '../../web/match-pattern.ts'
import { noteFault } from '../answered-request.ts'
import type { ApiRequest, ApiRoute } from '../api-route.ts'
import { checkedParts } from '../api-server.ts'
import { networkOf } from '../network-of.ts'
import { notFound, problemOf } from '../refusal.ts'
import { browserOf } from '../request-visitor.ts'
import { toRefusal } from '../to-refusal.ts'
import { requireScope, type Visitor } from '../visitor.ts'

/** Asks the API for what is at a path below it, in the name of the visitor who sent a request. */
export type AskApi = (path: string, visitor: Visitor, sent: FastifyRequest) => Promise<Asked>

/**
 * The API within the server: a page is made of the same answers, to the same visitor and with the same checks, as its script will
 * get, but without a request, an identification and two conversions of JSON for each of them.
 */
export function createAskApi(routes: readonly ApiRoute[], app: WebApp): AskApi {
  const reading = routes.filter(({ endpoint: { method, answer } }) => method === 'GET' && answer !== null)

  function found(path: string) {
    for (const route of reading) {
      const params = matchPattern(route.endpoint.path, path)
      if (params !== null) return { ...route, params }
    }
    throw notFound()
  }
  async function answered(address: string, visitor: Visitor, sent: FastifyRequest): Promise<unknown> {
    const [path = '', query = ''] = address.split('?')
    const { endpoint, handle, params } = found(path)
    requireScope(visitor, endpoint.scope)
    const request: ApiRequest<unknown, unknown, unknown> = {
      ...checkedParts(endpoint, { params, query: { ...parse(query) }, body: undefined }),
      app,
      own: app.forReader(visitor.reader),
      visitor,
      address: networkOf(sent.ip),
      browser: browserOf(sent),
      header: (name) => [sent.headers[name] ?? null].flat()[0] ?? null,
      isAllowed: async () => true,
      credential: '',
      onClosed: (done) => sent.raw.once('close', done),
    }
    return handle(request as ApiRequest<never, never, never>)
  }
  return async (path, visitor, sent) => {
    try {
      return { data: await answered(path, visitor, sent), problem: null }
    } catch (error) {
      noteFault(sent, error as Error)
      return { data: null, problem: problemOf(toRefusal(error)) }
    }
  }
}

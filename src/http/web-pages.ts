import type { FastifyRequest } from 'fastify'
import type { WebApp } from '../app/web-app.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'
import { createDigestFiles } from './digests.ts'
import type { IdentifyRequest } from './request-visitor.ts'
import type { Visitor } from './visitor.ts'

/** What programs read, not people. */
const FOR_PROGRAMS = /\.(?:atom|rss|json|md)$/

/** What is neither API nor page: the digests of each reader as files. Everything else is found nowhere, which people are told on a page. */
export function createWebPages(
  app: WebApp,
  identify: IdentifyRequest,
  pageOf: (sent: FastifyRequest, visitor: Visitor) => Promise<HttpAnswer>,
) {
  return async (request: HttpRequest, sent: FastifyRequest): Promise<HttpAnswer> => {
    const visitor = await identify(sent)
    if (visitor === null) return askForLogin(request, sent)
    const files = createDigestFiles(app.forReader(visitor.reader).digests)
    return (await files(request)) ?? (isForPeople(sent) ? pageOf(sent, visitor) : nothingHere(request))
  }
}

const nothingHere = (request: HttpRequest) => answer(request, 'text/plain', 'There is nothing at this address.\n', 404)

const isForPeople = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** A person is led to the login, a program told that it needs one. */
function askForLogin(request: HttpRequest, { url }: FastifyRequest): HttpAnswer {
  const isProgram = FOR_PROGRAMS.test(request.path)
  const words = isProgram ? 'Log in first, or send a token.\n' : 'Log in at /login first.\n'
  const refused = answer(request, 'text/plain', words, isProgram ? 401 : 303)
  const headers = { ...refused.headers, 'cache-control': 'no-store' }
  if (isProgram) return { ...refused, headers: { ...headers, 'www-authenticate': 'Bearer' } }
  return { ...refused, headers: { ...headers, location: `/login?next=${encodeURIComponent(url)}` } }
}

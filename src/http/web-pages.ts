import type { FastifyRequest } from 'fastify'
import type { DigestArchive } from '../app/digest-archive.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Reader } from '../core/domain/reader.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'
import { createDigestPages } from './digests.ts'
import type { IdentifyRequest } from './request-visitor.ts'

/** What programs read, not people. */
const FOR_PROGRAMS = /\.(?:atom|rss|json|md)$/

/** Pages in place of those of publishers who do not exist. */
export interface StandInPages {
  /** Digests that link to them. */
  readonly archive: (digests: DigestArchive) => DigestArchive
  /** Null for any other request. */
  readonly page: (request: HttpRequest) => Promise<HttpAnswer | null>
}

/** The pages of a server with readers: each sees their own digests. */
export function createWebPages(app: WebApp, identify: IdentifyRequest, standIn: StandInPages | null) {
  const archiveOf = (reader: Reader) => {
    const { digests } = app.forReader(reader)
    return standIn?.archive(digests) ?? digests
  }
  const pages = new Map<number, ReturnType<typeof createDigestPages>>()
  return async (request: HttpRequest, sent: FastifyRequest): Promise<HttpAnswer> => {
    const visitor = await identify(sent)
    if (visitor === null) return askForLogin(request, sent)
    const { id } = visitor.reader
    const own = pages.get(id) ?? createDigestPages(archiveOf(visitor.reader))
    pages.set(id, own)
    return (await standIn?.page(request)) ?? own(request)
  }
}

/** A person is led to the login, a program told that it needs one. */
function askForLogin(request: HttpRequest, { url }: FastifyRequest): HttpAnswer {
  const isProgram = FOR_PROGRAMS.test(request.path)
  const words = isProgram ? 'Log in first, or send a token.\n' : 'Log in at /login first.\n'
  const refused = answer(request, 'text/plain', words, isProgram ? 401 : 303)
  const headers = { ...refused.headers, 'cache-control': 'no-store' }
  if (isProgram) return { ...refused, headers: { ...headers, 'www-authenticate': 'Bearer' } }
  const location = request.path === '/' ? '/login' : `/login?next=${encodeURIComponent(url)}`
  return { ...refused, headers: { ...headers, location } }
}

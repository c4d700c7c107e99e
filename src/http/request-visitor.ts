import type { FastifyRequest } from 'fastify'
import { COOKIE } from './logins.ts'
import type { OwnNames } from './own-names.ts'
import { type createVisitors, requireSameOrigin, type Visitor } from './visitor.ts'

/** Tells who sent a request, once for each; refuses what another site had a browser send. */
export interface IdentifyRequest {
  (request: FastifyRequest): Promise<Visitor | null>
  /** Tells it anew, for a request that goes on for long. */
  readonly again: (request: FastifyRequest) => Promise<Visitor | null>
}

/** Headers by which a proxy says that it passes a request on. */
export const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const

export function createIdentifyRequest(visitorOf: ReturnType<typeof createVisitors>, names: OwnNames): IdentifyRequest {
  const known = new WeakMap<FastifyRequest, Promise<Visitor | null>>()

  async function identify(request: FastifyRequest): Promise<Visitor | null> {
    const { cookies, headers, method } = request
    const visitor = await visitorOf({
      cookie: cookies[COOKIE] ?? null,
      authorization: headers.authorization ?? ofToken(headers['x-auth-token']),
      isForwarded: FORWARDED.some((name) => headers[name] !== undefined),
    })
    const { origin, host = '' } = headers
    const site = headers['sec-fetch-site']
    requireSameOrigin(visitor, {
      method,
      isOwnOrigin: origin === undefined ? null : names.isOrigin(origin, host),
      site: typeof site === 'string' ? site : null,
    })
    return visitor
  }
  const once = (request: FastifyRequest) => {
    const visitor = known.get(request) ?? identify(request)
    known.set(request, visitor)
    return visitor
  }
  return Object.assign(once, { again: identify })
}

/** Apps that speak Miniflux's API send a token in a header of its own. */
const ofToken = (token: string | readonly string[] | undefined): string | null =>
  typeof token === 'string' ? `Bearer ${token}` : null

/** What a browser calls itself, for the list of sessions. */
export const browserOf = ({ headers }: FastifyRequest): string | null => headers['user-agent']?.slice(0, 200) ?? null

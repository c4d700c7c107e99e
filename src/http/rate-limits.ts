import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { networkOf } from './network-of.ts'
import { Refusal } from './refusal.ts'
import type { IdentifyRequest } from './request-visitor.ts'

/** How many requests are answered within a minute. */
export interface RateLimits {
  /** Those of one reader, whatever their devices. */
  readonly reader: number
  /** Those that nobody is known for, from one address. */
  readonly address: number
  /** Tries to log in from one address; wrong ones are slowed down besides. */
  readonly logins: number
}

/** An app that fetches everything at once stays below; a program that has lost its mind does not. */
export const RATE_LIMITS: RateLimits = { reader: 3_000, address: 300, logins: 30 }

const MINUTE_MS = 60_000
/** Readers and addresses that are counted at once; those not seen for longest are forgotten first. */
const MOST_KEYS = 10_000

/** Counts requests by reader, or by address before a login, and refuses what is too many (RFC draft `RateLimit-*` headers). */
export async function registerRateLimits(
  server: FastifyInstance,
  identify: IdentifyRequest,
  limits: RateLimits,
): Promise<void> {
  await server.register(fastifyRateLimit, {
    timeWindow: MINUTE_MS,
    cache: MOST_KEYS,
    enableDraftSpec: true,
    keyGenerator: async (request) => {
      const visitor = await identify(request)
      return visitor === null ? networkOf(request.ip) : `${READER}${visitor.reader.id}`
    },
    max: (_, key) => (key.startsWith(READER) ? limits.reader : limits.address),
    // Where no login is needed there is one reader, at this machine.
    allowList: async (request) => (await identify(request))?.via === 'open',
    errorResponseBuilder: (_, { ttl }) =>
      new Refusal(429, 'too_many_requests', `Too many requests: try again in ${Math.ceil(ttl / 1000)} s.`),
  })
}

const READER = 'reader '

/** The limit of a route by which somebody logs in: counted by address only, for everybody. */
export const loginLimit = ({ logins }: RateLimits) => ({
  rateLimit: {
    max: logins,
    keyGenerator: ({ ip }: { readonly ip: string }) => networkOf(ip),
    allowList: [],
  },
})

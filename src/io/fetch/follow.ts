import type { Hop, IssuedValidators, Reply } from '../../core/domain/reply.ts'
import type { Stopwatch } from '../system/clock.ts'
import type { Connections } from './connections.ts'
import { decodeBody } from './decode-body.ts'
import { exchange, type HopAnswer, type HopRequest } from './exchange.ts'
import { FetchError } from './fetch-error.ts'
import { type Limits, type Timeouts, timeoutsWithin } from './limits.ts'
import { isRedirect, nextHop } from './redirect.ts'
import { splitCredentials } from './split-credentials.ts'

export interface FetchRequest {
  readonly validators?: IssuedValidators | null
  readonly accept?: string
  readonly timeouts?: Timeouts
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

/** What all requests of a fetcher share. */
export interface Way {
  readonly connections: Connections
  readonly limits: Limits
  readonly userAgent: string
  readonly stopwatch: Stopwatch
  readonly isClosed: () => boolean
}

/** One request on its way through redirects. */
interface Trip {
  readonly request: FetchRequest
  readonly way: Way
  readonly start: URL
  readonly authorization: string | null
  readonly hops: Hop[]
  readonly startedMs: number
  url: URL
  wireBytes: number
  begun: boolean
}

const defaultTimeouts = timeoutsWithin(30_000)

/** Asks, follows redirects, and turns whatever happens into a reply. */
export async function follow(address: string, request: FetchRequest, way: Way): Promise<Reply> {
  let trip: Trip | null = null
  try {
    const { url, authorization } = splitCredentials(address)
    trip = {
      request,
      way,
      start: url,
      authorization,
      hops: [],
      startedMs: way.stopwatch.now(),
      url,
      wireBytes: 0,
      begun: false,
    }
    return await travel(trip)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const failure = way.isClosed() ? 'aborted' : error.failure
    return { kind: 'noAnswer', ...soFar(trip), failure, message: error.message, begun: trip?.begun ?? false }
  }
}

async function travel(trip: Trip): Promise<Reply> {
  const { request, way } = trip
  for (;;) {
    const answer = await exchange(way.connections, toHop(trip), way.limits, request.signal ?? null)
    if (!isFollowed(answer.status, answer.headers, request)) return toReply(answer, trip)
    trip.url = nextHop(answer, trip.url, trip.hops, way.limits.maxRedirects)
  }
}

/** Only a reader is sent elsewhere: a message posted to one address is not carried to another. */
function isFollowed(status: number, headers: HopAnswer['headers'], { method = 'GET' }: FetchRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && isRedirect(status, headers)
}

function toHop(trip: Trip): HopRequest {
  const { request, way, url } = trip
  const timeouts = request.timeouts ?? defaultTimeouts
  return {
    url,
    method: request.method ?? 'GET',
    headers: hopHeaders(trip),
    body: request.body ?? null,
    timeouts,
    remainingMs: timeouts.totalMs - (way.stopwatch.now() - trip.startedMs),
    alarm: way.stopwatch.alarm,
    wantsBody: (status, headers) => !isFollowed(status, headers, request),
    onBegun: () => {
      trip.begun = true
    },
    onWireBytes: (bytes) => {
      trip.wireBytes += bytes
    },
  }
}

/** Passwords and headers a caller adds (a webhook's signature, a token) are for the host they were meant for. */
function hopHeaders(trip: Trip): Record<string, string> {
  const { request, way, url, start, authorization } = trip
  const headers: Record<string, string> = {
    accept: request.accept ?? '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': way.userAgent,
  }
  if (url.origin === start.origin) {
    Object.assign(headers, request.headers)
    if (authorization) headers.authorization = authorization
  }
  const { etag = null, lastModified = null } = (isConditional(trip) && request.validators) || {}
  if (etag !== null) headers['if-none-match'] = etag
  if (lastModified !== null) headers['if-modified-since'] = lastModified
  return headers
}

/** Whether the address asked now is the one that issued the validators. */
function isConditional({ request: { validators }, url }: Trip): boolean {
  return validators != null && validators.url === url.href && (validators.etag ?? validators.lastModified) !== null
}

function toReply(answer: HopAnswer, trip: Trip): Reply {
  const decoded = decodeBody(answer.wire, answer.headers['content-encoding'] ?? null, trip.way.limits)
  return {
    kind: 'answer',
    ...soFar(trip),
    status: answer.status,
    headers: answer.headers,
    body: decoded.bytes,
    complete: decoded.complete,
    conditional: isConditional(trip),
  }
}

/** An address that could not even be read is not repeated: it may hold a password. */
function soFar(trip: Trip | null) {
  if (trip === null) return { asked: '', url: '', hops: [], wireBytes: 0, tookMs: 0 }
  const { start, url, hops, wireBytes, startedMs, way } = trip
  const tookMs = Math.round(way.stopwatch.now() - startedMs)
  return { asked: start.href, url: url.href, hops, wireBytes, tookMs }
}

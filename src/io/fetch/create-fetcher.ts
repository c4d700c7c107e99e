import type { Socket } from 'node:net'
import { Agent } from 'undici'
import type { Hop, IssuedValidators, Reply } from '../../core/domain/reply.ts'
import { type AllowList, addressGuard } from './address-guard.ts'
import { decodeBody } from './decode-body.ts'
import { exchange, type HopAnswer, type HopRequest } from './exchange.ts'
import { toFetchError } from './fetch-error.ts'
import { guardedConnect, type Lookup, systemLookup } from './guarded-connect.ts'
import { defaultLimits, type Limits, type Timeouts, timeoutsWithin } from './limits.ts'
import { isRedirect, nextHop } from './redirect.ts'
import { splitCredentials } from './split-credentials.ts'

export interface FetcherOptions {
  /** What is opened beyond the open internet. */
  readonly allow: AllowList
  readonly userAgent: string
  readonly lookup?: Lookup
  readonly limits?: Partial<Limits>
}

export interface FetchRequest {
  readonly validators?: IssuedValidators | null
  readonly accept?: string
  readonly timeouts?: Timeouts
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

/** The one way out of the process. Never throws for what a publisher or a network does: trouble is a `NoAnswer`. */
export interface Fetcher {
  readonly fetch: (url: string, request?: FetchRequest) => Promise<Reply>
  /** Drops every connection, those in use too. */
  readonly close: () => Promise<void>
}

/** Builds the fetcher; made once, at the composition root. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const sockets = { open: 0 }
  let isClosed = false
  const agent = new Agent({
    connect: guardedConnect({
      guard: addressGuard(options.allow),
      lookup: options.lookup ?? systemLookup,
      connectMs: longestConnectMs,
      onSocket: (socket) => countSocket(sockets, socket),
    }),
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: keepMs,
    keepAliveMaxTimeout: keepMs,
    pipelining: 1,
  })
  const way: Way = {
    agent,
    limits,
    userAgent: options.userAgent,
    isCrowded: () => sockets.open >= limits.maxSockets,
    isClosed: () => isClosed,
  }
  const close = () => {
    isClosed = true
    return agent.destroy()
  }
  return { fetch: (url, request = {}) => follow(url, request, way), close }
}

/** A request's own connect time-out may be shorter; this ends the attempts it gave up on. */
const longestConnectMs = 15_000

/** Long enough for the next feed of a host after the usual pause of a second, short enough to hold few sockets. */
const keepMs = 4_000

const defaultTimeouts = timeoutsWithin(30_000)

interface Way {
  readonly agent: Agent
  readonly limits: Limits
  readonly userAgent: string
  readonly isCrowded: () => boolean
  readonly isClosed: () => boolean
}

function countSocket(sockets: { open: number }, socket: Socket): void {
  sockets.open += 1
  socket.once('close', () => {
    sockets.open -= 1
  })
}

interface Trip {
  readonly asked: string
  url: string
  readonly hops: Hop[]
  wireBytes: number
  readonly startedMs: number
}

async function follow(address: string, request: FetchRequest, way: Way): Promise<Reply> {
  const trip: Trip = { asked: '', url: '', hops: [], wireBytes: 0, startedMs: performance.now() }
  try {
    const { url, authorization } = splitCredentials(address)
    Object.assign(trip, { asked: url.href, url: url.href })
    return await followFrom(url, authorization, request, way, trip)
  } catch (error) {
    const { failure, message } = toFetchError(error)
    return { kind: 'noAnswer', ...soFar(trip), failure: way.isClosed() ? 'aborted' : failure, message }
  }
}

async function followFrom(
  start: URL,
  authorization: string | null,
  request: FetchRequest,
  way: Way,
  trip: Trip,
): Promise<Reply> {
  for (let url = start; ; ) {
    const conditional = isIssuer(request.validators, url)
    const secrets = url.origin === start.origin ? authorization : null
    const hop = toHop(url, request, way, trip, { conditional, secrets, sameOrigin: url.origin === start.origin })
    const answer = await exchange(way.agent, hop, way.limits, request.signal ?? null)
    if (!isFollowed(answer, request)) return toReply(answer, conditional, way.limits, trip)
    url = nextHop(answer, url, trip.hops, way.limits.maxRedirects)
    trip.url = url.href
  }
}

/** Only a reader is sent elsewhere: a message posted to one address is not carried to another. */
function isFollowed(answer: HopAnswer, { method = 'GET' }: FetchRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && isRedirect(answer.status, answer.headers)
}

function isIssuer(validators: IssuedValidators | null | undefined, url: URL): boolean {
  return validators != null && validators.url === url.href && (validators.etag ?? validators.lastModified) !== null
}

interface HopFacts {
  readonly conditional: boolean
  readonly secrets: string | null
  readonly sameOrigin: boolean
}

function toHop(url: URL, request: FetchRequest, way: Way, trip: Trip, facts: HopFacts): HopRequest {
  const timeouts = request.timeouts ?? defaultTimeouts
  return {
    url,
    method: request.method ?? 'GET',
    headers: hopHeaders(request, way.userAgent, facts),
    body: request.body ?? null,
    timeouts,
    remainingMs: timeouts.totalMs - (performance.now() - trip.startedMs),
    closeAfter: way.isCrowded(),
    wantsBody: (status, headers) => !isFollowed({ status, headers, wire: noBytes }, request),
    onWireBytes: (bytes) => {
      trip.wireBytes += bytes
    },
  }
}

const noBytes = new Uint8Array(0)

/** Headers a caller adds (a webhook's signature, a token) are for the host they were meant for. */
function hopHeaders(request: FetchRequest, userAgent: string, facts: HopFacts): Record<string, string> {
  const headers: Record<string, string> = {
    accept: request.accept ?? '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
    ...(facts.sameOrigin ? request.headers : {}),
  }
  if (facts.secrets) headers.authorization = facts.secrets
  if (!facts.conditional || !request.validators) return headers
  const { etag, lastModified } = request.validators
  if (etag !== null) headers['if-none-match'] = etag
  if (lastModified !== null) headers['if-modified-since'] = lastModified
  return headers
}

function toReply(answer: HopAnswer, conditional: boolean, limits: Limits, trip: Trip): Reply {
  const decoded = decodeBody(answer.wire, answer.headers['content-encoding'] ?? null, limits)
  return {
    kind: 'answer',
    ...soFar(trip),
    status: answer.status,
    headers: answer.headers,
    body: decoded.bytes,
    complete: decoded.complete,
    conditional,
  }
}

function soFar({ asked, url, hops, wireBytes, startedMs }: Trip) {
  return { asked, url, hops, wireBytes, tookMs: Math.round(performance.now() - startedMs) }
}

import type { Hop, IssuedValidators, Reply } from '../../core/domain/reply.ts'
import type { Stopwatch } from '../system/clock.ts'
import type { Connections } from './connections.ts'
import { decodeBody } from './decode-body.ts'
import { exchange, type HopAnswer, type HopRequest } from './exchange.ts'
import { FetchError } from './fetch-error.ts'
import type { Limits } from './limits.ts'
import { isRedirect, nextHop } from './redirect.ts'
import { splitCredentials } from './split-credentials.ts'

export interface FetchRequest {
  readonly validators?: IssuedValidators | null
  readonly accept?: string
  /** From the first packet to the last byte, redirects included. */
  readonly timeoutMs?: number
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** False for whoever must ask first whether the next address may be fetched: a redirect is then the answer. */
  readonly followsRedirects?: boolean
}

/** What all requests of a fetcher share. */
export interface FetcherContext {
  readonly connections: Connections
  readonly limits: Limits
  readonly userAgent: string
  readonly stopwatch: Stopwatch
  readonly isClosed: () => boolean
}

/** The state of one request while it follows redirects. */
interface RequestState {
  readonly request: FetchRequest
  readonly fetcher: FetcherContext
  readonly start: URL
  readonly authorization: string | null
  readonly hops: Hop[]
  readonly startedMs: number
  url: URL
  wireBytes: number
  begun: boolean
}

/** The time a request has when its caller says nothing. */
const DEFAULT_TIMEOUT_MS = 30_000

/** Sends a request, follows redirects, and turns any result into a reply. */
export async function follow(address: string, request: FetchRequest, fetcher: FetcherContext): Promise<Reply> {
  let state: RequestState | null = null
  try {
    const { url, authorization } = splitCredentials(address)
    state = {
      request,
      fetcher,
      start: url,
      authorization,
      hops: [],
      startedMs: fetcher.stopwatch.now(),
      url,
      wireBytes: 0,
      begun: false,
    }
    return await travel(state)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const failure = fetcher.isClosed() ? 'aborted' : error.failure
    return { kind: 'noAnswer', ...soFar(state), failure, message: error.message, begun: state?.begun ?? false }
  }
}

async function travel(state: RequestState): Promise<Reply> {
  const { request, fetcher } = state
  for (;;) {
    const answer = await exchange(fetcher.connections, toHop(state), fetcher.limits, request.signal ?? null)
    if (!isFollowed(answer.status, answer.headers, request)) return toReply(answer, state)
    state.url = nextHop(answer, state.url, state.hops, fetcher.limits.maxRedirects)
  }
}

/** Only GET follows redirects: a message posted to one address is not sent to another. */
function isFollowed(
  status: number,
  headers: HopAnswer['headers'],
  { method = 'GET', followsRedirects = true }: FetchRequest,
): boolean {
  return followsRedirects && (method === 'GET' || method === 'HEAD') && isRedirect(status, headers)
}

function toHop(state: RequestState): HopRequest {
  const { request, fetcher, url } = state
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = request
  return {
    url,
    method: request.method ?? 'GET',
    headers: hopHeaders(state),
    body: request.body ?? null,
    timeoutMs,
    remainingMs: timeoutMs - (fetcher.stopwatch.now() - state.startedMs),
    alarm: fetcher.stopwatch.alarm,
    wantsBody: (status, headers) => !isFollowed(status, headers, request),
    onBegun: () => {
      state.begun = true
    },
    onWireBytes: (bytes) => {
      state.wireBytes += bytes
    },
  }
}

/** Passwords and headers added by the caller (a webhook's signature, a token) are sent only to their own host. */
function hopHeaders(state: RequestState): Record<string, string> {
  const { request, fetcher, url, start, authorization } = state
  const headers: Record<string, string> = {
    accept: request.accept ?? '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': fetcher.userAgent,
  }
  if (url.origin === start.origin) {
    Object.assign(headers, request.headers)
    if (authorization) headers.authorization = authorization
  }
  const { etag = null, lastModified = null } = (isConditional(state) && request.validators) || {}
  if (etag !== null) headers['if-none-match'] = etag
  if (lastModified !== null) headers['if-modified-since'] = lastModified
  return headers
}

/** Whether the current address is the one that issued the validators. */
function isConditional({ request: { validators }, url }: RequestState): boolean {
  return validators != null && validators.url === url.href && (validators.etag ?? validators.lastModified) !== null
}

function toReply(answer: HopAnswer, state: RequestState): Reply {
  const decoded = decodeBody(answer.wire, answer.headers['content-encoding'] ?? null, state.fetcher.limits)
  return {
    kind: 'answer',
    ...soFar(state),
    status: answer.status,
    headers: answer.headers,
    body: decoded.bytes,
    complete: decoded.complete,
    conditional: isConditional(state),
  }
}

/** An address that cannot be parsed is not repeated: it may contain a password. */
function soFar(state: RequestState | null) {
  if (state === null) return { asked: '', url: '', hops: [], wireBytes: 0, tookMs: 0 }
  const { start, url, hops, wireBytes, startedMs, fetcher } = state
  const tookMs = Math.round(fetcher.stopwatch.now() - startedMs)
  return { asked: start.href, url: url.href, hops, wireBytes, tookMs }
}

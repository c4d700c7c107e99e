import type { Failed, FailureKind, Fetched, NotModified, Outcome, SlowDown } from '../domain/outcome.ts'
import type { Answer, IssuedValidators, NoAnswer, Reply, TransportFailure } from '../domain/reply.ts'
import { readFreshness } from './read-freshness.ts'
import { retryAfterMs } from './retry-after.ts'

/** The outcome of a reply, before the document is parsed. */
export function readReply(reply: Reply, now: number): Outcome {
  if (reply.kind === 'noAnswer') return transportFailed(reply)
  const { status } = reply
  if (status === 304) return reply.conditional ? arrived(notModified(reply, now), reply) : unasked()
  if (isDocument(status)) return reply.body.length === 0 ? empty(status) : arrived(fetched(reply, now), reply)
  if (status === 410 && isPermanent(reply)) return { kind: 'gone', url: reply.url }
  if (status === 429 || status === 503) return slowDown(reply, now)
  return httpFailed(reply, now)
}

/** True for a success with a whole document; 206 has a part that was not requested. */
function isDocument(status: number): boolean {
  return status >= 200 && status < 300 && status !== 206
}

/** True without redirects or with permanent ones only: then the target's answer counts for the feed's address. */
function isPermanent(reply: Answer): boolean {
  return reply.hops.every((hop) => hop.permanent)
}

function arrived(target: Fetched | NotModified, reply: Answer): Outcome {
  if (reply.hops.length === 0 || !isPermanent(reply)) return target
  return { kind: 'moved', to: reply.url, target }
}

function fetched(reply: Answer, now: number): Fetched {
  const { url, body, headers, complete } = reply
  return {
    kind: 'fetched',
    url,
    body,
    headers,
    contentType: headers['content-type'] ?? null,
    validators: complete ? validatorsOf(url, headers) : null,
    freshness: readFreshness(headers, now),
  }
}

function validatorsOf(url: string, headers: Answer['headers']): IssuedValidators | null {
  const etag = headers.etag || null
  const lastModified = headers['last-modified'] || null
  return etag === null && lastModified === null ? null : { url, etag, lastModified }
}

function notModified(reply: Answer, now: number): NotModified {
  return { kind: 'notModified', url: reply.url, freshness: readFreshness(reply.headers, now) }
}

/**
 * A 503 without a date means that the server is in trouble and may be retried at once, like any 5xx; a 429 is about us.
 */
function slowDown({ status, headers }: Answer, now: number): SlowDown {
  const wait = retryAfterMs(headers, now)
  return { kind: 'slowDown', status, retryAfterMs: wait, retry: status === 503 && wait === null }
}

function httpFailed({ status, headers }: Answer, now: number): Failed {
  const wait = retryAfterMs(headers, now)
  const retry = status >= 400 && status !== 410 && wait === null
  return { ...failed('http', `the server answered ${status}`), status, retryAfterMs: wait, retry }
}

const unasked = () => ({
  ...failed('unaskedNotModified', 'the server answered 304 to a request without validators'),
  status: 304,
})
const empty = (status: number) => ({ ...failed('noBody', 'the answer has no body'), status })

/** Failures that a retry a moment later can cure: time-outs and connection errors. */
const transient: ReadonlySet<TransportFailure> = new Set([
  'connectTimeout',
  'headersTimeout',
  'totalTimeout',
  'dns',
  'refused',
  'unreachable',
  'reset',
  'tls',
  'protocol',
])

function transportFailed(reply: NoAnswer): Failed {
  return { ...failed(reply.failure, reply.message), retry: transient.has(reply.failure) }
}

/** A failure with a kind and a message. */
export function failed(failure: FailureKind, message: string): Failed {
  return { kind: 'failed', failure, status: null, message, retryAfterMs: null, retry: false, page: null }
}

import type { NoAnswer, Reply } from '../../core/domain/reply.ts'
import type { Fetcher } from '../fetch/create-fetcher.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'

/** A message for an HTTP address. */
export interface PostRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Kept out of whatever is reported. */
  readonly secret: string | null
  readonly timeoutMs?: number | undefined
  readonly stop?: AbortSignal | undefined
}

/** Posts a message through the one fetch function with its address guard, and interprets the answer. Not retried here. */
export async function postMessage(
  fetcher: Fetcher,
  { url, body, headers, secret, timeoutMs = 15_000, stop }: PostRequest,
): Promise<DeliveryOutcome> {
  const request = { method: 'POST', accept: '*/*', body, headers, timeoutMs, ...(stop && { signal: stop }) } as const
  return outcomeOf(await fetcher.fetch(url, request), secret)
}

/** Server errors by which the receiver itself says that it took nothing. A gateway's 502 or 504 cannot know that. */
const refusals: ReadonlySet<number> = new Set([500, 501, 503])

/** Refusals after which a retry can help. */
const temporary: ReadonlySet<number> = new Set([408, 425, 429, 500, 503])

function outcomeOf(reply: Reply, secret: string | null): DeliveryOutcome {
  if (reply.kind === 'noAnswer') return withoutAnswer(reply, secret)
  const { status } = reply
  if (status >= 200 && status < 300) return { kind: 'sent', note: `answered ${status}` }
  if (status >= 500 && !refusals.has(status)) return { kind: 'unknown', reason: `answered ${status}` }
  if (status >= 300 && status < 400) {
    return { kind: 'failed', reason: `answered ${status}: redirects are not followed for messages`, retry: false }
  }
  return { kind: 'failed', reason: `answered ${status}`, retry: temporary.has(status) }
}

/** Before the request was sent nothing can have arrived; afterwards it is unknown. */
function withoutAnswer({ failure, message, begun }: NoAnswer, secret: string | null): DeliveryOutcome {
  const reason = reasonOf(`${failure}: ${message}`, [secret])
  if (begun) return { kind: 'unknown', reason }
  return { kind: 'failed', reason, retry: failure !== 'badUrl' && failure !== 'forbiddenAddress' }
}

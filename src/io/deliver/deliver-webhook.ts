import { createHmac } from 'node:crypto'
import type { NoAnswer, Reply } from '../../core/domain/reply.ts'
import type { Fetcher } from '../fetch/create-fetcher.ts'
import { timeoutsWithin } from '../fetch/limits.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'

export interface Webhook {
  readonly url: string
  /** Null sends without a signature. */
  readonly secret: string | null
  readonly timeoutMs?: number
}

/** What is posted: the digest as JSON, the key of the delivery, and the time the signature is good at. */
export interface WebhookMessage {
  readonly body: string
  readonly deliveryKey: string
  readonly now: number
}

/** Posts a digest through the one guarded way out. A receiver can tell a repeated delivery by its key. */
export async function deliverWebhook(
  fetcher: Fetcher,
  { url, secret, timeoutMs = 15_000 }: Webhook,
  message: WebhookMessage,
): Promise<DeliveryOutcome> {
  const reply = await fetcher.fetch(url, {
    method: 'POST',
    accept: '*/*',
    body: message.body,
    headers: webhookHeaders(message, secret),
    timeouts: timeoutsWithin(timeoutMs),
  })
  return outcomeOf(reply, secret)
}

function webhookHeaders({ body, deliveryKey, now }: WebhookMessage, secret: string | null): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'idempotency-key': deliveryKey,
    'x-copytaster-delivery': deliveryKey,
    'x-copytaster-timestamp': timestamp,
  }
  if (secret === null) return headers
  return { ...headers, 'x-copytaster-signature': `v1=${webhookSignature(secret, timestamp, body)}` }
}

/** HMAC-SHA256 over time and body, so that neither can be changed nor an old message sent again later. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** Answers that say the message was not taken: the receiver itself speaks. A gateway's 502 or 504 cannot know. */
const refusals: ReadonlySet<number> = new Set([500, 501, 503])

/** Refusals that pass by themselves. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 503])

function outcomeOf(reply: Reply, secret: string | null): DeliveryOutcome {
  if (reply.kind === 'noAnswer') return withoutAnswer(reply, secret)
  const { status } = reply
  if (status >= 200 && status < 300) return { kind: 'sent', note: `answered ${status}` }
  if (status >= 500 && !refusals.has(status)) return { kind: 'unknown', reason: `answered ${status}` }
  if (status >= 300 && status < 400) {
    return { kind: 'failed', reason: `answered ${status}: a message is not carried elsewhere`, retry: false }
  }
  return { kind: 'failed', reason: `answered ${status}`, retry: passing.has(status) }
}

/** Before a request went out nobody can have got it; afterwards nobody knows. */
function withoutAnswer({ failure, message, begun }: NoAnswer, secret: string | null): DeliveryOutcome {
  const reason = reasonOf(`${failure}: ${message}`, [secret])
  if (begun) return { kind: 'unknown', reason }
  return { kind: 'failed', reason, retry: failure !== 'badUrl' && failure !== 'forbiddenAddress' }
}

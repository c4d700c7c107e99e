import { createHmac } from 'node:crypto'
import type { Fetcher } from '../fetch/create-fetcher.ts'
import type { DeliveryOutcome } from './delivery-outcome.ts'
import { postMessage } from './post-message.ts'

/** Where to post, and the secret to sign with. */
export interface Webhook {
  readonly url: string
  /** Null sends without a signature. */
  readonly secret: string | null
  readonly timeoutMs?: number
  readonly stop?: AbortSignal
}

/** What is posted: JSON, the key of the delivery, and the time that is signed with it. */
export interface WebhookMessage {
  readonly body: string
  readonly deliveryKey: string
  readonly now: number
}

/** Posts signed JSON. A receiver can tell a repeated delivery by its key. */
export async function deliverWebhook(
  fetcher: Fetcher,
  { url, secret, timeoutMs, stop }: Webhook,
  message: WebhookMessage,
): Promise<DeliveryOutcome> {
  const { body } = message
  return postMessage(fetcher, { url, body, headers: webhookHeaders(message, secret), secret, timeoutMs, stop })
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

/** HMAC-SHA256 over time and body, so that neither can be changed and an old message cannot be replayed later. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

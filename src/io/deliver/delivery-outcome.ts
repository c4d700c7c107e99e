import { hideLogins } from '../../core/text/login.ts'

/**
 * How one delivery ended. `failed` is certain: nothing arrived, so it may be sent again (`retry`) or needs a correction
 * first. `unknown` means that the connection was lost after the message had been sent: it may have arrived, and sending it
 * again could deliver it twice.
 */
export type DeliveryOutcome =
  | { readonly kind: 'sent'; readonly note: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Tells an outcome from a secret that was read. */
export const isOutcome = (value: string | null | DeliveryOutcome): value is DeliveryOutcome =>
  typeof value === 'object' && value !== null

/** A reason that can be stored and shown: one line, with every secret removed, plain or in base64. */
export function reasonOf(message: string, secrets: readonly (string | null)[] = []): string {
  const hidden = secrets.flatMap((secret) => (secret ? [secret, Buffer.from(secret).toString('base64')] : []))
  const text = hidden.reduce((rest, secret) => rest.replaceAll(secret, '***'), message)
  return hideLogins(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 300)
}

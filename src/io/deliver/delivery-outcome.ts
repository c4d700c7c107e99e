/**
 * What became of one delivery. `failed` is certain: nobody got anything, so it may be tried again (`retry`) or must be
 * mended first. `unknown` is the honest word for a connection lost after the message had left: it may have arrived, and
 * sending it again could make it two.
 */
export type DeliveryOutcome =
  | { readonly kind: 'sent'; readonly note: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }

/** A reason that can be stored and shown: one line, and none of the secrets, however the other side repeated them. */
export function reasonOf(message: string, secrets: readonly (string | null)[] = []): string {
  const hidden = secrets.flatMap((secret) => (secret ? [secret, Buffer.from(secret).toString('base64')] : []))
  const text = hidden.reduce((rest, secret) => rest.replaceAll(secret, '***'), message)
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, 300)
}

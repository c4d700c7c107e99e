import { withoutLogin } from '../../core/text/login.ts'
import type { DeliveryTask, OpenChannel } from './channel.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { isOutcome } from './delivery-outcome.ts'
import { withRetries } from './with-retries.ts'

/** Posts digests and alerts as signed JSON to one address. */
export const openWebhookChannel: OpenChannel<'webhook'> = ({ url, secretEnv, secretFile }, effects) => {
  const source = { env: secretEnv ?? null, file: secretFile ?? null }
  const task = (deliveryKey: string, json: () => string): DeliveryTask => ({
    recipient: withoutLogin(url),
    send: async (stop) => {
      const secret = await effects.secret(source)
      if (isOutcome(secret)) return secret
      const message = { body: json(), deliveryKey, now: effects.now() }
      return withRetries(() => deliverWebhook(effects.fetcher, { url, secret, stop }, message), effects.retries, stop)
    },
  })
  return {
    secret: source,
    digestTasks: ({ subject, json }) => [task(subject, json)],
    alertTasks: ({ subject, json }) => [task(subject, json)],
  }
}

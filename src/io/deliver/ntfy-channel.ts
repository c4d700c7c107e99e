import type { Notification } from '../../core/domain/notification.ts'
import { withoutLogin } from '../../core/text/login.ts'
import type { DeliveryTask, OpenChannel } from './channel.ts'
import { isOutcome } from './delivery-outcome.ts'
import { encodedHeader } from './encoded-header.ts'
import { postMessage } from './post-message.ts'
import { withRetries } from './with-retries.ts'

/** A longer message would arrive as an attached file (https://docs.ntfy.sh/publish/#limitations). */
const MAX_BYTES = 4096

/** How the phone shows and sounds a message (https://docs.ntfy.sh/publish/#message-priority). */
interface Urgency {
  readonly priority: 'default' | 'high'
  /** The short name of an emoji. */
  readonly tags: string
}

const DIGEST: Urgency = { priority: 'default', tags: 'newspaper' }
const ALERT: Urgency = { priority: 'high', tags: 'rotating_light' }

/** Sent as it is, such a token would be refused as a header. */
const BAD_TOKEN = {
  kind: 'failed',
  reason: 'the access token holds blanks or letters beyond ASCII',
  retry: false,
} as const

/** Pushes digests and alerts to phones by ntfy: a POST of plain text to one topic of a server. */
export const openNtfyChannel: OpenChannel<'ntfy'> = ({ server, topic, tokenEnv, tokenFile }, effects) => {
  const url = `${server.replace(/\/+$/, '')}/${topic}`
  const source = { env: tokenEnv ?? null, file: tokenFile ?? null }
  const task = (urgency: Urgency, notification: () => Notification): DeliveryTask => ({
    recipient: withoutLogin(url),
    send: async (stop) => {
      const token = await effects.secret(source)
      if (isOutcome(token)) return token
      if (token !== null && !/^[\x21-\x7e]+$/.test(token)) return BAD_TOKEN
      const message = notification()
      const request = { url, body: message.text, headers: headersOf(message, urgency, token), secret: token, stop }
      return withRetries(() => postMessage(effects.fetcher, request), effects.retries, stop)
    },
  })
  return {
    secret: source,
    digestTasks: ({ notification }) => [task(DIGEST, () => notification(MAX_BYTES))],
    alertTasks: ({ notification }) => [task(ALERT, notification)],
  }
}

function headersOf(
  { title, url }: Notification,
  { priority, tags }: Urgency,
  token: string | null,
): Record<string, string> {
  return {
    'content-type': 'text/plain; charset=utf-8',
    title: encodedHeader(title),
    priority,
    tags,
    ...(url === null ? {} : { click: url }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

import { Readable } from 'node:stream'
import type { Mail } from '../../core/domain/mail.ts'
import { networkWords } from '../system/network-words.ts'
import { whenAborted } from '../system/when-aborted.ts'
import { type Addressed, type ComposedMail, composeMail } from './compose-mail.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'

/** A mail server and how to log in to it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `tls`: encrypted from the first byte; `starttls`: upgraded, or the delivery fails; `plain`: not encrypted. */
  readonly security: 'tls' | 'starttls' | 'plain'
  readonly user: string | null
  readonly password: string | null
  /** A private certificate authority, in PEM. */
  readonly ca?: string
  /** The longest silence. */
  readonly timeoutMs?: number
  /** The longest the whole conversation may take: a server can talk for ever without being silent. */
  readonly totalMs?: number
}

/** The default security for a host and port; unencrypted only to the same machine. */
export function usualSecurity(host: string, port: number): MailServer['security'] {
  if (port === 465) return 'tls'
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) ? 'plain' : 'starttls'
}

/** Sends one mail to one reader over SMTP, once. Retrying is the caller's decision. */
export async function deliverMail(
  server: MailServer,
  mail: Mail,
  addressed: Addressed,
  stop: AbortSignal | null = null,
): Promise<DeliveryOutcome> {
  const secrets = [server.password]
  let composed: ComposedMail
  try {
    composed = await composeMail(mail, addressed)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf((error as Error).message, secrets), retry: false }
  }
  // The stream is read only after the server accepted the envelope, so `begun` tells whether any of it was sent.
  let begun = false
  const message = Readable.from(
    (function* () {
      begun = true
      yield composed.raw
    })(),
    { objectMode: false },
  )
  try {
    return { kind: 'sent', note: reasonOf(await send(server, composed, message, stop), secrets) }
  } catch (error) {
    return outcomeOf(error as SmtpError, begun, secrets)
  } finally {
    message.destroy()
  }
}

/** An error of nodemailer, with the server's reply code if it gave one. */
interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

function outcomeOf(error: SmtpError, begun: boolean, secrets: readonly (string | null)[]): DeliveryOutcome {
  const reason = reasonOf(networkWords(error) ?? `${error.code ?? error.name}: ${error.message}`, secrets)
  const { responseCode } = error
  // A 4xx or 5xx reply to the message itself is a refusal, even after all of it was sent (RFC 5321, 4.2.5). A 421 is not:
  // the server closes the connection, and may have accepted the message.
  if (begun && !(error.code === 'EMESSAGE' && responseCode && responseCode >= 400 && responseCode !== 421)) {
    return { kind: 'unknown', reason }
  }
  // Without a reply code it was nodemailer that rejected the envelope, and would again.
  const retry = responseCode === undefined ? error.code !== 'EENVELOPE' : responseCode < 500
  return { kind: 'failed', reason, retry }
}

async function send(
  server: MailServer,
  composed: ComposedMail,
  message: Readable,
  stop: AbortSignal | null,
): Promise<string> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { timeoutMs = 30_000, totalMs = 60_000 } = server
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'plain',
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The default would disclose the machine's own name.
    name: 'localhost',
    ...(server.ca === undefined ? {} : { tls: { ca: server.ca } }),
  })
  let timer: NodeJS.Timeout | undefined
  let ignoreStop = () => {}
  try {
    return await new Promise<string>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`the server took more than ${totalMs / 1000} s`)), totalMs)
      ignoreStop = whenAborted(stop, () => reject(new Error('stopped by us')))
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('the connection was closed')))
      const submit = () => {
        const envelope = { from: composed.envelope.from, to: [...composed.envelope.to], size: composed.raw.length }
        connection.send(envelope, message, (error, info) => (error ? reject(error) : resolve(info?.response ?? '')))
      }
      connection.connect((error) => {
        if (error) return reject(error)
        if (server.user === null) return submit()
        const credentials = { user: server.user, pass: server.password ?? '' }
        connection.login({ credentials }, (refused) => (refused ? reject(refused) : submit()))
      })
    })
  } finally {
    clearTimeout(timer)
    ignoreStop()
    connection.on('error', () => {})
    connection.close()
  }
}

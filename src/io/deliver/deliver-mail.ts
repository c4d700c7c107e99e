import { Readable } from 'node:stream'
import type { Mail } from '../../core/domain/mail.ts'
import { type Addressed, type ComposedMail, composeMail } from './compose-mail.ts'
import { type DeliveryOutcome, reasonOf } from './delivery-outcome.ts'

/** A mail server and how to log in to it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `tls`: from the first byte; `starttls`: asked for and insisted on; `plain`: not at all. */
  readonly security: 'tls' | 'starttls' | 'plain'
  readonly user: string | null
  readonly password: string | null
  /** A certificate authority of one's own, in PEM. */
  readonly ca?: string
  readonly timeoutMs?: number
}

/** What is usual at a port; unencrypted only to the same machine. */
export function usualSecurity(host: string, port: number): MailServer['security'] {
  if (port === 465) return 'tls'
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) ? 'plain' : 'starttls'
}

/** Sends one mail to one reader, once. Whether to try again is the caller's to say. */
export async function deliverMail(server: MailServer, mail: Mail, addressed: Addressed): Promise<DeliveryOutcome> {
  const secrets = [server.password]
  let composed: ComposedMail
  try {
    composed = await composeMail(mail, addressed)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf((error as Error).message, secrets), retry: false }
  }
  // The server reads the message only after it has said that it will take it.
  let begun = false
  const message = Readable.from(
    (function* () {
      begun = true
      yield composed.raw
    })(),
    { objectMode: false },
  )
  try {
    return { kind: 'sent', note: reasonOf(await send(server, composed, message), secrets) }
  } catch (error) {
    return outcomeOf(error as SmtpError, begun, secrets)
  } finally {
    message.destroy()
  }
}

/** As nodemailer reports trouble: the server's own reply code where it gave one. */
interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
}

function outcomeOf(error: SmtpError, begun: boolean, secrets: readonly (string | null)[]): DeliveryOutcome {
  const reason = reasonOf(`${error.code ?? error.name}: ${error.message}`, secrets)
  const { responseCode } = error
  // A 4xx or 5xx to the message itself is a refusal, even after all of it was sent (RFC 5321, 4.2.5). A 421 is not:
  // the server goes away, and may have kept what it got.
  if (begun && !(error.code === 'EMESSAGE' && responseCode && responseCode >= 400 && responseCode !== 421)) {
    return { kind: 'unknown', reason }
  }
  // Without a reply code an envelope is refused by nodemailer itself, and will be again.
  const retry = responseCode === undefined ? error.code !== 'EENVELOPE' : responseCode < 500
  return { kind: 'failed', reason, retry }
}

async function send(server: MailServer, composed: ComposedMail, message: Readable): Promise<string> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const timeoutMs = server.timeoutMs ?? 30_000
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'plain',
    connectionTimeout: Math.min(10_000, timeoutMs),
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // The default is the machine's own name, which is nobody's business.
    name: 'localhost',
    ...(server.ca === undefined ? {} : { tls: { ca: server.ca } }),
  })
  try {
    return await new Promise<string>((resolve, reject) => {
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
    connection.on('error', () => {})
    connection.close()
  }
}

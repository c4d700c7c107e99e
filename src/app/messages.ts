import type { BreakingAlert } from '../core/digest/breaking-alerts.ts'
import { type AlertMoment, alertJson, renderAlert } from '../core/digest/render/render-alert.ts'
import { type DigestFormat, renderDigest } from '../core/digest/render/render-digest.ts'
import { digestFileName } from '../core/digest/render/render-file-name.ts'
import { alertNotification, digestNotification } from '../core/digest/render/render-notification.ts'
import type { Digest } from '../core/domain/digest.ts'
import type { Mail } from '../core/domain/mail.ts'
import type { AlertMessage, DigestMessage } from '../io/deliver/channel.ts'

/** Gives a mail the form in which it is sent over SMTP. */
export type ComposeMail = (mail: Mail) => Promise<string>

/** A digest as the channels deliver it, under a name that is the same on every machine. */
export function digestMessage(
  subject: string,
  digest: Digest,
  pageUrl: string | null,
  compose: ComposeMail,
): DigestMessage {
  return {
    subject,
    fileName: (format) => digestFileName(digest, format),
    text: (format) => renderedText(digest, format, compose, pageUrl),
    mail: (mail) => renderDigest(digest, 'email', { pageUrl, mail }),
    json: () => renderDigest(digest, 'json'),
    notification: (maxBytes) => digestNotification(digest, pageUrl, maxBytes),
  }
}

/** Breaking news as the channels deliver it. */
export function alertMessage(subject: string, alert: BreakingAlert, moment: AlertMoment): AlertMessage {
  return {
    subject,
    mail: (identity) => renderAlert(alert, moment, identity),
    json: () => alertJson(alert, moment),
    notification: () => alertNotification(alert),
  }
}

/** A digest in one format as text; a mail as it is sent over SMTP. */
export async function renderedText(
  digest: Digest,
  format: DigestFormat,
  compose: ComposeMail,
  pageUrl: string | null = null,
): Promise<string> {
  const rendered = renderDigest(digest, format, { pageUrl })
  return typeof rendered === 'string' ? rendered : compose(rendered)
}

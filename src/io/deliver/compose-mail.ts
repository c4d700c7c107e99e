import { createHash } from 'node:crypto'
import type { Mail } from '../../core/domain/mail.ts'

/** Who a mail is from and for. */
export interface Addressed {
  readonly from: string
  readonly to: string
}

/** A mail in MIME form with its SMTP envelope. */
export interface ComposedMail {
  readonly raw: Buffer
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
}

/** Encodes a mail as MIME: headers, a plain-text part and an HTML part. The same mail to the same reader gives the same bytes. */
export async function composeMail(mail: Mail, { from, to }: Addressed): Promise<ComposedMail> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { 'Message-ID': messageId, Date: date, ...headers } = mail.headers
  const message = new MailComposer({
    from: oneLine(from),
    to: oneLine(to),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(messageId === undefined ? {} : { messageId: oneLine(messageId) }),
    ...(date === undefined ? {} : { date: oneLine(date) }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
    // Always base64, because the size limit of a mail is computed for it.
    textEncoding: 'base64',
    baseBoundary: createHash('sha256').update(`${messageId} ${to}`).digest('hex').slice(0, 24),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = message.getEnvelope()
  if (!envelope.from || envelope.to.length === 0)
    throw new Error('a mail needs the address of a sender and of a reader')
  return { raw: await message.build(), envelope: { from: envelope.from, to: envelope.to } }
}

/** Removes line ends, which would start another header (header injection). */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()

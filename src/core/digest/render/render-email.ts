import type { Mail } from '../../domain/mail.ts'
import { keyHash } from '../../text/key-hash.ts'
import { leavable, mailBytes, mostMailBytes, without, withShortTexts } from './fit-mail.ts'
import { mailDate, shortDay } from './local-time.ts'
import { type MailNotes, mailPage } from './mail-page.ts'
import { mailText } from './mail-text.ts'
import { clipped, plain } from './plain.ts'
import { nameOf, type RenderContext } from './render-context.ts'
import { safeUrl } from './safe-url.ts'

/** What a mail needs besides its digest. */
export interface MailOptions {
  /** Key of the delivery: sending it again gives the same Message-ID, so that a mailbox shows it once. */
  readonly deliveryKey: string
  /** Domain of the sender's address, for the Message-ID. */
  readonly domain: string
  /** Where to unsubscribe: a page, a mail address, or both. */
  readonly unsubscribe: readonly string[]
}

/** Longest value of an unsubscribe header; mail servers may break longer ones. */
const mostHeaderLetters = 900

/** The digest as a mail under 100 kB, whatever it contains. */
export function renderEmail(context: RenderContext, pageUrl: string | null, options: MailOptions): Mail {
  const unsubscribe = unsubscribeAddresses(options)
  const page = pageUrl === null || pageUrl.length > mostHeaderLetters ? null : pageUrl
  const parts = fittingParts(context, { pageUrl: page, unsubscribe })
  return { subject: subjectOf(context), ...parts, headers: mailHeaders(context.digest, options) }
}

function fittingParts(context: RenderContext, notes: Omit<MailNotes, 'leftOut'>): { html: string; text: string } {
  const digest = withShortTexts(context.digest)
  const partsWithout = (leftOut: number) => {
    const cut: RenderContext = { ...context, digest: without(digest, leftOut), trimmed: leftOut > 0 }
    return { html: mailPage(cut, { ...notes, leftOut }), text: mailText(cut, { ...notes, leftOut }) }
  }
  const fits = ({ html, text }: { html: string; text: string }) => mailBytes(html, text) <= mostMailBytes
  const whole = partsWithout(0)
  if (fits(whole)) return whole
  let [tooFew, enough] = [0, leavable(digest)]
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (fits(partsWithout(middle))) enough = middle
    else tooFew = middle
  }
  return partsWithout(enough)
}

/** "Morning Brief, 15 Nov: Harbour bridge closed". */
function subjectOf(context: RenderContext): string {
  const { digest, language, words } = context
  const name = `${nameOf(context)}${words.comma}${shortDay(digest.at, digest.zone, language)}`
  const first = digest.topStories[0]?.lead.title
  return first === undefined ? name : clipped(`${name}${words.colon}${plain(first).trim()}`, 120)
}

/** The unsubscribe addresses that fit into a header. */
const unsubscribeAddresses = ({ unsubscribe }: MailOptions): string[] =>
  unsubscribe.map((url) => safeUrl(url)).filter((url): url is string => url !== null && url.length <= mostHeaderLetters)

/** The headers of a mail for a time and a reader's zone. */
export function mailHeaders(
  moment: { readonly at: number; readonly zone: string },
  options: MailOptions,
): Record<string, string> {
  const unsubscribe = unsubscribeAddresses(options)
  const domain = /^[a-z0-9.-]+$/i.test(options.domain) ? options.domain : 'localhost'
  return {
    'Message-ID': `<${keyHash(`delivery ${options.deliveryKey}`)}@${domain}>`,
    Date: mailDate(moment.at, moment.zone),
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe.length === 0 ? {} : { 'List-Unsubscribe': unsubscribe.map((url) => `<${url}>`).join(', ') }),
  }
}

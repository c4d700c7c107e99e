import type { Mail } from '../../domain/mail.ts'
import { keyHash } from '../../text/key-hash.ts'
import { leavable, mailBytes, mostMailBytes, without, withShortTexts } from './fit-mail.ts'
import { type Frame, nameOf } from './frame.ts'
import { mailDate, shortDay } from './local-time.ts'
import { type MailNotes, mailPage } from './mail-page.ts'
import { mailText } from './mail-text.ts'
import { clipped, plain } from './plain.ts'
import { safeUrl } from './safe-url.ts'

/** What a mail needs besides its digest. */
export interface MailOptions {
  /** Key of the delivery: the same delivery is the same message, so that a mailbox can see it twice only once. */
  readonly deliveryKey: string
  /** Domain of the sender's address, for the Message-ID. */
  readonly domain: string
  /** Where to leave the list: a page, a mail address, or both. */
  readonly unsubscribe: readonly string[]
}

/** Addresses of a header; a longer one would not survive the mail servers on the way. */
const mostHeaderLetters = 900

/** The digest as a mail that no mailbox will cut: under 100 kB as it travels, whatever is in it. */
export function renderEmail(frame: Frame, pageUrl: string | null, options: MailOptions): Mail {
  const unsubscribe = waysOut(options)
  const page = pageUrl === null || pageUrl.length > mostHeaderLetters ? null : pageUrl
  const parts = fittingParts(frame, { pageUrl: page, unsubscribe })
  return { subject: subjectOf(frame), ...parts, headers: mailHeaders(frame.digest, options) }
}

function fittingParts(frame: Frame, notes: Omit<MailNotes, 'leftOut'>): { html: string; text: string } {
  const digest = withShortTexts(frame.digest)
  const partsWithout = (leftOut: number) => {
    const cut: Frame = { ...frame, digest: without(digest, leftOut), trimmed: leftOut > 0 }
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
function subjectOf(frame: Frame): string {
  const { digest, language, words } = frame
  const name = `${nameOf(frame)}${words.comma}${shortDay(digest.at, digest.zone, language)}`
  const first = digest.topStories[0]?.lead.title
  return first === undefined ? name : clipped(`${name}${words.colon}${plain(first).trim()}`, 120)
}

/** Addresses to leave the list by that a header can carry. */
const waysOut = ({ unsubscribe }: MailOptions): string[] =>
  unsubscribe.map((url) => safeUrl(url)).filter((url): url is string => url !== null && url.length <= mostHeaderLetters)

/** The headers of a mail made at a moment for a reader in a zone. */
export function mailHeaders(
  moment: { readonly at: number; readonly zone: string },
  options: MailOptions,
): Record<string, string> {
  const unsubscribe = waysOut(options)
  const domain = /^[a-z0-9.-]+$/i.test(options.domain) ? options.domain : 'localhost'
  return {
    'Message-ID': `<${keyHash(`delivery ${options.deliveryKey}`)}@${domain}>`,
    Date: mailDate(moment.at, moment.zone),
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe.length === 0 ? {} : { 'List-Unsubscribe': unsubscribe.map((url) => `<${url}>`).join(', ') }),
  }
}

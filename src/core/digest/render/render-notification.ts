import type { Digest } from '../../domain/digest.ts'
import type { Notification } from '../../domain/notification.ts'
import type { BreakingAlert } from '../breaking-alerts.ts'
import { itemsOf } from '../self-check.ts'

import { clipped, plain } from './plain.ts'
import { alertFacts, alertWord } from './render-alert.ts'
import { dayOf, emptyLine, nameOf, renderContext } from './render-context.ts'
import { safeUrl } from './safe-url.ts'

/** Far beyond what an honest publisher writes. */
const HEADLINE_LETTERS = 200
const TITLE_LETTERS = 120
/** Keeps the last line free: "… and 1234 more", in bytes with its line end. */
const MORE_BYTES = 32

/** A digest as a push notification: its headlines, best first, as many as fit into so many bytes of UTF-8. */
export function digestNotification(digest: Digest, pageUrl: string | null, maxBytes: number): Notification {
  const context = renderContext(digest, 'en')
  const headlines = itemsOf(digest).map(({ lead }) => headline(lead))
  const text = headlines.length === 0 ? emptyLine(context) : listed(headlines, maxBytes)
  return { title: `${nameOf(context)}, ${dayOf(context)}`, text, url: pageUrl === null ? null : safeUrl(pageUrl) }
}

/** Breaking news as a push notification: the headline, its source, and the article to open. */
export function alertNotification(alert: BreakingAlert): Notification {
  const { title, url } = alert.article
  const words = clipped(plain(title).trim(), HEADLINE_LETTERS)
  const facts = clipped(plain(alertFacts(alert)), HEADLINE_LETTERS)
  return {
    title: clipped(`${alertWord(alert)}: ${words}`, TITLE_LETTERS),
    text: `${words}\n${facts}`,
    url: safeUrl(url),
  }
}

const headline = ({ title, sourceName }: { readonly title: string; readonly sourceName: string }): string =>
  `• ${clipped(plain(title).trim(), HEADLINE_LETTERS)} (${clipped(plain(sourceName).trim(), HEADLINE_LETTERS)})`

/** As many lines as fit, then how many are missing. */
function listed(lines: readonly string[], maxBytes: number): string {
  const encoder = new TextEncoder()
  const shown: string[] = []
  let bytes = MORE_BYTES
  for (const line of lines) {
    bytes += encoder.encode(line).length + 1
    if (bytes > maxBytes) break
    shown.push(line)
  }
  const missing = lines.length - shown.length
  return [...shown, ...(missing === 0 ? [] : [`… and ${missing} more`])].join('\n')
}

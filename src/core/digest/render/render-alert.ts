import type { Mail } from '../../domain/mail.ts'
import type { BreakingAlert } from '../breaking-alerts.ts'
import { longDay } from './local-time.ts'
import { html, markupText } from './markup.ts'
import { clipped, plain } from './plain.ts'
import { type MailOptions, mailHeaders } from './render-email.ts'

/** The time of an alert, and the reader's zone. */
export interface AlertMoment {
  readonly at: number
  readonly zone: string
}

/** A breaking alert as a mail: one headline, its source, and the link. */
export function renderAlert(alert: BreakingAlert, moment: AlertMoment, options: MailOptions): Mail {
  const { article } = alert
  const facts = alertFacts(alert)
  const title = plain(article.title).trim()
  return {
    subject: clipped(`${alertWord(alert)}: ${title}`, 120),
    text: `${title}\n${article.url}\n\n${plain(facts)}\n${longDay(moment.at, moment.zone, 'en')}\n`,
    html: markupText(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${alertWord(alert)}</title></head>
<body><h1 dir="auto"><a href="${article.url}">${article.title}</a></h1>
<p>${facts}</p>
<p>${longDay(moment.at, moment.zone, 'en')}</p></body></html>
`),
    headers: mailHeaders(moment, options),
  }
}

/** Why it is sent. */
export const alertWord = ({ kind }: BreakingAlert): string => (kind === 'breaking' ? 'Breaking' : 'Followed')

/** Who reports it, how many newsrooms do, and its score, in one line. */
export const alertFacts = ({ article, score, newsrooms }: BreakingAlert): string =>
  `${article.sourceName} (${article.tier}), ${newsrooms} newsrooms, score ${score}`

/** The same as JSON. */
export function alertJson({ kind, story, article, score, newsrooms }: BreakingAlert, { at }: AlertMoment): string {
  return JSON.stringify({ kind, at: new Date(at).toISOString(), story, article, score, newsrooms })
}

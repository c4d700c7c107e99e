import type { DigestArticle, DigestItem, DigestTab, ReportedFeed, SummarySentence } from '../../domain/digest.ts'
import { correctionLines, differingLine } from './figure-lines.ts'
import { healthLines, healthLists, notReadLine, otherNotRead, trendLists } from './health-lines.ts'
import { type Facts, factsOf, factsText, newsLine, relatedLine, tabFacts, trendLine, whenOf } from './item-lines.ts'
import { articleLang, langOf } from './lang-of.ts'
import { html, joined, type Markup, markupText, nothing } from './markup.ts'
import {
  countsOf,
  dayOf,
  emptyLine,
  foldedLine,
  isEmpty,
  nameOf,
  noticeOf,
  type RenderContext,
  rangeOf,
  toldAbove,
  topName,
} from './render-context.ts'
import { safeUrl } from './safe-url.ts'
import { blankAfter, citedSentences, newSentence, oneLine, paragraphsOf, sentencesText } from './summary-sentences.ts'

/* HTML for mail programs: tables, inline styles, anchors in place of tabs. No classes, no script, nothing loaded. */

/** What the mail says about itself. */
export interface MailNotes {
  /** How many items were left out to keep it short. */
  readonly leftOut: number
  readonly pageUrl: string | null
  readonly unsubscribe: readonly string[]
}

/** The HTML part. */
export function mailPage(context: RenderContext, notes: MailNotes): string {
  const { digest, words } = context
  const title = `${nameOf(context)}, ${dayOf(context)}`
  const folded = foldedLine(context)
  const told = toldAbove(digest)
  return markupText(html`<!doctype html>
<html lang="${words.tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#f8f4ea;color:#1d1a16">
<div style="display:none;max-height:0;overflow:hidden">${preheader(context)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f4ea"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;font:16px/1.5 Georgia,'Times New Roman',serif;color:#1d1a16;text-align:left">
${masthead(context, notes)}
${contents(context)}
${section(
  'top',
  topName(context),
  digest.topStories.map((item, i) => story(item, i + 1, context)),
)}
${section('noteworthy', words.noteworthy, [
  ...digest.noteworthy.map(({ category, items }) => group(category, items, context)),
  ...(folded === null
    ? []
    : [
        html`<tr><td style="padding:6px 0;font-size:13px;color:#5a5247">${folded}</td></tr>
`,
      ]),
])}
${section('also', words.alsoMentioned, digest.alsoMentioned.map(mention))}
${digest.tabs.map((tab, i) => section(`tab-${i + 1}`, tab.name, tabRows(tab, told, context), langOf(tab.language, tab.name)))}
${section('trends', words.trends, trends(context))}
${section('health', words.health, [health(context)])}
${section('not-read', words.notRead, [notRead(context)])}
${footer(context, notes)}
</table></td></tr></table></body></html>
`)
}

/** The preview text that mail programs show beside the subject; the subject already has the first headline. */
function preheader({ digest, words }: RenderContext): string {
  const rest = digest.topStories.slice(1, 4).map(({ lead }) => lead.title)
  return rest.length > 0 ? rest.join(' · ') : words.counts(digest.articles, digest.duplicatesRemoved)
}

function masthead(context: RenderContext, notes: MailNotes): Markup {
  const { digest, words } = context
  const { span, zone } = rangeOf(context)
  const notice = isEmpty(digest) && notes.leftOut === 0 ? emptyLine(context) : noticeOf(context)
  return html`<tr><td align="center" style="border-top:4px double #1d1a16;padding:18px 0 10px"><h1 style="margin:0;font-size:38px;line-height:1.1">${nameOf(context)}</h1></td></tr>
<tr><td align="center" style="border-top:1px solid #1d1a16;border-bottom:1px solid #1d1a16;padding:6px 0;font-size:13px">${dayOf(context)}<br>${span} · ${zone}<br>${countsOf(context)}</td></tr>
${notice === null ? nothing : html`<tr><td align="center" style="padding-top:10px">${notice}</td></tr>`}
${correctionLines(context).map(
  ({
    text,
    article,
  }) => html`<tr><td style="padding:8px 0 0 10px;border-left:3px solid #8a1c14;font-size:15px">${text} ${anchor(article.url, article.title)}</td></tr>
`,
)}<tr><td align="center" style="padding-top:6px;font-size:12px;color:#5a5247">${words.legend}</td></tr>
${left(context, notes)}`
}

function left({ words }: RenderContext, { leftOut, pageUrl }: MailNotes): Markup {
  if (leftOut === 0 && pageUrl === null) return nothing
  const page = pageUrl === null ? nothing : html`<a href="${pageUrl}" style="color:#8a1c14">${words.onThePage}</a>`
  return html`<tr><td align="center" style="padding-top:10px;font-size:13px">${leftOut === 0 ? nothing : html`${words.leftOut(leftOut)} `}${page}</td></tr>`
}

function contents({ digest, words }: RenderContext): Markup {
  const stories = digest.topStories.map(
    ({ label, lead }, i) =>
      html`<a href="#story-${i + 1}" lang="${langOf(lead.language, label)}" style="color:#1d1a16">${label}</a>`,
  )
  const sections = [
    ...(digest.noteworthy.length === 0 ? [] : [anchor('#noteworthy', words.noteworthy)]),
    ...(digest.alsoMentioned.length === 0 ? [] : [anchor('#also', words.alsoMentioned)]),
    ...digest.tabs.flatMap((tab, i) => (tab.items.length === 0 ? [] : [anchor(`#tab-${i + 1}`, tab.name)])),
    anchor('#health', words.health),
  ]
  return html`<tr><td style="padding:14px 0 4px;font-size:14px"><b>${words.contents}</b><br>${joined(
    stories,
    html`<br>
`,
  )}${stories.length === 0 ? nothing : html`<br>`}${joined(sections, html` · `)}</td></tr>`
}

const anchor = (to: string, text: string): Markup => html`<a href="${to}" style="color:#8a1c14">${text}</a>`

function section(id: string, name: string, rows: readonly Markup[], lang = ''): Markup {
  if (rows.length === 0) return nothing
  const inLanguage = lang === '' ? html`${name}` : html`<span lang="${lang}">${name}</span>`
  return html`<tr><td style="padding-top:22px"><h2 id="${id}" style="margin:0;border-top:3px solid #1d1a16;border-bottom:1px solid #cfc6b4;padding:4px 0;font-size:21px">${inLanguage}</h2></td></tr>
${rows}`
}

/** Other stories of the same event, mostly in other languages, each with its headline. */
function otherLanguages({ inOtherLanguages = [] }: DigestItem, context: RenderContext): Markup {
  const { words } = context
  if (inOtherLanguages.length === 0) return nothing
  const links = inOtherLanguages.map(
    (article) =>
      html`<div lang="${articleLang(article)}">${anchor(article.url, article.title)} (${article.sourceName}, ${whenOf(article, context)})</div>`,
  )
  return html`<div style="margin-top:4px;font-size:13px;color:#5a5247">${words.alsoIn}${words.colon}${links}</div>`
}

function story(item: DigestItem, rank: number, context: RenderContext): Markup {
  const { lead } = item
  const lang = articleLang(lead)
  const trend = trendLine(item, context)
  const related = relatedLine(item, context)
  const differing = differingLine(item, context)
  return html`<tr><td style="padding:14px 0;border-bottom:1px solid #cfc6b4"><div id="story-${rank}" lang="${lang}" style="font-size:13px;font-weight:bold;color:#8a1c14">${item.label}${trend === null ? nothing : html` <span lang="${context.words.tag}" style="font-weight:normal;color:#5a5247">${trend}</span>`}</div>
<h3 lang="${lang}" style="margin:2px 0;font-size:20px;line-height:1.25">${title(lead)}</h3>
${small(factsOf(item, context))}
${paragraphsOf(item.summary).map(
  (paragraph) => html`<p lang="${lang}" style="margin:6px 0 0">${sentences(item, paragraph)}</p>
`,
)}${news(item, context)}${differing === null ? nothing : html`<div style="margin-top:4px;font-size:13px;color:#5a5247">${differing}</div>`}${related === null ? nothing : html`<div style="margin-top:4px;font-size:13px;color:#5a5247">${related}</div>`}${otherLanguages(item, context)}</td></tr>
`
}

function news(item: DigestItem, context: RenderContext): Markup {
  const line = newsLine(item, context)
  if (line === null) return nothing
  const added = newSentence(item)
  return html`<p style="margin:6px 0 0;padding-left:10px;border-left:3px solid #8a1c14;font-size:15px"><b>${line}</b> ${added === null ? nothing : html`${sentences(item, [added])}`}</p>
`
}

function sentences(item: DigestItem, list: readonly SummarySentence[]): Markup[] {
  return citedSentences(item, list).map(({ text, from }) => {
    const source = from === null ? nothing : html` <span style="font-size:12px;color:#5a5247">[${cited(from)}]</span>`
    return html`${text}${source}${blankAfter(text)}`
  })
}

const cited = ({ url, sourceName }: DigestArticle): Markup =>
  safeUrl(url) === null ? html`${sourceName}` : html`<a href="${url}" style="color:#5a5247">${sourceName}</a>`

const title = ({ url, title: text }: DigestArticle): Markup =>
  safeUrl(url) === null ? html`${text}` : html`<a href="${url}" style="color:#1d1a16;text-decoration:none">${text}</a>`

const small = (facts: Facts): Markup => html`<div style="font-size:13px;color:#5a5247">${factsText(facts)}</div>`

function group(category: string, items: readonly DigestItem[], context: RenderContext): Markup {
  const rows = items.map((item) => {
    const says = oneLine(item)
    return html`<p lang="${articleLang(item.lead)}" style="margin:8px 0 0"><b>${title(item.lead)}</b>${says === null ? nothing : html`<br>${says}`}</p>
${small(factsOf(item, context))}
`
  })
  return html`<tr><td style="padding-top:12px"><b style="font-size:13px">${category}</b>
${rows}</td></tr>
`
}

const mention = ({ lead }: DigestItem): Markup =>
  html`<tr><td lang="${articleLang(lead)}" style="padding-top:6px;font-size:15px">${title(lead)} <span style="font-size:13px;color:#5a5247">${lead.sourceName}</span></td></tr>
`

/** What the front page tells already is one line: on a phone a mail would be mostly repetition. */
function tabRows(tab: DigestTab, told: ReadonlySet<string>, context: RenderContext): Markup[] {
  const rows = tab.items.map((item) => {
    if (told.has(item.article.key))
      return html`<tr><td lang="${articleLang(item.article)}" style="padding-top:8px;font-size:15px">${title(item.article)} <span lang="${context.words.tag}" style="font-size:13px;color:#5a5247">${context.words.above}</span></td></tr>
`
    const text = sentencesText(item.summary)
    return html`<tr><td lang="${articleLang(item.article)}" style="padding-top:12px"><b>${title(item.article)}</b>${small(tabFacts(item, context))}${text}</td></tr>
`
  })
  if (tab.items.length >= tab.limit || context.trimmed) return rows
  return [
    ...rows,
    html`<tr><td style="padding-top:8px;font-size:14px">${context.words.short(tab.items.length, tab.limit)}</td></tr>
`,
  ]
}

function trends(context: RenderContext): Markup[] {
  return trendLists(context).map(
    ({ name, labels }) =>
      html`<tr><td style="padding-top:8px;font-size:14px"><b>${name}</b>${labels.map((label) => html`<br>${label}`)}</td></tr>
`,
  )
}

function health(context: RenderContext): Markup {
  const lists = healthLists(context).map(
    ({ name, feeds }) =>
      html`<br><b>${name}</b>${context.words.colon}${joined(feeds.map(feed), html`${context.words.list}`)}`,
  )
  return html`<tr><td style="padding-top:8px;font-size:14px">${joined(
    healthLines(context).map((line) => html`${line}`),
    html`<br>`,
  )}${lists}</td></tr>`
}

function notRead(context: RenderContext): Markup {
  const feeds = otherNotRead(context).map(feed)
  const text =
    feeds.length === 0
      ? html`${notReadLine(context)}`
      : joined(
          feeds,
          html`<br>
`,
        )
  return html`<tr><td style="padding-top:8px;font-size:14px">${text}</td></tr>`
}

const feed = ({ name, because }: ReportedFeed): Markup => html`${name} — ${because}`

function footer({ words }: RenderContext, { unsubscribe }: MailNotes): Markup {
  const out = unsubscribe[0]
  const link = out === undefined ? nothing : html`<br><a href="${out}" style="color:#8a1c14">${words.unsubscribe}</a>`
  return html`<tr><td style="padding-top:22px;font-size:12px;color:#5a5247">${words.made}${link}</td></tr>`
}

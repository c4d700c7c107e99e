import type { DigestItem, DigestTab, NoteworthyGroup, ReportedFeed } from '../../domain/digest.ts'
import { correctionLines } from './figure-lines.ts'
import { type HealthList, healthLines, healthLists, notReadLine, otherNotRead, trendLists } from './health-lines.ts'
import { factsOf, relatedLine, tabFacts, trendLine } from './item-lines.ts'
import { articleLang, langOf } from './lang-of.ts'
import { html, joined, type Markup, markupText, nothing } from './markup.ts'
import { pagePolicy } from './page-policy.ts'
import { factLine, headline, linkTo, storyBlock } from './page-story.ts'
import { pageStyle } from './page-style.ts'
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
  topName,
} from './render-context.ts'
import { oneLine, sentencesText } from './summary-sentences.ts'

/* One self-contained page: no script, nothing loaded, so that the strictest content policy can be used. */

/** The digest as a web page. */
export function renderHtml(context: RenderContext): string {
  const name = nameOf(context)
  const title = `${name}, ${dayOf(context)}`
  return markupText(html`<!doctype html>
<html lang="${context.words.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Copytaster">
<title>${title}</title>
${pageStyle}
</head>
<body>
${masthead(name, context)}
<main>
${sheets(context)}
</main>
${colophon(context)}
</body>
</html>
`)
}

function masthead(name: string, context: RenderContext): Markup {
  const { span, zone } = rangeOf(context)
  const notice = isEmpty(context.digest) ? emptyLine(context) : noticeOf(context)
  return html`<header class="masthead">
<h1>${name}</h1>
<p class="dateline"><span>${dayOf(context)}</span> <span>${span} · ${zone}</span> <span>${countsOf(context)}</span></p>
${notice === null ? nothing : html`<p class="notice">${notice}</p>`}
${corrections(context)}${isEmpty(context.digest) ? nothing : html`<p class="facts legend">${context.words.legend}</p>`}
</header>`
}

function corrections(context: RenderContext): Markup {
  const lines = correctionLines(context).map(
    ({ text, article }) => html`<p class="correction" dir="auto">${text} ${headline(article)}</p>
`,
  )
  return lines.length === 0
    ? nothing
    : html`<div role="note">${lines}</div>
`
}

/** The digest is the first sheet, each configured tab one more. Each has an address of its own, by which it is shown. */
function sheets(context: RenderContext): Markup {
  const { tabs } = context.digest
  if (tabs.length === 0) return html`<div class="sheet only">${frontSheet(context)}</div>`
  const ids = sheetIds(tabs)
  const links = tabs.map(
    (tab, i) => html`<a href="#${ids[i]!}" lang="${langOf(tab.language, tab.name)}" dir="auto">${tab.name}</a>
`,
  )
  const tabSheets = tabs.map(
    (
      tab,
      i,
    ) => html`<section class="sheet" id="${ids[i]!}" aria-labelledby="sheet-${i + 1}"><h2 id="sheet-${i + 1}" lang="${langOf(tab.language, tab.name)}">${tab.name}</h2>
${tabSheet(tab, context)}</section>
`,
  )
  return html`<div class="tabs">
<nav class="sheets" aria-label="${context.words.tabs}"><a href="#front">${context.words.digest}</a>
${links}</nav>
<section class="sheet first" id="front" aria-labelledby="sheet-0"><h2 id="sheet-0">${context.words.digest}</h2>
${frontSheet(context)}</section>
${tabSheets}</div>`
}

/** Addresses that stay the same from digest to digest: the ids of the tabs, or their numbers where those cannot be used. */
function sheetIds(tabs: readonly DigestTab[]): string[] {
  const ids = tabs.map(({ id }) => (/^[A-Za-z0-9_-]{1,60}$/.test(id) ? `tab-${id}` : null))
  return ids.map((id, i) => (id !== null && ids.indexOf(id) === i ? id : `sheet-number-${i + 1}`))
}

function frontSheet(context: RenderContext): Markup {
  const { topStories, noteworthy, alsoMentioned } = context.digest
  const folded = foldedLine(context)
  const [lead, ...rest] = topStories.map((item, i) => storyBlock(item, i + 1, context))
  const front = html`<div class="front">
${contents(context)}
${lead ?? nothing}</div>
${rest.length === 0 ? nothing : html`<div class="rest">${rest}</div>`}`
  return html`${lead ? html`<section id="top" aria-label="${topName(context)}">${front}</section>` : front}
${section('noteworthy', context.words.noteworthy, 'briefs', [
  ...noteworthy.map((group, i) => groupBlock(group, i + 1, context)),
  ...(folded === null
    ? []
    : [
        html`<p class="facts" dir="auto">${folded}</p>
`,
      ]),
])}
${section('also', context.words.alsoMentioned, 'briefs', alsoMentioned.map(mentionLine))}
${trendSection(context)}${healthSection(context)}
`
}

function section(id: string, name: string, kind: string, blocks: readonly Markup[]): Markup {
  if (blocks.length === 0) return nothing
  return html`<section class="section" id="${id}"><h2>${name}</h2>
<div class="${kind}">
${blocks}</div></section>`
}

function contents({ digest, words }: RenderContext): Markup {
  const stories = digest.topStories.map(
    ({ label, lead, score }, i) =>
      html`<li><a href="#story-${i + 1}" lang="${langOf(lead.language, label)}" dir="auto">${label}</a> <span>${score}</span></li>
`,
  )
  const groups = digest.noteworthy.map(
    (
      { category, items },
      i,
    ) => html`<li class="sub"><a href="#group-${i + 1}" dir="auto">${category}</a> <span>${items.length}</span></li>
`,
  )
  const also = digest.alsoMentioned.length
  return html`<nav class="contents" aria-labelledby="contents"><h2 id="contents">${words.contents}</h2>
<ol>
${stories}${
  digest.noteworthy.length === 0
    ? nothing
    : html`<li class="part"><a href="#noteworthy"><b>${words.noteworthy}</b></a></li>
${groups}`
}${
  also === 0
    ? nothing
    : html`<li class="part"><a href="#also"><b>${words.alsoMentioned}</b></a> <span>${also}</span></li>
`
}<li class="part"><a href="#health">${words.health}</a></li>
</ol></nav>`
}

function groupBlock({ category, items }: NoteworthyGroup, rank: number, context: RenderContext): Markup {
  return html`<div class="group" id="group-${rank}"><h3 class="category" dir="auto">${category}</h3>
${items.map((item) => briefBlock(item, context))}</div>
`
}

function briefBlock(item: DigestItem, context: RenderContext): Markup {
  const says = oneLine(item)
  const { url, title } = item.lead
  return html`<article class="brief"><h4 lang="${articleLang(item.lead)}" dir="auto">${linkTo(url, title)}</h4>
${says === null ? nothing : html`<p lang="${articleLang(item.lead)}" dir="auto">${says}</p>`}
<p class="facts">${factLine(factsOf(item, context), context)}</p>
<p class="facts"><span dir="auto">${[item.label, trendLine(item, context), relatedLine(item, context)].filter((note) => note !== null).join(' · ')}</span></p></article>
`
}

function mentionLine({ lead }: DigestItem): Markup {
  return html`<p class="line">${headline(lead)} <span class="facts"><bdi>${lead.sourceName}</bdi></span></p>
`
}

function tabSheet(tab: DigestTab, context: RenderContext): Markup {
  const rows = tab.items.map((item) => {
    const lang = articleLang(item.article)
    const text = sentencesText(item.summary)
    return html`<li><h3 lang="${lang}" dir="auto">${linkTo(item.article.url, item.article.title)}</h3>
<p class="facts">${factLine(tabFacts(item, context), context)}</p>
${text === '' ? nothing : html`<p class="summary" lang="${lang}" dir="auto">${text}</p>`}</li>
`
  })
  const short = tab.items.length < tab.limit ? context.words.short(tab.items.length, tab.limit) : null
  return html`${
    rows.length === 0
      ? nothing
      : html`<ol class="tab">
${rows}</ol>`
  }
${short === null ? nothing : html`<p class="short">${short}</p>`}`
}

/** The topics that come and go, one to a line: labels hold commas. */
function trendSection(context: RenderContext): Markup {
  const lists = trendLists(context).map(
    ({ name, labels }) => html`<div><dt>${name}</dt>
${labels.map(
  (label) => html`<dd><bdi>${label}</bdi></dd>
`,
)}</div>
`,
  )
  if (lists.length === 0) return nothing
  return html`<section class="section report" id="trends"><h2>${context.words.trends}</h2>
<dl>${lists}</dl></section>
`
}

function healthSection(context: RenderContext): Markup {
  const lists = healthLists(context).map(healthList)
  return html`<section class="section report" id="health"><h2>${context.words.health}</h2>
<p class="figures">${joined(
    healthLines(context).map((line) => html`<span>${line}</span>`),
    html` `,
  )}</p>
${lists.length === 0 ? nothing : html`<dl>${lists}</dl>`}</section>`
}

function healthList({ name, feeds }: HealthList): Markup {
  return html`<div><dt>${name}</dt>
${feeds.map(
  (feed) => html`<dd>${feedLine(feed)}</dd>
`,
)}</div>
`
}

const feedLine = ({ name, url, because }: ReportedFeed): Markup =>
  html`${linkTo(url, html`<bdi>${name}</bdi>`)} — ${because}`

function colophon(context: RenderContext): Markup {
  const { words } = context
  const rows = otherNotRead(context).map(
    (feed) => html`<li>${feedLine(feed)}</li>
`,
  )
  return html`<footer class="colophon small">
<h2>${words.notRead}</h2>
${
  rows.length === 0
    ? html`<p>${notReadLine(context)}</p>`
    : html`<ul>
${rows}</ul>`
}
<p>${words.made}</p>
</footer>`
}

import type { DigestArticle, DigestItem } from '../../domain/digest.ts'
import { differingLine } from './figure-lines.ts'
import { type Facts, factsOf, kindOf, newsLine, relatedLine, trendLine, whenOf } from './item-lines.ts'
import { articleLang } from './lang-of.ts'
import { zonedIso } from './local-time.ts'
import { html, joined, type Markup, nothing } from './markup.ts'
import type { RenderContext } from './render-context.ts'
import { safeUrl } from './safe-url.ts'
import { sparkline } from './sparkline.ts'
import {
  blankAfter,
  type CitedSentence,
  citedSentences,
  newSentence,
  paragraphsOf,
  sentencesText,
} from './summary-sentences.ts'

/** A link if the address is safe, else the text alone. */
export function linkTo(url: string, text: string | Markup): Markup {
  return safeUrl(url) === null ? html`${text}` : html`<a href="${url}">${text}</a>`
}

/** The headline with its own language and direction. */
export const headline = (article: DigestArticle): Markup =>
  html`<span lang="${articleLang(article)}" dir="auto">${linkTo(article.url, article.title)}</span>`

/** A top story with all its details. */
export function storyBlock(item: DigestItem, rank: number, context: RenderContext): Markup {
  const { lead } = item
  const lang = articleLang(lead)
  const sources = sourcesOf(item)
  return html`<article class="story${rank === 1 ? ' lead' : ''}" id="story-${rank}">
<p class="kicker"><span lang="${lang}" dir="auto">${item.label}</span>${trendOf(item, context)}</p>
<h3 lang="${lang}" dir="auto">${linkTo(lead.url, lead.title)}</h3>
<p class="facts">${factLine(factsOf(item, context), context)}</p>
${summaryOf(item, sources)}${newsOf(item, context, sources)}${differingOf(item, context)}${citesOf(sources, context)}${relatedOf(item, context)}${otherLanguages(item, context)}</article>
`
}

/** Nothing when all that is known is told as news. */
function summaryOf(item: DigestItem, sources: readonly DigestArticle[]): Markup[] {
  return paragraphsOf(item.summary).map(
    (paragraph) =>
      html`<p class="summary${isLong(item) ? ' long' : ''}" lang="${articleLang(item.lead)}" dir="auto">${sentences(citedSentences(item, paragraph), sources)}</p>
`,
  )
}

/** Other stories of the same event, mostly in other languages, each with its headline. */
function otherLanguages({ inOtherLanguages = [] }: DigestItem, context: RenderContext): Markup {
  const { words } = context
  if (inOtherLanguages.length === 0) return nothing
  const links = inOtherLanguages.map(
    (article) => html`${headline(article)} (<bdi>${article.sourceName}</bdi>, ${whenOf(article, context)})`,
  )
  return html`<p class="related small">${words.alsoIn}${words.colon}${joined(links, html` · `)}</p>
`
}

/** True for enough text for two columns of four lines; a Han character counts as two letters. */
function isLong({ summary }: DigestItem): boolean {
  const text = sentencesText(summary)
  return text.length + text.replace(/[^\u3040-\u9fff]/g, '').length > 280
}

/** The source line, separated by dots, with the time in a `time` element. */
export function factLine({ article, when, more }: Facts, { digest }: RenderContext): Markup {
  const time = html`<time datetime="${zonedIso(article.published, digest.zone)}">${when}</time>`
  const rest = more.map((fact) => html`<bdi>${fact}</bdi>`)
  return joined(
    [
      html`<b lang="${articleLang(article)}"><bdi>${article.sourceName}</bdi></b>`,
      html`${article.tier}`,
      time,
      ...rest,
    ],
    html` · `,
  )
}

function trendOf(item: DigestItem, context: RenderContext): Markup {
  const line = trendLine(item, context)
  if (line === null) return nothing
  return html` <span class="trend">${line}${sparkline(item.trend?.history ?? [])}</span>`
}

/** The articles besides the lead that sentences were taken from, in order of appearance. */
function sourcesOf(item: DigestItem): DigestArticle[] {
  const sentence = newSentence(item)
  const cited = citedSentences(item, sentence === null ? item.summary : [...item.summary, sentence])
  return [...new Set(cited.flatMap(({ from }) => (from === null ? [] : [from])))]
}

function sentences(cited: readonly CitedSentence[], sources: readonly DigestArticle[]): Markup[] {
  return cited.map(({ text, from }, i) => {
    const blank = i === cited.length - 1 ? '' : blankAfter(text)
    if (from === null) return html`${text}${blank}`
    return html`${text}<sup>${citation(from, sources.indexOf(from) + 1)}</sup>${blank}`
  })
}

/** A number as text, the source's name for screen readers. */
function citation({ url, sourceName }: DigestArticle, rank: number): Markup {
  if (safeUrl(url) === null) return html`${rank}`
  return html`<a href="${url}" aria-label="${rank} ${sourceName}">${rank}</a>`
}

/** The list of numbered sources. */
function citesOf(sources: readonly DigestArticle[], context: RenderContext): Markup {
  if (sources.length === 0) return nothing
  const names = sources.map((source, i) => html`${i + 1} ${linkTo(source.url, html`<bdi>${source.sourceName}</bdi>`)}`)
  return html`<p class="cites small">${context.words.sources}${context.words.colon}${joined(names, html` · `)}</p>
`
}

function newsOf(item: DigestItem, context: RenderContext, sources: readonly DigestArticle[]): Markup {
  const line = newsLine(item, context)
  if (line === null) return nothing
  const sentence = newSentence(item)
  const said = sentence === null ? [] : sentences(citedSentences(item, [sentence]), sources)
  const text = sentence === null ? nothing : html`<span lang="${articleLang(item.lead)}" dir="auto">${said}</span>`
  return html`<p class="news"><b>${line}</b> ${text}</p>
`
}

function differingOf(item: DigestItem, context: RenderContext): Markup {
  const line = differingLine(item, context)
  return line === null
    ? nothing
    : html`<p class="differing small" dir="auto">${line}</p>
`
}

function relatedOf(item: DigestItem, context: RenderContext): Markup {
  const line = relatedLine(item, context)
  if (line === null) return nothing
  if (item.others.length === 0)
    return html`<p class="related small">${line}</p>
`
  const rows = item.others.map(
    (other) =>
      html`<li>${headline(other)} <span class="facts">${factLine({ article: other, when: whenOf(other, context), more: kindOf(other, context.words) }, context)}</span></li>
`,
  )
  return html`<details class="related"><summary class="small">${line}</summary>
<ul>
${rows}</ul>
</details>
`
}

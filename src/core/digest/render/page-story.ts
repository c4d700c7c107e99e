import type { DigestArticle, DigestItem } from '../../domain/digest.ts'
import {
  articleLang,
  blankAfter,
  type CitedSentence,
  citedSentences,
  type Facts,
  type Frame,
  factsOf,
  newSentence,
  newsLine,
  relatedLine,
  sentencesText,
  trendLine,
  whenOf,
} from './frame.ts'
import { zonedIso } from './local-time.ts'
import { html, joined, type Markup, nothing } from './markup.ts'
import { safeUrl } from './safe-url.ts'
import { sparkline } from './sparkline.ts'

/** A link where the address may be followed, the bare words where not. */
export function linkTo(url: string, text: string | Markup): Markup {
  return safeUrl(url) === null ? html`${text}` : html`<a href="${url}">${text}</a>`
}

/** The headline in its own language and direction. */
export const headline = (article: DigestArticle): Markup =>
  html`<span lang="${articleLang(article)}" dir="auto">${linkTo(article.url, article.title)}</span>`

/** One of the top stories, with everything that is known of it. */
export function storyBlock(item: DigestItem, place: number, frame: Frame): Markup {
  const { lead } = item
  const lang = articleLang(lead)
  const sources = sourcesOf(item)
  return html`<article class="story${place === 1 ? ' lead' : ''}" id="story-${place}">
<p class="kicker"><span lang="${lang}" dir="auto">${item.label}</span>${trendOf(item, frame)}</p>
<h3 lang="${lang}" dir="auto">${linkTo(lead.url, lead.title)}</h3>
<p class="facts">${factLine(factsOf(item, frame), frame)}</p>
<p class="summary${isLong(item) ? ' long' : ''}" lang="${lang}" dir="auto">${sentences(citedSentences(item, item.summary), sources)}</p>
${newsOf(item, frame, sources)}${citesOf(sources, frame)}${relatedOf(item, frame)}</article>
`
}

/** Enough text for two columns: four lines in each, a Han character taken as two letters. */
function isLong({ summary }: DigestItem): boolean {
  const text = sentencesText(summary)
  return text.length + text.replace(/[^\u3040-\u9fff]/g, '').length > 280
}

/** Facts with dots between, the hour as a machine may read it. */
export function factLine({ article, when, more }: Facts, { digest }: Frame): Markup {
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

function trendOf(item: DigestItem, frame: Frame): Markup {
  const line = trendLine(item, frame)
  if (line === null) return nothing
  return html` <span class="trend">${line}${sparkline(item.trend?.history ?? [])}</span>`
}

/** The articles besides the lead that a sentence was taken from, in the order they are met. */
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

/** A number to look at, a name to hear. */
function citation({ url, sourceName }: DigestArticle, place: number): Markup {
  if (safeUrl(url) === null) return html`${place}`
  return html`<a href="${url}" aria-label="${place} ${sourceName}">${place}</a>`
}

/** Who the numbered sentences are from. */
function citesOf(sources: readonly DigestArticle[], frame: Frame): Markup {
  if (sources.length === 0) return nothing
  const names = sources.map((source, i) => html`${i + 1} ${linkTo(source.url, html`<bdi>${source.sourceName}</bdi>`)}`)
  return html`<p class="cites small">${frame.words.sources}${frame.words.colon}${joined(names, html` · `)}</p>
`
}

function newsOf(item: DigestItem, frame: Frame, sources: readonly DigestArticle[]): Markup {
  const line = newsLine(item, frame)
  if (line === null) return nothing
  const sentence = newSentence(item)
  const said = sentence === null ? [] : sentences(citedSentences(item, [sentence]), sources)
  const text = sentence === null ? nothing : html`<span lang="${articleLang(item.lead)}" dir="auto">${said}</span>`
  return html`<p class="news"><b>${line}</b> ${text}</p>
`
}

function relatedOf(item: DigestItem, frame: Frame): Markup {
  const line = relatedLine(item, frame)
  if (line === null) return nothing
  if (item.others.length === 0)
    return html`<p class="related small">${line}</p>
`
  const rows = item.others.map(
    (other) =>
      html`<li>${headline(other)} <span class="facts">${factLine({ article: other, when: whenOf(other, frame), more: [] }, frame)}</span></li>
`,
  )
  return html`<details class="related"><summary class="small">${line}</summary>
<ul>
${rows}</ul>
</details>
`
}

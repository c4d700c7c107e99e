import { hash } from 'node:crypto'
import type { DigestItem } from '../../domain/digest.ts'
import { factsOf, factsText, newsLine, relatedLine, trendLine } from './item-lines.ts'
import { articleLang } from './lang-of.ts'
import { html, type Markup, markupText, nothing } from './markup.ts'
import { linkTo } from './page-story.ts'
import type { RenderContext } from './render-context.ts'
import { safeUrl } from './safe-url.ts'
import { blankAfter, citedSentences, newSentence, paragraphsOf } from './summary-sentences.ts'

/** One topic as an entry of Atom or RSS. */
export interface FeedEntry {
  /** The same in every digest that shows the story, so that feed readers update a known entry. */
  readonly id: string
  readonly title: string
  readonly lang: string
  readonly url: string | null
  readonly published: number
  readonly author: string
  readonly categories: readonly string[]
  /** HTML as a string. */
  readonly content: string
}

/** Every topic of the digest, best first. */
export function feedEntries(context: RenderContext): FeedEntry[] {
  const { topStories, noteworthy, alsoMentioned } = context.digest
  const items = [...topStories, ...noteworthy.flatMap((group) => group.items), ...alsoMentioned]
  return items.map((item) => ({
    id: uuidUrn(`story ${item.key}`),
    title: item.lead.title,
    lang: articleLang(item.lead),
    url: safeUrl(item.lead.url),
    published: item.lead.published,
    author: item.lead.sourceName,
    categories: [...new Set([item.label, item.category ?? item.label])],
    content: markupText(entryContent(item, context)),
  }))
}

function entryContent(item: DigestItem, context: RenderContext): Markup {
  const trend = trendLine(item, context)
  const related = relatedLine(item, context)
  const news = newsLine(item, context)
  const added = newSentence(item)
  const paragraphs = item.summary.length === 0 ? [[]] : paragraphsOf(item.summary)
  return html`${paragraphs.map(
    (paragraph) => html`<p lang="${articleLang(item.lead)}">${sentences(item, paragraph)}</p>
`,
  )}${
    news === null
      ? nothing
      : html`<p><b>${news}</b> ${added === null ? nothing : html`${sentences(item, [added])}`}</p>
`
  }<p>${factsText(factsOf(item, context))}${trend === null ? nothing : html` · ${trend}`}</p>
${
  related === null
    ? nothing
    : html`<p>${related}</p>
`
}`
}

function sentences(item: DigestItem, list: DigestItem['summary']): Markup[] {
  return citedSentences(item, list).map(({ text, from }) => {
    const source = from === null ? nothing : html` (${linkTo(from.url, from.sourceName)})`
    return html`${text}${source}${blankAfter(text)}`
  })
}

/** A name-based UUID (RFC 9562, version 8): the same text always gives the same id, independent of the host. */
export function uuidUrn(text: string): string {
  const hex = hash('sha256', `copytaster ${text}`, 'hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}

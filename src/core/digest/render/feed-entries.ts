import { hash } from 'node:crypto'
import type { DigestItem } from '../../domain/digest.ts'
import {
  articleLang,
  blankAfter,
  citedSentences,
  type Frame,
  factsOf,
  factsText,
  newSentence,
  newsLine,
  relatedLine,
  trendLine,
} from './frame.ts'
import { html, type Markup, markupText, nothing } from './markup.ts'
import { linkTo } from './page-story.ts'
import { safeUrl } from './safe-url.ts'

/** One topic as Atom and RSS carry it. */
export interface FeedEntry {
  /** The same in every digest the story comes back in: readers then show it as news of a known entry. */
  readonly id: string
  readonly title: string
  readonly lang: string
  readonly url: string | null
  readonly published: number
  readonly author: string
  readonly categories: readonly string[]
  /** HTML, as text. */
  readonly content: string
}

/** Every topic of the digest, best first. */
export function feedEntries(frame: Frame): FeedEntry[] {
  const { topStories, noteworthy, alsoMentioned } = frame.digest
  const items = [...topStories, ...noteworthy.flatMap((group) => group.items), ...alsoMentioned]
  return items.map((item) => ({
    id: uuidUrn(`story ${item.key}`),
    title: item.lead.title,
    lang: articleLang(item.lead),
    url: safeUrl(item.lead.url),
    published: item.lead.published,
    author: item.lead.sourceName,
    categories: [...new Set([item.label, item.category ?? item.label])],
    content: markupText(entryContent(item, frame)),
  }))
}

function entryContent(item: DigestItem, frame: Frame): Markup {
  const trend = trendLine(item, frame)
  const related = relatedLine(item, frame)
  const news = newsLine(item, frame)
  const added = newSentence(item)
  return html`<p lang="${articleLang(item.lead)}">${sentences(item, item.summary)}</p>
${
  news === null
    ? nothing
    : html`<p><b>${news}</b> ${added === null ? nothing : html`${sentences(item, [added])}`}</p>
`
}<p>${factsText(factsOf(item, frame))}${trend === null ? nothing : html` · ${trend}`}</p>
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

/** A name-based UUID (RFC 9562, version 8): the same text is the same name for ever, and no host must own it. */
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

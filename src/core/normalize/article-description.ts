import type { EntryTexts, Text } from '../domain/entry.ts'
import { excerpt } from '../text/excerpt.ts'
import { toPlainText } from '../text/sanitize-html.ts'
import type { ArticleBody } from './article-body.ts'

const longestDescription = 500

/** Enough HTML for the description's text; the rest of a full article is not parsed a second time. */
const readAhead = 6000

/**
 * The description as plain text in whole words, from the summary, the description or the start of the body; null when
 * there is none.
 */
export function articleDescription(texts: EntryTexts, body: ArticleBody): string | null {
  for (const from of [texts.summary, texts.description]) {
    const text = from === null ? '' : plainText(from, body)
    if (text !== '') return excerpt(text, longestDescription)
  }
  return body.text === null ? null : excerpt(body.text, longestDescription)
}

function plainText(from: Text, body: ArticleBody): string {
  if (from === body.from) return body.text ?? ''
  return (from.type === 'html' ? toPlainText(startOf(from.value)) : from.value).trim()
}

/** Cuts HTML without leaving half a tag, which would be read as text. */
function startOf(html: string): string {
  if (html.length <= readAhead) return html
  const start = html.slice(0, readAhead)
  const tag = start.lastIndexOf('<')
  return tag > start.lastIndexOf('>') ? start.slice(0, tag) : start
}

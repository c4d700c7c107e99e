import type { EntryTexts, Text } from '../domain/entry.ts'
import { type SanitizedHtml, sanitizeHtml } from '../text/sanitize-html.ts'

/**
 * An article's content: safe HTML (null when the plain text is enough), plain text, the first picture, and the field it
 * came from.
 */
export interface ArticleBody {
  readonly html: string | null
  readonly text: string | null
  readonly image: SanitizedHtml['image']
  readonly from: Text | null
}

/** HTML that the publisher declared as text: it begins with one of these elements, which is also closed. */
const startsWithMarkup =
  /^\s*<(p|div|h[1-6]|ul|ol|table|blockquote|figure|section|article|span|strong|b|em|a)(?:\s[^<>]*)?>[\s\S]*<\/\1>/i

/** Longer than any article and most books; of longer text, which may be an attack, only the start is read. */
const longestBody = 4_000_000

const nothing: ArticleBody = { html: null, text: null, image: null, from: null }

/** Takes the first that is not empty of content:encoded, content, description, summary. */
export function articleBody(texts: EntryTexts, base: string | null): ArticleBody {
  for (const from of [texts.encoded, texts.content, texts.description, texts.summary]) {
    if (from === null || from.value.trim() === '') continue
    const body = from.type === 'html' || startsWithMarkup.test(from.value) ? htmlBody(from, base) : plainBody(from)
    if (body.text !== null || body.html !== null) return body
  }
  return nothing
}

/** A stored body sanitised again; what is stored has no relative addresses left. Null when the text says it all. */
export function sanitizedAgain(html: string): string | null {
  const again = sanitizeHtml(html).html
  return again.includes('<') ? again : null
}

function htmlBody(from: Text, base: string | null): ArticleBody {
  const { html, text, image } = sanitizeHtml(from.value.slice(0, longestBody), from.base ?? base)
  const shown = text !== '' || /<(?:img|video|audio)\b/.test(html)
  return { html: shown && html.includes('<') ? html : null, text: text === '' ? null : text, image, from }
}

function plainBody(from: Text): ArticleBody {
  const text = from.value
    .slice(0, longestBody)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { html: null, text: text === '' ? null : text, image: null, from }
}

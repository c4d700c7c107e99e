import { html, markupText } from '../core/digest/render/markup.ts'

/** Plain text as paragraphs, where an article has no HTML of its own. */
export function htmlOf(body: string | null, text: string | null): string {
  if (body !== null) return body
  const paragraphs = (text ?? '').split(/\n{2,}/).filter((part) => part.trim() !== '')
  return paragraphs.map((part) => markupText(html`<p>${part}</p>`)).join('')
}

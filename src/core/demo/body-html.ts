/** The paragraphs of a body; a run of list items is one. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** A body as HTML, as a content management system would write it. */
export function bodyHtml(body: string): string {
  return paragraphsOf(body).map(blockHtml).join('\n')
}

function blockHtml(paragraph: string): string {
  const lines = paragraph.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${lines.map(inlineHtml).join('<br/>')}</p>`
  return `<ul>${lines.map((line) => `<li>${inlineHtml(line.slice(2))}</li>`).join('')}</ul>`
}

function inlineHtml(text: string): string {
  return escapeXml(text).replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2">$1</a>')
}

/** A body as plain text. */
export function bodyText(body: string): string {
  return paragraphsOf(body)
    .map((paragraph) => paragraph.replace(/^- /gm, '').replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1'))
    .join('\n\n')
}

/** Escapes text for XML and HTML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

import type { Text } from '../domain/entry.ts'
import { attribute, type Field, htmlText, markupOf, textOf } from './field.ts'
import { looksLikeHtml } from './looks-like-html.ts'
import { decodeReferences } from './references.ts'

/** An Atom text construct by its `type` (1.0) or `type` and `mode` (0.3). RFC 4287 section 3.1, and 4.1.3 for content. */
export function atomText(field: Field): Text | null {
  const type = attribute(field, 'type')?.toLowerCase() ?? null
  const mode = attribute(field, 'mode')?.toLowerCase() ?? null
  if (mode === 'base64' || isBinary(type)) return base64Text(field, type)
  if (mode === 'escaped' && (type === null || type === 'text'))
    return textOf(field, field.text(), looksLikeHtml(field.text()) ? 'html' : 'text')
  if (field.markup !== null && !isPlain(type)) return inlineText(field, type)
  if (type === null || type === 'text' || isPlain(type)) return textOf(field, field.text(), 'text')
  if (type === 'html' || type === 'text/html' || mode === 'escaped') return htmlText(field)
  return textOf(field, field.text(), 'text')
}

/**
 * Markup inside a wrapper element. Where the type says that it is escaped once, escaped markup here was escaped twice.
 */
function inlineText(field: Field, type: string | null): Text | null {
  const html = markupOf(field)
  const wrapsEscaped = (type === 'html' || type === 'text/html') && !html.includes('<')
  return textOf(field, wrapsEscaped ? decodeReferences(html) : html, 'html')
}

function isPlain(type: string | null): boolean {
  return type === 'text/plain'
}

function isBinary(type: string | null): boolean {
  if (!type?.includes('/') || type.startsWith('text/')) return false
  return !/[/+]xml\b/.test(type) && !type.startsWith('multipart/')
}

/** Base64 content is kept only when it is text; anything else is a file. */
function base64Text(field: Field, type: string | null): Text | null {
  const packed = field.text().replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return textOf(field, field.text(), 'text')
  const bytes = Uint8Array.from(atob(packed.slice(0, packed.length - (packed.length % 4))), (c) => c.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)) return null
  return textOf(field, text, type === 'text/plain' ? 'text' : 'html')
}

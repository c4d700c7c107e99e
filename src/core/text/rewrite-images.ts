import { Parser } from 'htmlparser2'
import { escapeHtml } from './sanitize/escape-html.ts'
import { safeSrcset } from './sanitize/srcset.ts'

/** Attributes that name one picture, and those that name several, by element. */
const PICTURES: Readonly<Record<string, { readonly one: readonly string[]; readonly many: readonly string[] }>> = {
  img: { one: ['src'], many: ['srcset'] },
  source: { one: [], many: ['srcset'] },
  video: { one: ['poster'], many: [] },
}

/**
 * Sanitised HTML with other addresses of its pictures: those for which `rewrite` gives null are left out, and a picture without an
 * address shows its alternative text. Everything else stays as it is, byte for byte.
 */
export function rewriteImages(html: string, rewrite: (url: string) => string | null): string {
  let out = ''
  let copied = 0
  eachPicture(html, (name, attributes, from, to) => {
    out += html.slice(copied, from) + startTag(name, attributes, rewrite)
    copied = to
  })
  return out + html.slice(copied)
}

/** The address of the first picture of sanitised HTML; null without one. */
export function firstImage(html: string): string | null {
  const from = html.indexOf('<img ')
  if (from < 0) return null
  let found: string | null = null
  // Later pictures do not matter, and an article may be long.
  eachPicture(html.slice(from, html.indexOf('>', from) + 1), (name, { src }) => {
    if (name === 'img') found ??= src ?? null
  })
  return found
}

type OnPicture = (name: string, attributes: Readonly<Record<string, string>>, from: number, to: number) => void

function eachPicture(html: string, onPicture: OnPicture): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (Object.hasOwn(PICTURES, name)) onPicture(name, attributes, parser.startIndex, parser.endIndex + 1)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
}

function startTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  rewrite: (url: string) => string | null,
): string {
  const { one, many } = PICTURES[name]!
  const written = Object.entries(attributes).map(([key, value]) => {
    const changed = one.includes(key) ? rewrite(value) : many.includes(key) ? safeSrcset(value, rewrite) : value
    return changed === null ? '' : ` ${key}="${escapeHtml(changed)}"`
  })
  return `<${name}${written.join('')}>`
}

import { resolveSafeUrl } from '../resolve-url.ts'
import { stripTracking } from '../strip-tracking.ts'
import { escapeHtml } from './escape-html.ts'
import { safeSrcset } from './srcset.ts'
import { isTrackingPixel } from './tracking-pixel.ts'

/** The attributes of a start tag that are of use: lower-case names, the first of each. */
export type Attributes = ReadonlyMap<string, string>

/** A picture of an article. */
export interface FoundImage {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

const attribute = (name: string, value: string): string => ` ${name}="${escapeHtml(value)}"`

/** Pictures embedded as data. SVG is excluded because it can carry script, tiny ones because they are placeholders. */
const inlinePicture = /^data:image\/(?:png|gif|jpe?g|webp|avif);base64,[A-Za-z0-9+/]{160,}={0,2}$/i

/** Servers refuse longer ones. */
const longestUrl = 8192

const webOnly = (raw: string, base: string | null): string | null => {
  if (raw.length > longestUrl) return null
  const url = resolveSafeUrl(raw, base)
  return url !== null && /^https?:/.test(url) ? stripTracking(url) : null
}

const pictureUrl = (raw: string, base: string | null): string | null => {
  if (!/^\s*data:/i.test(raw)) return webOnly(raw, base)
  const compact = raw.replace(/\s+/g, '')
  return inlinePicture.test(compact) ? compact : null
}

/** Attributes in which lazy-loading scripts keep the real address. */
const lateNames = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-url',
  'data-srcset',
  'data-lazy-srcset',
]

/** Attributes of a picture that are read but not written. */
export const pictureHints: ReadonlySet<string> = new Set([...lateNames, 'style'])

/** Load lazily, and without a referrer. */
const pictureAttributes = ' loading="lazy" referrerpolicy="no-referrer"'

/** The output for an `img`: null when it shows nothing or is a tracking pixel. */
export function readImage(
  attributes: Attributes,
  base: string | null,
): { readonly html: string; readonly image: FoundImage | null } | null {
  const resolve = (url: string): string | null => webOnly(url, base)
  const srcset = safeSrcset(
    attributes.get('srcset') ?? attributes.get('data-srcset') ?? attributes.get('data-lazy-srcset') ?? '',
    resolve,
  )
  const src = pictureSource(attributes, base) ?? srcset?.split(/[ ,]/, 1)[0] ?? null
  const [width, height] = [attributes.get('width') ?? null, attributes.get('height') ?? null]
  const address = src ?? attributes.get('src') ?? ''
  if (isTrackingPixel(address, width, height, attributes.get('style') ?? null)) return null
  if (src === null) return wordsOfImage(attributes)
  const sizes = attributes.get('sizes')
  const html =
    attribute('src', src) +
    (srcset === null
      ? ''
      : attribute('srcset', srcset) +
        (sizes === undefined || !/^[\w\s().,:%+*/-]+$/.test(sizes) ? '' : attribute('sizes', sizes))) +
    text('alt', attributes.get('alt')) +
    number('width', width) +
    number('height', height) +
    oneOf('decoding', attributes.get('decoding'), /^(?:async|sync|auto)$/i) +
    common(attributes) +
    pictureAttributes
  return { html, image: leadImage(src, width, height) }
}

/** Only drops useless alternative texts; safety does not depend on this list. */
const harmful = /script\s*:|data\s*:\s*text/i

/**
 * The alternative text of a picture without a usable address. It stays an `img`, which browsers show as text, as the
 * publisher wrote it; as plain text it would count as words of the article.
 */
function wordsOfImage(attributes: Attributes): { readonly html: string; readonly image: null } | null {
  const alt = attributes.get('alt')?.trim() ?? ''
  const meantHarm = ['src', 'srcset'].some((name) => harmful.test(attributes.get(name) ?? ''))
  return alt === '' || meantHarm ? null : { html: attribute('alt', alt) + common(attributes), image: null }
}

function pictureSource(attributes: Attributes, base: string | null): string | null {
  for (const name of ['src', ...lateNames.slice(0, 5)]) {
    const raw = attributes.get(name)
    const url = raw === undefined || raw.trim() === '' ? null : pictureUrl(raw, base)
    if (url !== null) return url
  }
  return null
}

/** The size check excludes smileys and buttons from the article's pictures. */
function leadImage(src: string, width: string | null, height: string | null): FoundImage | null {
  if (src.startsWith('data:')) return null
  const [w, h] = [toLength(width), toLength(height)]
  if (w !== null && h !== null && w < 50 && h < 50) return null
  return { url: src, width: w, height: h }
}

const toLength = (raw: string | null): number | null =>
  raw !== null && /^\s*\d{1,5}\s*(?:px)?\s*$/.test(raw) ? Number.parseInt(raw, 10) : null

const number = (name: string, raw: string | null | undefined): string =>
  raw != null && /^\d{1,5}$/.test(raw.trim()) ? attribute(name, raw.trim()) : ''

const oneOf = (name: string, raw: string | undefined, allowed: RegExp): string =>
  raw !== undefined && allowed.test(raw.trim()) ? attribute(name, raw.trim().toLowerCase()) : ''

const text = (name: string, raw: string | undefined): string => (raw === undefined ? '' : attribute(name, raw))

const url = (name: string, raw: string | undefined, base: string | null): string => {
  const safe = raw === undefined ? null : webOnly(raw, base)
  return safe === null ? '' : attribute(name, safe)
}

function common(attributes: Attributes): string {
  if (attributes.size === 0) return ''
  return (
    text('title', attributes.get('title')) +
    oneOf('dir', attributes.get('dir'), /^(?:ltr|rtl|auto)$/i) +
    (/^[a-zA-Z0-9-]{1,35}$/.test(attributes.get('lang') ?? '') ? attribute('lang', attributes.get('lang')!) : '')
  )
}

/**
 * Links open in a new tab and reveal nothing about the reader's page: `noopener` for old browsers, `noreferrer` and the
 * policy because the address of a digest is private. No `nofollow`: that is for search engines, and this page is not.
 */
const linkAttributes = ' rel="noopener noreferrer" referrerpolicy="no-referrer" target="_blank"'

function link(attributes: Attributes, base: string | null): string {
  const raw = attributes.get('href')
  const safe = raw === undefined || raw.length > longestUrl ? null : resolveSafeUrl(raw, base)
  return (safe === null ? '' : attribute('href', stripTracking(safe)) + linkAttributes) + common(attributes)
}

function sourceAttributes(attributes: Attributes, base: string | null): string {
  const srcset = safeSrcset(attributes.get('srcset') ?? '', (raw) => webOnly(raw, base))
  const address = url('src', attributes.get('src'), base) + (srcset === null ? '' : attribute('srcset', srcset))
  if (address === '') return ''
  return (
    address +
    oneOf('type', attributes.get('type'), /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*codecs\s*=\s*["'\w.,\s-]+)?$/i) +
    (/^[\w\s().,:-]+$/.test(attributes.get('media') ?? '') ? attribute('media', attributes.get('media')!) : '')
  )
}

/** The safe attributes of a start tag, written anew. An `img` goes through `readImage`. */
export function safeAttributes(name: string, attributes: Attributes, base: string | null): string {
  switch (name) {
    case 'a':
      return link(attributes, base)
    case 'source':
      return sourceAttributes(attributes, base)
    case 'audio':
    case 'video':
      return mediaAttributes(attributes, base)
    default:
      return attributes.size === 0 ? '' : plainAttributes(attributes, base)
  }
}

const mediaAttributes = (attributes: Attributes, base: string | null): string =>
  url('src', attributes.get('src'), base) +
  url('poster', attributes.get('poster'), base) +
  number('width', attributes.get('width')) +
  number('height', attributes.get('height')) +
  common(attributes) +
  ' controls="" preload="none"'

const plainAttributes = (attributes: Attributes, base: string | null): string =>
  url('cite', attributes.get('cite'), base) +
  text('datetime', attributes.get('datetime')) +
  number('start', attributes.get('start')) +
  (attributes.has('reversed') ? ' reversed=""' : '') +
  (attributes.has('open') ? ' open=""' : '') +
  (/^[1aAiI]$/.test(attributes.get('type') ?? '') ? attribute('type', attributes.get('type')!) : '') +
  text('value', attributes.get('value')) +
  span('colspan', attributes.get('colspan')) +
  span('rowspan', attributes.get('rowspan')) +
  oneOf('scope', attributes.get('scope'), /^(?:row|col|rowgroup|colgroup)$/i) +
  common(attributes)

/** Bounds the span: a cell over a million columns is expensive for the browser. */
const span = (name: string, raw: string | undefined): string =>
  raw !== undefined && /^[1-9]\d{0,2}$/.test(raw.trim()) ? attribute(name, raw.trim()) : ''

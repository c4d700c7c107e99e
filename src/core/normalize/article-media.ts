import type { ArticleMedia } from '../domain/article.ts'
import type { Entry } from '../domain/entry.ts'
import { resolveSafeUrl } from '../text/resolve-url.ts'
import type { SanitizedHtml } from '../text/sanitize-html.ts'

const mostMedia = 20

/** Media types by file extension. Source: the IANA media types registry. */
const typeByExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
  epub: 'application/epub+zip',
}

/**
 * Enclosures, media:content, media:thumbnail and the entry's picture; the first picture of the body when there is no
 * other.
 */
export function articleMedia(
  entry: Entry,
  image: SanitizedHtml['image'],
  base: string | null,
): readonly ArticleMedia[] {
  const found = new Map<string, ArticleMedia>()
  const add = (
    raw: string,
    type: string | null,
    size: number | null,
    width: number | null,
    height: number | null,
  ): void => {
    const url = resolveSafeUrl(raw, base)
    if (url === null || !/^https?:/.test(url) || found.size === mostMedia || found.has(url)) return
    found.set(url, {
      url,
      type: mediaType(type) ?? typeOf(url),
      size: positive(size),
      width: positive(width),
      height: positive(height),
    })
  }
  for (const { url, type, length } of entry.enclosures) add(url, type, length, null, null)
  for (const { url, type, length, width, height } of entry.media.contents) add(url, type, length, width, height)
  for (const { url, width, height } of entry.media.thumbnails) add(url, null, null, width, height)
  if (entry.image !== null) add(entry.image, null, null, null, null)
  if (image !== null && ![...found.values()].some(isPicture)) add(image.url, null, null, image.width, image.height)
  return [...found.values()]
}

const isPicture = ({ type }: ArticleMedia): boolean => type === null || type.startsWith('image/')

const mediaType = (type: string | null): string | null =>
  type !== null && /^[\w.+-]+\/[\w.+-]+/.test(type) ? type.toLowerCase().replace(/\s*;.*$/s, '') : null

const typeOf = (url: string): string | null =>
  typeByExtension[
    /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url.replace(/^https?:\/\/[^/]*/, ''))?.[1]?.toLowerCase() ?? ''
  ] ?? null

const positive = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) && value > 0 ? value : null

import type { DigestArchive, DigestHead } from '../app/digests.ts'
import { type DigestFormat, renderDigest } from '../core/digest/render/render-digest.ts'
import type { DigestLink } from '../core/digest/render/render-html.ts'
import { renderIndex, renderMissing } from '../core/digest/render/render-index.ts'
import type { Digest, DigestType } from '../core/domain/digest.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'

const TYPES: Readonly<Record<DigestFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  email: 'text/html',
  json: 'application/json',
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
}

/** How many digests the index lists. */
const LISTED = 200
const DIGEST = /^\/digests\/(\d{4}-\d{2}-\d{2})\/(morning|midday|evening|weekly)(?:\.(md|html|json|atom|rss))?$/
const FEED = /^\/feed\.(atom|rss)$/

/** The front page of this moment, and the digests that were made: an index, each as HTML, Markdown, JSON, Atom or RSS, the latest as a feed. */
export async function digestPages(request: HttpRequest, digests: DigestArchive): Promise<HttpAnswer> {
  const { path } = request
  if (path === '/') {
    const [latest] = await digests.stored(Number.MAX_SAFE_INTEGER, 1)
    const links = { isFront: true, all: '/digests', before: latest ? linkTo(latest) : null, after: null }
    return answer(request, 'text/html', renderDigest(await digests.current(), 'html', { links }))
  }
  if (path === '/digests') {
    return answer(request, 'text/html', renderIndex(await digests.stored(Number.MAX_SAFE_INTEGER, LISTED)))
  }
  const [, date, type, ending] = DIGEST.exec(path) ?? []
  if (date !== undefined) {
    const stored = await digests.on(type as DigestType, date)
    if (stored !== null && (ending ?? 'html') === 'html') return digestPage(request, digests, stored)
    if (stored !== null) return rendered(request, digests, stored.digest, ending as DigestFormat)
  }
  const [, form] = FEED.exec(path) ?? []
  if (form !== undefined) {
    const [latest] = await digests.stored(Number.MAX_SAFE_INTEGER, 1)
    if (latest) return rendered(request, digests, latest.digest, form as DigestFormat)
  }
  return answer(request, 'text/html', renderMissing(), 404)
}

/** A digest as a page that leads to those before and after it. */
async function digestPage(
  request: HttpRequest,
  digests: DigestArchive,
  stored: DigestHead & { readonly digest: Digest },
): Promise<HttpAnswer> {
  const { before, after } = await digests.around(stored)
  const links = { isFront: false, all: '/digests', before: before && linkTo(before), after: after && linkTo(after) }
  return answer(request, 'text/html', renderDigest(stored.digest, 'html', { links }))
}

const linkTo = ({ type, localDate, at }: DigestHead): DigestLink => ({
  url: `/digests/${localDate}/${type}`,
  type,
  at,
})

async function rendered(
  request: HttpRequest,
  digests: DigestArchive,
  digest: Digest,
  format: DigestFormat,
): Promise<HttpAnswer> {
  return answer(request, TYPES[format], await digests.rendered(digest, format))
}

import type { DigestArchive } from '../app/digests.ts'
import { type DigestFormat, renderDigest } from '../core/digest/render/render-digest.ts'
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
    const page = renderDigest(await digests.current(), 'html', { archiveUrl: '/digests' })
    return answer(request, 'text/html', page)
  }
  if (path === '/digests') {
    return answer(request, 'text/html', renderIndex(await digests.stored(Number.MAX_SAFE_INTEGER, LISTED)))
  }
  const [, date, type, ending] = DIGEST.exec(path) ?? []
  if (date !== undefined) {
    const stored = await digests.on(type as DigestType, date)
    if (stored !== null) return rendered(request, digests, stored.digest, (ending ?? 'html') as DigestFormat)
  }
  const [, form] = FEED.exec(path) ?? []
  if (form !== undefined) {
    const [latest] = await digests.stored(Number.MAX_SAFE_INTEGER, 1)
    if (latest) return rendered(request, digests, latest.digest, form as DigestFormat)
  }
  return answer(request, 'text/html', renderMissing(), 404)
}

async function rendered(
  request: HttpRequest,
  digests: DigestArchive,
  digest: Digest,
  format: DigestFormat,
): Promise<HttpAnswer> {
  return answer(request, TYPES[format], await digests.rendered(digest, format))
}

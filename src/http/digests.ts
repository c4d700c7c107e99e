import type { DigestArchive, DigestHead } from '../app/digest-archive.ts'
import { type DigestFormat, renderDigest } from '../core/digest/render/render-digest.ts'
import type { DigestLink } from '../core/digest/render/render-html.ts'
import { renderIndex, renderMissing } from '../core/digest/render/render-index.ts'
import type { DigestType } from '../core/domain/digest.ts'
import { answer, type HttpAnswer, type HttpRequest, tryLater } from './answer.ts'
import { createDigestIndex } from './digest-index.ts'
import { createPageCache } from './page-cache.ts'

const TYPES: Readonly<Record<DigestFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  email: 'text/html',
  json: 'application/json',
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
}

/** How many pages are held. */
const HELD_PAGES = 32
const DIGEST = /^\/digests\/(\d{4}-\d{2}-\d{2})\/(morning|midday|evening|weekly)(?:\.(md|html|json|atom|rss))?$/
const FEED = /^\/feed\.(atom|rss)$/

/** The front page of this moment, and the digests that were made: an index, each as HTML, Markdown, JSON, Atom or RSS, the latest as a feed. */
export function createDigestPages(digests: DigestArchive): (request: HttpRequest) => Promise<HttpAnswer> {
  const cached = createPageCache(HELD_PAGES)
  const listed = createDigestIndex(digests)
  const latestHead = async () => (await digests.heads(Number.MAX_SAFE_INTEGER, 1))[0] ?? null
  const htmlOf = (request: HttpRequest, page: string) => answer(request, 'text/html', page)

  /** The digest of this moment; where the engine gives none, the latest that was made. */
  async function front(request: HttpRequest): Promise<HttpAnswer> {
    const [digest, latest] = await Promise.all([digests.current(), latestHead()])
    if (digest === null) return latest === null ? notYet(request) : stored(request, latest)
    const links = { isFront: true, all: '/digests', before: latest && linkTo(latest), after: null }
    const key = `front ${digest.at} ${latest?.id}`
    return htmlOf(request, await cached(key, async () => renderDigest(digest, 'html', { links })))
  }

  /** A digest as a page that leads to those before and after it. */
  async function stored(request: HttpRequest, { type, localDate }: DigestName): Promise<HttpAnswer> {
    const one = await digests.on(type, localDate)
    if (one === null) return missing(request)
    const { before, after } = await digests.around(one)
    const links = { isFront: false, all: '/digests', before: before && linkTo(before), after: after && linkTo(after) }
    const key = `${one.id} ${before?.id} ${after?.id}`
    return htmlOf(request, await cached(key, async () => renderDigest(one.digest, 'html', { links })))
  }

  async function inFormat(request: HttpRequest, { type, localDate }: DigestName, format: DigestFormat) {
    const one = await digests.on(type, localDate)
    return one === null ? missing(request) : answer(request, TYPES[format], await digests.rendered(one.digest, format))
  }

  return async (request) => {
    const { path } = request
    if (path === '/') return front(request)
    if (path === '/digests') return htmlOf(request, renderIndex(await listed()))
    const [, localDate, type, ending = 'html'] = DIGEST.exec(path) ?? []
    if (localDate !== undefined) {
      const name = { type: type as DigestType, localDate }
      return ending === 'html' ? stored(request, name) : inFormat(request, name, ending as DigestFormat)
    }
    const [, form] = FEED.exec(path) ?? []
    const latest = form === undefined ? null : await latestHead()
    return latest === null ? missing(request) : inFormat(request, latest, form as DigestFormat)
  }
}

type DigestName = Pick<DigestHead, 'type' | 'localDate'>

const missing = (request: HttpRequest) => answer(request, 'text/html', renderMissing(), 404)

/** Before the first digest there is nothing else to show. */
const notYet = (request: HttpRequest) =>
  tryLater(answer(request, 'text/plain', 'The first page is being made; try again in a moment.\n', 503))

const linkTo = ({ type, localDate, at }: DigestHead): DigestLink => ({
  url: `/digests/${localDate}/${type}`,
  type,
  at,
})

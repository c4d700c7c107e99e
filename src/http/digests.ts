import type { DigestArchive, DigestHead } from '../app/digest-archive.ts'
import type { DigestFormat } from '../core/digest/render/render-digest.ts'
import type { DigestType } from '../core/domain/digest.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'

const TYPES: Readonly<Record<DigestFormat, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  email: 'text/html',
  json: 'application/json',
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
}

const DIGEST = /^\/digests\/(\d{4}-\d{2}-\d{2})\/(morning|midday|evening|weekly)\.(md|html|json|atom|rss)$/
const FEED = /^\/feed\.(atom|rss)$/

/** The digests that were made as files: each as HTML without script, Markdown, JSON, Atom or RSS, the latest as a feed. Null for other paths. */
export function createDigestFiles(digests: DigestArchive): (request: HttpRequest) => Promise<HttpAnswer | null> {
  const latestHead = async () => (await digests.heads(Number.MAX_SAFE_INTEGER, 1))[0] ?? null

  async function inFormat(request: HttpRequest, { type, localDate }: DigestName, format: DigestFormat) {
    const one = await digests.on(type, localDate)
    return one === null ? null : answer(request, TYPES[format], await digests.rendered(one.digest, format))
  }
  return async (request) => {
    const [, localDate, type, format] = DIGEST.exec(request.path) ?? []
    if (localDate !== undefined)
      return inFormat(request, { type: type as DigestType, localDate }, format as DigestFormat)
    const [, feed] = FEED.exec(request.path) ?? []
    const latest = feed === undefined ? null : await latestHead()
    return latest === null ? null : inFormat(request, latest, feed as DigestFormat)
  }
}

type DigestName = Pick<DigestHead, 'type' | 'localDate'>

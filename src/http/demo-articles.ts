import type { DigestArchive } from '../app/digest-archive.ts'
import { renderArticle } from '../core/digest/render/render-article.ts'
import type { Article } from '../core/domain/article.ts'
import { answer, type HttpAnswer, type HttpRequest } from './answer.ts'

/* The publishers of the demonstration are invented, and so are their addresses: their articles are shown here instead. */

const PATH = '/articles/'

/** The demonstration's digests, with links to the pages below in place of invented addresses. `base` is this server's address. */
export function demoArchive(digests: DigestArchive, base: () => string): DigestArchive {
  const local = <T>(value: T): T => withLocalUrls(value, base())
  return {
    ...digests,
    current: async () => local(await digests.current()),
    stored: async (before, limit) => local(await digests.stored(before, limit)),
    on: async (type, localDate) => local(await digests.on(type, localDate)),
  }
}

/** Every `url` in a digest belongs to the invented world: an article's leads to its page here, a feed's nowhere. */
function withLocalUrls<T>(value: T, base: string): T {
  if (Array.isArray(value)) return value.map((part) => withLocalUrls(part, base)) as T
  if (typeof value !== 'object' || value === null) return value
  const local = (url: string) => ('title' in value ? new URL(PATH + encodeURIComponent(url), base).href : '')
  const parts = Object.entries(value).map(([key, part]) => [
    key,
    key === 'url' && typeof part === 'string' ? local(part) : withLocalUrls(part, base),
  ])
  return Object.fromEntries(parts) as T
}

/** The page of an article of the demonstration by its invented address; null for any other request. */
export async function demoArticle(
  request: HttpRequest,
  find: (url: string) => Promise<Article | null>,
  zone: string,
): Promise<HttpAnswer | null> {
  if (!request.path.startsWith(PATH)) return null
  const article = await find(request.path.slice(PATH.length))
  return article === null ? null : answer(request, 'text/html', renderArticle(article, zone))
}

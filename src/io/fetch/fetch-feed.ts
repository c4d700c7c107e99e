import type { IssuedValidators, Reply } from '../../core/domain/reply.ts'
import type { Fetcher } from './create-fetcher.ts'

/** The feed formats in the order of their standards; many servers call any of them plain XML. */
export const feedAccept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml;q=0.9'

export interface FeedRequest {
  readonly url: string
  /** The validators of the feed's last document; null requests the document unconditionally. */
  readonly validators: IssuedValidators | null
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** One conditional GET of a feed. */
export function fetchFeed({ fetch }: Fetcher, { url, ...request }: FeedRequest): Promise<Reply> {
  return fetch(url, { ...request, accept: feedAccept })
}

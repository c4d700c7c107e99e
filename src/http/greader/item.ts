import type { ReadArticle } from '../../app/web-articles.ts'
import { safeUrl } from '../../core/digest/render/safe-url.ts'
import { isUrl } from '../../core/text/is-url.ts'
import { htmlOf } from '../article-html.ts'
import { longItemId } from './item-id.ts'
import { feedStreamId, labelId, stateId } from './stream-id.ts'

const seconds = (at: number): number => Math.floor(at / 1_000)

/** An article as apps know items. Instants in `crawlTimeMsec` and `timestampUsec` are texts, all others numbers of seconds. */
export function toItem({ article, state }: ReadArticle, tabNames: ReadonlyMap<string, string>) {
  const url = (article.url === null ? null : safeUrl(article.url)) ?? ''
  const label = article.tab === null ? undefined : (tabNames.get(article.tab) ?? article.tab)
  return {
    id: longItemId(article.id),
    crawlTimeMsec: String(article.firstSeen),
    timestampUsec: String(article.firstSeen * 1_000),
    published: seconds(article.published),
    updated: seconds(article.updatedAt ?? article.published),
    title: article.title,
    author: article.author ?? '',
    canonical: [{ href: url }],
    alternate: [{ href: url, type: 'text/html' }],
    summary: { direction: 'ltr', content: htmlOf(article.body, article.text) },
    categories: [
      stateId('reading-list'),
      ...(state?.readAt == null ? [] : [stateId('read')]),
      ...(state?.savedAt == null ? [] : [stateId('starred')]),
      ...(label === undefined ? [] : [labelId(label)]),
    ],
    origin: { streamId: feedStreamId(article.feed), title: article.sourceName, htmlUrl: siteOf(url) },
    enclosure: article.media.flatMap((one) => {
      const href = safeUrl(one.url)
      return href === null ? [] : [{ href, type: one.type ?? 'application/octet-stream' }]
    }),
  }
}

export type Item = ReturnType<typeof toItem>

/** The first page of a site. */
export function siteOf(url: string): string {
  return isUrl(url) ? `${new URL(url).origin}/` : ''
}

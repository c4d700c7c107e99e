/** One item of a made-up feed. */
export interface FeedItem {
  readonly guid: string
  readonly title: string
  readonly at: number
}

/** Items with one id each, `everyMs` apart, the newest first. */
export function someItems(count: number, newestAt: number, everyMs = 3_600_000): FeedItem[] {
  return Array.from({ length: count }, (_, n) => ({
    guid: `item-${count - n}`,
    title: `Report number ${count - n}`,
    at: newestAt - n * everyMs,
  }))
}

/** A plain RSS 2.0 document. `extra` goes into the channel: a ttl, skip hours. */
export function rss(items: readonly FeedItem[], extra = ''): string {
  const channel = `<title>Made for a test</title><link>https://publisher.example/</link><description>-</description>${extra}`
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>${channel}${items.map(rssItem).join('')}</channel></rss>\n`
}

function rssItem({ guid, title, at }: FeedItem): string {
  const link = `https://publisher.example/${encodeURIComponent(guid)}`
  return `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title><link>${link}</link><pubDate>${new Date(at).toUTCString()}</pubDate><description>What ${title} says.</description></item>`
}

/** The same items under ids that were never seen before: a publisher that reissues its guids. */
export function withNewGuids(items: readonly FeedItem[], generation: number): FeedItem[] {
  return items.map((item) => ({ ...item, guid: `${item.guid}-g${generation}` }))
}

/** Well-formed, valid and empty. */
export const emptyRss = rss([])

/** Cut off in the middle of the last item. */
export function truncated(document: string): string {
  return document.slice(0, document.lastIndexOf('<description>') + 20)
}

/** XML no strict parser takes: a bare ampersand, an unclosed element, a control character. */
export const brokenRss =
  '<rss version="2.0"><channel><title>Fish & chips</title><item><guid>1</guid><title>One \u0003<b>bold</title></item></channel></rss>'

/** A page that names its feeds. */
export function page(links: string, body = ''): string {
  return `<!DOCTYPE html>\n<html><head><title>A site</title>${links}</head><body>${body}</body></html>`
}

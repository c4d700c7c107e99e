import { markupText, nothing, xml } from '../../core/digest/render/markup.ts'
import { plain } from '../../core/digest/render/plain.ts'
import type { OutFeed, OutFormat, OutItem } from './out-feed.ts'

const iso = (at: number): string => new Date(at).toISOString()

function toAtom({ url, pageUrl, title, updated, items }: OutFeed): string {
  return markupText(xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${url}</id>
<title>${title}</title>
<updated>${iso(updated)}</updated>
<author><name>Copytaster</name></author>
<link rel="self" type="application/atom+xml" href="${url}"/>
<link rel="alternate" type="text/html" href="${pageUrl}"/>
${items.map(atomEntry)}</feed>
`)
}

const atomEntry = ({ id, title, url, html, author, published, updated }: OutItem) => xml`<entry>
<id>${id}</id>
<title type="text">${title}</title>
${url === null ? nothing : xml`<link rel="alternate" type="text/html" href="${url}"/>\n`}<published>${iso(published)}</published>
<updated>${iso(updated)}</updated>
<author><name>${author}</name></author>
<content type="html">${html}</content>
</entry>
`

function toRss({ url, pageUrl, title, updated, items }: OutFeed): string {
  return markupText(xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title}</title>
<link>${pageUrl}</link>
<description>${title}</description>
<lastBuildDate>${new Date(updated).toUTCString()}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${url}"/>
${items.map(rssItem)}</channel>
</rss>
`)
}

const rssItem = ({ id, title, url, html, author, published }: OutItem) => xml`<item>
<guid isPermaLink="false">${id}</guid>
<title>${title}</title>
${url === null ? nothing : xml`<link>${url}</link>\n`}<pubDate>${new Date(published).toUTCString()}</pubDate>
<dc:creator>${author}</dc:creator>
<description>${html}</description>
</item>
`

/** JSON Feed 1.1. */
function toJson({ url, pageUrl, title, items }: OutFeed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: plain(title),
    home_page_url: pageUrl,
    feed_url: url,
    items: items.map((item) => ({
      id: item.id,
      ...(item.url === null ? {} : { url: item.url }),
      title: plain(item.title),
      content_html: item.html,
      date_published: iso(item.published),
      date_modified: iso(item.updated),
      authors: [{ name: plain(item.author) }],
      ...(item.language === null ? {} : { language: item.language }),
    })),
  }
  return `${JSON.stringify(feed, null, 2)}\n`
}

const RENDERERS: Readonly<Record<OutFormat, (feed: OutFeed) => string>> = { atom: toAtom, rss: toRss, json: toJson }

export const renderOut = (feed: OutFeed, format: OutFormat): string => RENDERERS[format](feed)

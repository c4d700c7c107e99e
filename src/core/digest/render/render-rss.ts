import { type FeedEntry, feedEntries } from './feed-entries.ts'
import { mailDate } from './local-time.ts'
import { markupText, nothing, xml } from './markup.ts'
import type { FeedAddresses } from './render-atom.ts'
import { countsOf, dayOf, nameOf, type RenderContext } from './render-context.ts'

/** RSS requires a link even where no page is served: the machine the digest was made on. */
const nowhere = 'http://localhost/'

/** The digest as an RSS 2.0 feed, one item for each topic. */
export function renderRss(context: RenderContext, { selfUrl, pageUrl }: FeedAddresses): string {
  const { digest, words } = context
  return markupText(xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>Copytaster: ${nameOf(context)}</title>
<link>${pageUrl ?? selfUrl ?? nowhere}</link>
<description>${dayOf(context)} · ${countsOf(context)}</description>
<language>${words.tag}</language>
<lastBuildDate>${mailDate(digest.at, digest.zone)}</lastBuildDate>
<generator>Copytaster</generator>
${
  selfUrl === null
    ? nothing
    : xml`<atom:link rel="self" type="application/rss+xml" href="${selfUrl}"/>
`
}${feedEntries(context).map((entry) => rssItem(entry, digest.zone))}</channel>
</rss>
`)
}

function rssItem(entry: FeedEntry, zone: string) {
  return xml`<item>
<title>${entry.title}</title>
${
  entry.url === null
    ? nothing
    : xml`<link>${entry.url}</link>
`
}<guid isPermaLink="false">${entry.id}</guid>
<pubDate>${mailDate(entry.published, zone)}</pubDate>
<dc:creator>${entry.author}</dc:creator>
${entry.categories.map(
  (category) => xml`<category>${category}</category>
`,
)}<description>${entry.content}</description>
</item>
`
}

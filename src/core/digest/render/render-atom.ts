import { type FeedEntry, feedEntries, uuidUrn } from './feed-entries.ts'
import { markupText, nothing, xml } from './markup.ts'
import { countsOf, dayOf, nameOf, type RenderContext } from './render-context.ts'

/** The addresses of the feed and of the digest's page, if served. */
export interface FeedAddresses {
  readonly selfUrl: string | null
  readonly pageUrl: string | null
}

/** The digest as an Atom feed (RFC 4287), one entry for each topic. */
export function renderAtom(context: RenderContext, { selfUrl, pageUrl }: FeedAddresses): string {
  const { digest, words } = context
  const updated = new Date(digest.at).toISOString()
  return markupText(xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${words.tag}">
<id>${uuidUrn(`digests ${digest.search?.id ?? digest.type} ${digest.zone}`)}</id>
<title>Copytaster: ${nameOf(context)}</title>
<subtitle>${dayOf(context)} · ${countsOf(context)}</subtitle>
<updated>${updated}</updated>
<author><name>Copytaster</name></author>
<generator>Copytaster</generator>
${
  selfUrl === null
    ? nothing
    : xml`<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
`
}${
  pageUrl === null
    ? nothing
    : xml`<link rel="alternate" type="text/html" href="${pageUrl}"/>
`
}${feedEntries(context).map((entry) => atomEntry(entry, updated))}</feed>
`)
}

function atomEntry(entry: FeedEntry, updated: string) {
  return xml`<entry xml:lang="${entry.lang}">
<id>${entry.id}</id>
<title type="text">${entry.title}</title>
${
  entry.url === null
    ? nothing
    : xml`<link rel="alternate" href="${entry.url}"/>
`
}<published>${new Date(entry.published).toISOString()}</published>
<updated>${updated}</updated>
<author><name>${entry.author}</name></author>
${entry.categories.map(
  (category) => xml`<category term="${category}"/>
`,
)}<content type="html">${entry.content}</content>
</entry>
`
}

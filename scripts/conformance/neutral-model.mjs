// Our feed document in the scorer's vocabulary: plain or sanitised texts, ISO dates, absent left out.

/** `library` gives parseDate, sanitizeHtml and isoOf. */
export function toNeutralModel(document, library) {
  const { feed, refresh } = document
  const iso = (written) => (written === null ? undefined : (library.isoOf(library.parseDate(written)) ?? undefined))
  const rich = (text) => (text === null ? undefined : richText(text, library))
  return {
    bozo: document.recovered !== 'strict',
    encoding: document.encoding.name,
    version: document.version,
    feed: {
      ...feed,
      title: rich(feed.title),
      description: rich(feed.description),
      rights: rich(feed.rights),
      feedUrl: feed.selfLink ?? library.url ?? undefined,
      author: nameOf(feed.authors[0]),
      published: iso(feed.published),
      updated: iso(feed.updated),
      date: iso(feed.dcDate),
      ttl: refresh.ttlMinutes,
      updatePeriod: refresh.updatePeriod,
      updateFrequency: refresh.updateFrequency,
    },
    entries: document.entries.map((entry) => neutralEntry(entry, { document, iso, rich })),
  }
}

function neutralEntry(entry, { iso, rich }) {
  const { texts, dates } = entry
  return {
    ...entry,
    raw: undefined,
    id: entry.guid?.value,
    idIsPermalink: entry.guid?.isPermalink,
    title: rich(entry.title),
    author: nameOf(entry.authors[0]),
    published: iso(dates.published) ?? iso(dates.pubDate),
    updated: iso(dates.updated),
    date: iso(dates.dcDate),
    summary: rich(texts.description ?? texts.summary ?? (texts.encoded === null ? texts.content : null)),
    content: rich(texts.encoded ?? texts.content ?? (texts.description === null ? null : texts.summary)),
    rights: rich(entry.rights),
    source: entry.source === null ? undefined : { ...entry.source, updated: iso(entry.source.updated) },
  }
}

function nameOf(person) {
  return person?.name ?? person?.email ?? undefined
}

function richText(text, library) {
  if (text.type === 'text') return { value: text.value, type: 'text' }
  const html = library.sanitizeHtml(text.value, text.base).html
  return { value: undecorated(html, text.value), type: 'html' }
}

/**
 * Takes back what we add of our own, and nothing else: how links open and pictures load (whatever the publisher wrote there
 * is gone already), the table section a browser implies where none was written, and the escapes of letters that were
 * written as letters.
 */
function undecorated(html, written) {
  const bare = html.replace(/ (?:rel|referrerpolicy|target|loading)="[^"]*"/g, '')
  const rows = /<tbody/i.test(written) ? bare : bare.replace(/<\/?tbody>/g, '')
  return written.includes('%') ? rows : rows.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURI)
}

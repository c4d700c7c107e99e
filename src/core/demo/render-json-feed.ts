import type { ListedEntry } from './listed-entries.ts'
import { languageOf } from './render-xml.ts'
import type { WorldSource } from './world.ts'

/** JSON Feed 1.1. */
export function renderJsonFeed(source: WorldSource, entries: readonly ListedEntry[]): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: source.title,
    home_page_url: `${new URL(source.page).origin}/`,
    feed_url: source.url,
    language: languageOf(source),
    items: entries.map(itemOf),
  }
  return `${JSON.stringify(document, null, 1)}\n`
}

function itemOf(entry: ListedEntry) {
  return {
    id: entry.guid?.value ?? entry.url ?? entry.id,
    url: entry.url ?? undefined,
    title: entry.title ?? undefined,
    summary: entry.summary,
    content_html: entry.html,
    date_published: entry.publishedAt === null ? undefined : new Date(entry.publishedAt).toISOString(),
    date_modified: new Date(entry.updatedAt).toISOString(),
    authors: entry.author === null ? undefined : [{ name: entry.author }],
    tags: entry.tags.length === 0 ? undefined : entry.tags,
  }
}

import { UserError } from '../core/domain/user-error.ts'
import type { App, ReaderApp } from './app.ts'
import type { EngineHandlers } from './engine-calls.ts'
import { createImportJobs, type ImportKind, type ImportWork } from './import-jobs.ts'

/** Carries out what the web half asks of the engine. */
export function createEngineHandlers(app: App): EngineHandlers {
  const apps = new Map<number, { readonly app: ReaderApp; readonly made: string }>()

  /** Held, because each holds its digest of this moment for a while; made anew for who chose other settings. */
  async function appOf(id: number): Promise<ReaderApp> {
    const readers = await app.readers.list()
    for (const known of apps.keys()) if (!readers.some((one) => one.id === known)) apps.delete(known)
    const reader = readers.find((one) => one.id === id)
    if (reader === undefined) throw new UserError({ code: 'readerGone' })
    const made = JSON.stringify([reader.email, reader.settings])
    const held = apps.get(id)
    if (held?.made === made) return held.app
    const own = app.forReader(reader)
    apps.set(id, { app: own, made })
    return own
  }
  const jobs = createImportJobs(app.now)
  return {
    today: async ({ reader, languages }) => (await appOf(reader)).digests.current(languages),
    storyNews: async ({ reader, stories }) => (await appOf(reader)).digests.newsOf(stories),
    split: async ({ reader, article, isTrial }) => {
      const { from, stories } = await (await appOf(reader)).stories.split(String(article), isTrial)
      return { articles: from, stories }
    },
    join: async ({ reader, article, other, isTrial }) => {
      const { members, stories } = await (await appOf(reader)).stories.join(String(article), String(other), isTrial)
      return { articles: members, stories }
    },
    discover: async ({ reader, typed }) => (await appOf(reader)).feeds.discover(typed, DISCOVERY_MS),
    startImport: async ({ reader, kind, text }) =>
      jobs.start(reader, kind, await importWork(await appOf(reader), kind, text)),
    job: async ({ reader, id }) => jobs.get(reader, id),
    search: async ({ reader, line, limit, days }) => (await appOf(reader)).articles.searchKeys(line, limit, days),
    followRules: async ({ reader }) => {
      await app.followRules(reader)
      return null
    },
    ingestCrawl: async ({ reader, result, profile, crawlTimeUtc, tab, newTab }) => {
      const bytes = Buffer.byteLength(JSON.stringify(result))
      const options = { profile, crawlTimeUtc }
      const { articles } = await appOf(reader)
      const { feed, crawl, count } = await articles.ingestCrawl({ result, options, tab, newTab, bytes })
      return {
        feed: feed.id,
        url: feed.url,
        pages: crawl.feed_meta.pages_crawled,
        stories: crawl.stories.length,
        added: count.added,
        revised: count.revised,
        duplicates: count.duplicates,
        warnings: crawl.feed_meta.parse_warnings,
      }
    },
    sendAgain: async ({ reader, delivery }) => (await appOf(reader)).digests.sendAgain(delivery),
    fetchFullText: async ({ reader, article }) =>
      (await appOf(reader)).articles.fetchFullText(String(article), FULL_TEXT_MS),
    exportOpml: async ({ reader }) => (await (await appOf(reader)).feeds.exportAs('opml')).text,
  }
}

/** Most pages are there within two seconds; the pause after a poll, or a slow site, may take longer. */
const FULL_TEXT_MS = 8_000

/** Leaves time for the last request before the web half gives up. */
const DISCOVERY_MS = 12_000

/** Reads what was exported; storing it is the work. */
async function importWork({ feeds, articles }: ReaderApp, kind: ImportKind, text: string): Promise<ImportWork> {
  if (kind === 'opml') {
    const reading = await feeds.readSubscriptions({ bytes: Buffer.from(text), name: 'OPML' })
    return { total: reading.sources.length, run: (onDone) => feeds.importOpml(reading, onDone) }
  }
  const { readStarred } = await import('../core/opml/read-starred.ts')
  const starred = readStarred(text)
  return { total: starred.items.length, run: (onDone) => articles.importStarred(starred, onDone) }
}

import { XMLParser } from 'fast-xml-parser'
import { parseFeed as parseByFeedsmith } from 'feedsmith'
import RssParser from 'rss-parser'

const BUILT = new URL('../../dist/core/', import.meta.url)

const built = <T>(path: string): Promise<T> => import(new URL(`${path}.js`, BUILT).href)

/** The modules of the built program, with the types of their sources: what tsx makes of these runs at half the speed. */
export async function builtProgram() {
  return {
    ...(await built<typeof import('../../src/core/parse/parse-feed.ts')>('parse/parse-feed')),
    ...(await built<typeof import('../../src/core/parse/decode.ts')>('parse/decode')),
    ...(await built<typeof import('../../src/core/parse/scan.ts')>('parse/scan')),
    ...(await built<typeof import('../../src/core/prepare.ts')>('prepare')),
    ...(await built<typeof import('../../src/core/normalize/normalize-entry.ts')>('normalize/normalize-entry')),
    ...(await built<typeof import('../../src/core/normalize/article-body.ts')>('normalize/article-body')),
    ...(await built<typeof import('../../src/core/normalize/article-date.ts')>('normalize/article-date')),
    ...(await built<typeof import('../../src/core/normalize/article-url.ts')>('normalize/article-url')),
    ...(await built<typeof import('../../src/core/normalize/article-description.ts')>('normalize/article-description')),
    ...(await built<typeof import('../../src/core/normalize/content-hash.ts')>('normalize/content-hash')),
    ...(await built<typeof import('../../src/core/dedup/print/print-bytes.ts')>('dedup/print/print-bytes')),
    ...(await built<typeof import('../../src/core/text/count-words.ts')>('text/count-words')),
    ...(await built<typeof import('../../src/core/text/url-key.ts')>('text/url-key')),
    ...(await built<typeof import('../../src/core/text/raw-hash.ts')>('text/raw-hash')),
  }
}

/** What the sources of a feed would be told of it. */
export const url = 'https://news.example/rss'
export const source = { url, tab: 'en_news', category: null, name: null, language: null, maxItems: 100_000 }
export const NOW = Date.UTC(2026, 10, 15)

/** Reads a document and gives the number of its entries, where it makes any. */
export type Parser = (bytes: Uint8Array) => number | Promise<number>

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** By name. The others take text, so decoding UTF-8 is part of their work; fast-xml-parser makes a tree and no entries. */
export const parsers = {
  copytaster: async () => {
    const { parseFeed } = await builtProgram()
    return (bytes) => {
      const document = parseFeed(bytes)
      return document.kind === 'feed' ? document.entries.length : 0
    }
  },
  'feedsmith 3.0.1': async () => (bytes) => {
    parseByFeedsmith(text(bytes))
    return 0
  },
  'rss-parser 3.13.0': async () => {
    const rss = new RssParser()
    return async (bytes) => (await rss.parseString(text(bytes))).items.length
  },
  'fast-xml-parser 5.12.0 (tree only)': async () => {
    const xml = new XMLParser({ ignoreAttributes: false })
    return (bytes) => {
      xml.parse(text(bytes))
      return 0
    }
  },
  /** As far as feedparser goes, and further: all of preparing but the prints. */
  'copytaster, prepared': async () => {
    const { parseFeed, normalizeEntry, rawHash } = await builtProgram()
    return (bytes) => {
      const document = parseFeed(bytes, { url })
      if (document.kind === 'notAFeed') return 0
      const context = { feed: 1, feedUrl: url, source, document: document.feed, now: NOW, detectLanguage: null }
      let articles = 0
      for (const entry of document.entries) {
        rawHash(entry.raw)
        if (normalizeEntry(entry, context).kind === 'article') articles++
      }
      return articles
    }
  },
} satisfies Record<string, () => Promise<Parser>>

export type ParserName = keyof typeof parsers

import type { Article } from '../../src/core/domain/article.ts'
import { keyHash } from '../../src/core/text/key-hash.ts'

/** An article as plain as can be; a test names only what it is about. */
export function anArticle(given: Partial<Article> & { readonly url?: string | null } = {}): Article {
  const url = given.url === undefined ? 'https://a.example/story' : given.url
  const guid = given.guid ?? url ?? 'a guid'
  return {
    key: keyHash(url ?? `1 ${guid}`),
    feed: 1,
    tab: 'en_news',
    rssCategory: null,
    finalCategory: null,
    sourceName: 'The Example',
    publisher: null,
    language: 'en',
    title: 'Harbour bridge reopens after repairs',
    url,
    urlKey: url === null ? null : keyHash(url),
    guid,
    author: null,
    published: Date.UTC(2026, 0, 2, 3, 4, 5),
    firstSeen: Date.UTC(2026, 0, 2, 4),
    backlog: false,
    dateUncertain: false,
    dateZoneAssumed: false,
    body: null,
    text: 'The bridge was closed for a week.',
    description: null,
    categories: [],
    media: [],
    wordCount: 7,
    readingMinutes: 1,
    partialContent: false,
    contentHash: keyHash('The bridge was closed for a week.'),
    provenance: null,
    ...given,
  }
}

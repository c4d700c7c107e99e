import type { PageLink, PageLinks } from '../text/find-links.ts'
import { isUrl } from '../text/is-url.ts'

/** An address where a feed may be, and how it was found. */
export interface FeedCandidate {
  readonly url: string
  readonly title: string | null
  /** `link`: the page declares it as its feed; `anchor`: a link that looks like one; `path`: a common path. */
  readonly found: 'link' | 'anchor' | 'path'
}

const feedTypes: ReadonlySet<string> = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
  'application/rss',
  'application/atom',
  'text/rss+xml',
  'text/atom+xml',
])

/** Media types that are a feed only if the link says "alternate" and nothing speaks against it. */
const vagueTypes: ReadonlySet<string> = new Set(['application/json', 'application/xml', 'text/xml'])

const feedAddress =
  /(?:\.(?:rss|atom|rdf)|[/._-](?:rss|atom|feeds?|index\.xml|rss2)(?:\.(?:xml|json|php))?)\/?(?:\?[^#]*)?$|[?&](?:feed|format)=(?:rss2?|atom|rdf|json)\b/i
const feedWords = /\b(?:rss|atom|rdf|json feed|feeds?)\b|訂閱|フィード/i

/** Where the common blog engines, site builders and news systems put their feed, most common first. */
const commonPaths = [
  '/feed',
  '/rss',
  '/rss.xml',
  '/feed.xml',
  '/atom.xml',
  '/index.xml',
  '/feed.json',
  '/feeds/posts/default',
]

/** Where the feeds of a page may be, likeliest first: declared feeds, links, then common paths. */
export function discoverFeeds(page: PageLinks, pageUrl: string): readonly FeedCandidate[] {
  const base = page.base !== null && isUrl(page.base, pageUrl) ? new URL(page.base, pageUrl).href : pageUrl
  const candidates = [
    ...page.links.filter(isNamed).map((link) => candidate(link, base, 'link')),
    ...page.links.filter(isLikely).map((link) => candidate(link, base, 'anchor')),
    ...guesses(pageUrl),
  ]
  const byUrl = new Map<string, FeedCandidate>()
  for (const one of candidates) if (one !== null && one.url !== pageUrl && !byUrl.has(one.url)) byUrl.set(one.url, one)
  return [...byUrl.values()]
}

function isNamed({ element, rel, type }: PageLink): boolean {
  if (element !== 'link') return false
  if (rel.includes('feed')) return true
  if (!rel.includes('alternate') || rel.includes('stylesheet')) return false
  return type !== null && (feedTypes.has(type) || vagueTypes.has(type))
}

function isLikely({ element, href, type, text, title }: PageLink): boolean {
  if (element !== 'a') return false
  return (
    (type !== null && feedTypes.has(type)) ||
    feedAddress.test(href.replace(/#.*$/, '')) ||
    feedWords.test(text ?? title ?? '')
  )
}

function candidate(link: PageLink, base: string, found: FeedCandidate['found']): FeedCandidate | null {
  const href = link.href.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:/i, 'http:')
  if (!isUrl(href, base)) return null
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hash = ''
  return { url: url.href, title: link.title ?? link.text, found }
}

/** Common paths, first relative to the page (a blog below a path), then to the root. */
function guesses(pageUrl: string): FeedCandidate[] {
  if (!isUrl(pageUrl)) return []
  const { origin, pathname } = new URL(pageUrl)
  const folder = pathname.replace(/\/[^/]*\.[^/]*$/, '').replace(/\/+$/, '')
  const roots = folder === '' ? [''] : [folder, '']
  return roots.flatMap((root) =>
    commonPaths.map((path) => ({ url: `${origin}${root}${path}`, title: null, found: 'path' as const })),
  )
}

import type { CrawlStory } from '../domain/crawl-story.ts'
import { canonicalUrl } from '../text/canonical-url.ts'
import { squeeze } from './fold.ts'
import { isRecord } from './read-page.ts'

/** The addresses for each wanted text on each page, in page order. */
type Links = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/**
 * The address of each story that has one, by its id: the target of the link whose text is the headline (white space
 * ignored), on the story's own page, else on the others that show it. The page's own address is never a story's.
 */
export function storyUrls(result: unknown, stories: readonly CrawlStory[]): ReadonlyMap<string, string> {
  const namesakes = new Map<string, number>()
  for (const { headline } of stories) {
    const text = squeeze(headline)
    namesakes.set(text, (namesakes.get(text) ?? 0) + 1)
  }
  const links = readLinks(result, namesakes)
  const urls = new Map<string, string>()
  for (const story of stories) {
    const text = squeeze(story.headline)
    const pages = [story.provenance.page_url, ...story.seen_on_pages.map((page) => page.page_url)]
    const found = pages.map((page) => links.get(page)?.get(text)).find((addresses) => addresses !== undefined)
    if (found === undefined) continue
    // Two stories with the same headline and two addresses cannot be assigned.
    if (found.size === 1 || namesakes.get(text) === 1) urls.set(story.story_id, found.values().next().value!)
  }
  return urls
}

function readLinks(result: unknown, wanted: ReadonlyMap<string, unknown>): Links {
  const links = new Map<string, Map<string, Set<string>>>()
  for (const page of pagesOf(result)) {
    if (!isRecord(page) || typeof page.url !== 'string' || !Array.isArray(page.links)) continue
    const texts = links.get(page.url) ?? new Map<string, Set<string>>()
    links.set(page.url, texts)
    for (const link of page.links) addLink(link, page.url, wanted, texts)
  }
  return links
}

/** A crawl of one page has the page's fields at the top level. */
function pagesOf(result: unknown): readonly unknown[] {
  if (!isRecord(result)) return []
  return Array.isArray(result.pages) ? result.pages : [result]
}

function addLink(
  link: unknown,
  page: string,
  wanted: ReadonlyMap<string, unknown>,
  texts: Map<string, Set<string>>,
): void {
  if (!isRecord(link) || typeof link.url !== 'string' || typeof link.text !== 'string') return
  const text = headlineOf(link.text, wanted)
  const address = text === null ? null : canonicalUrl(link.url, page)
  if (text === null || address === null || address === canonicalUrl(page)) return
  const addresses = texts.get(text)
  if (addresses === undefined) texts.set(text, new Set([address]))
  else addresses.add(address)
}

/** The link text may include the label that was split off the headline: "Opinion | Why boats are late". */
function headlineOf(written: string, wanted: ReadonlyMap<string, unknown>): string | null {
  const text = squeeze(written)
  if (wanted.has(text)) return text
  const rest = text.slice(text.search(/[|｜]/u) + 1)
  return wanted.has(rest) ? rest : null
}

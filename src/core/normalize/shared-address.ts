import type { Entry } from '../domain/entry.ts'

/**
 * Entries that share their address with other entries of the document under another guid and another headline: posts
 * that differ only in the anchor, episodes that all link to a podcast's front page. Such an address identifies a page,
 * not an article. Computed over the whole document, known entries included, so that a single new episode is recognised
 * too.
 */
export function entriesOfSharedPages(entries: readonly Entry[]): ReadonlySet<Entry> {
  const byPage = new Map<string, Entry[]>()
  for (const entry of entries) {
    const page = pageOf(entry)
    if (page === null) continue
    const others = byPage.get(page)
    if (others === undefined) byPage.set(page, [entry])
    else others.push(entry)
  }
  return new Set([...byPage.values()].filter(isSharedPage).flat())
}

/** The fragment of an entry's link; empty without one. */
export function anchorOf(entry: Entry): string {
  const link = linkOf(entry) ?? ''
  const at = link.indexOf('#')
  return at === -1 ? '' : link.slice(at)
}

const linkOf = (entry: Entry): string | null => entry.originalLink ?? entry.link

/** The link without its fragment, unless the fragment is a route of a script. */
const pageOf = (entry: Entry): string | null => linkOf(entry)?.replace(/#(?![!/]).*$/s, '') ?? null

function isSharedPage(entries: readonly Entry[]): boolean {
  if (entries.length < 2) return false
  const guids = new Set(entries.flatMap(({ guid }) => guid?.value ?? []))
  const isTold = guids.size > 1 || guids.size === 0
  return isTold && new Set(entries.map(headline)).size > 1
}

function headline({ title, texts }: Entry): string {
  const said = title ?? texts.description ?? texts.content ?? texts.encoded ?? texts.summary
  return said?.value.trim() ?? ''
}

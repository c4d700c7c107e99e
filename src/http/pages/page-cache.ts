import { hash } from 'node:crypto'

/** A page as it was rendered. */
export interface CachedPage {
  /** What it was rendered from. */
  readonly boot: string
  readonly html: string
  readonly etag: string
}

/** The pages that were rendered last: one that would be made of the same answers is not rendered again. */
export interface PageCache {
  readonly rendered: (name: string, boot: string, render: () => string) => CachedPage
}

/** Pages are up to some hundred kilobytes long. */
const MOST_PAGES = 32

export function createPageCache(): PageCache {
  const pages = new Map<string, CachedPage>()
  return {
    rendered(name, boot, render) {
      const known = pages.get(name)
      pages.delete(name)
      const page = known?.boot === boot ? known : pageOf(boot, render())
      pages.set(name, page)
      if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value!)
      return page
    },
  }
}

const pageOf = (boot: string, html: string): CachedPage => ({
  boot,
  html,
  etag: `"${hash('sha256', html, 'hex').slice(0, 32)}"`,
})

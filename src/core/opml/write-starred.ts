import type { StarredItem } from './read-starred.ts'

/** A saved article to be exported; one without an address on the web is exported too, though no program can fetch it. */
export interface SavedItem extends Omit<StarredItem, 'url'> {
  readonly id: number
  readonly url: string | null
}

/** An item of `starred.json`, in the JSON of Google Reader that FreshRSS and Inoreader export and `readStarred` reads. */
export interface WrittenStarred {
  readonly id: string
  readonly title?: string
  /** Seconds since 1970. */
  readonly published?: number
  readonly author?: string
  readonly canonical: { readonly href: string }[]
  readonly alternate: { readonly href: string }[]
  readonly content?: { readonly content: string }
  readonly origin?: { readonly title: string }
  readonly categories: string[]
}

const STARRED = 'user/-/state/com.google/starred'

/** The document for saved articles. What is not known of one is left out. */
export const writeStarred = (items: readonly SavedItem[]) => ({
  id: STARRED,
  title: 'Copytaster: saved articles',
  items: items.map(writtenItem),
})

function writtenItem({ id, url, title, html, author, publishedAt, origin }: SavedItem): WrittenStarred {
  const links = url === null ? [] : [{ href: url }]
  return {
    id: `urn:copytaster:article:${id}`,
    canonical: links,
    alternate: links,
    categories: [STARRED],
    ...(title !== null && { title }),
    ...(publishedAt !== null && { published: Math.floor(publishedAt / 1000) }),
    ...(author !== null && { author }),
    ...(html !== null && { content: { content: html } }),
    ...(origin !== null && { origin: { title: origin } }),
  }
}

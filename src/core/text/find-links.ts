import { Parser } from 'htmlparser2'

/** A link of a web page, as written. */
export interface PageLink {
  readonly element: 'link' | 'a'
  readonly href: string
  readonly rel: readonly string[]
  readonly type: string | null
  readonly title: string | null
  /** The text of an anchor; null for a link element. */
  readonly text: string | null
}

/** The links of a web page in document order, and their base. */
export interface PageLinks {
  readonly base: string | null
  readonly links: readonly PageLink[]
}

/** Pages with more links are link lists; the important ones are in the head. */
const maxLinks = 5_000

/** Finds `link`, `a` and `base` elements in any HTML; never fails. */
export function findLinks(html: string): PageLinks {
  const links: PageLink[] = []
  let base: string | null = null
  let anchor: { readonly at: number; readonly words: string[] } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'base') base ??= attributes.href ?? null
      if ((name !== 'link' && name !== 'a') || !attributes.href || links.length >= maxLinks) return
      if (name === 'a') anchor = { at: links.length, words: [] }
      links.push(toLink(name, attributes.href, attributes))
    },
    ontext(text) {
      anchor?.words.push(text)
    },
    onclosetag(name) {
      if (name !== 'a' || anchor === null) return
      const { at, words } = anchor
      links[at] = { ...links[at]!, text: words.join('').replace(/\s+/g, ' ').trim() || null }
      anchor = null
    },
  })
  parser.end(html)
  return { base, links }
}

function toLink(element: 'link' | 'a', href: string, attributes: Readonly<Record<string, string>>): PageLink {
  return {
    element,
    href: href.trim(),
    rel: (attributes.rel ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    type: attributes.type?.toLowerCase().split(';')[0]?.trim() || null,
    title: attributes.title?.trim() || null,
    text: null,
  }
}

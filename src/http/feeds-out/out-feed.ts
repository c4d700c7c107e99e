/** A feed that we give out. */
export interface OutFeed {
  /** Its own address, which names it. */
  readonly url: string
  /** The page that shows the same. */
  readonly pageUrl: string
  readonly title: string
  readonly updated: number
  readonly items: readonly OutItem[]
}

export interface OutItem {
  /** Stays whatever else changes. */
  readonly id: string
  readonly title: string
  readonly url: string | null
  readonly html: string
  readonly author: string
  readonly published: number
  readonly updated: number
  readonly language: string | null
}

export type OutFormat = 'atom' | 'rss' | 'json'

export const OUT_TYPES: Readonly<Record<OutFormat, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

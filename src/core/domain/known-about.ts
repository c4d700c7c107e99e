import type { Known } from './admission.ts'

/** The keys of a poll's entries. */
export interface EntryKeys {
  readonly feed: number
  readonly guidKeys: readonly string[]
  readonly urlKeys: readonly string[]
  /** The keys under which the articles would be stored. */
  readonly articleKeys: readonly string[]
}

/** What a poll shares with another whose result it depends on: a guid of the same feed, an address, an article. */
export const namesOf = ({ feed, guidKeys, urlKeys, articleKeys }: EntryKeys): string[] => [
  ...guidKeys.map((guid) => `${feed} ${guid}`),
  ...urlKeys,
  ...articleKeys,
]

/** Of what is known about many entries, what the store would give for some of them. */
export function knownAbout({ entries, articles }: Known, keys: EntryKeys): Known {
  const [guids, urls, articleKeys] = [new Set(keys.guidKeys), new Set(keys.urlKeys), new Set(keys.articleKeys)]
  const own = entries.filter(
    ({ feed, guidKey, urlKey }) => (feed === keys.feed && guids.has(guidKey)) || (urlKey !== null && urls.has(urlKey)),
  )
  const ids = new Set(own.map(({ article }) => article))
  return { entries: own, articles: articles.filter(({ id, key }) => ids.has(id) || articleKeys.has(key)) }
}

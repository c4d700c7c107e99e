import type { AdmittedEntry, Known, KnownArticle, NewArticle, NewRevision } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import { compareVersions, type Version } from './versions.ts'

/** What is to be written for the entries of one poll. */
export interface IdentityDecision {
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  /** Places in `entries` of those this feed never gave before, whoever else did: what its schedule learns from. */
  readonly fresh: readonly number[]
}

/** The feed whose entries arrive; `position` is its source's place in feeds.yaml. */
export interface ArrivingFeed {
  readonly id: number
  readonly position: number
}

/** An article as it stands while a poll is being decided: stored before, or added by this very poll. */
interface Standing extends Version {
  readonly place: { readonly id: number } | { readonly added: number }
  readonly published: number
}

/**
 * Layers 1 and 2: the same guid in the same feed, then the same address in any. What its own feed changed is a revision.
 * Of two feeds' versions at one address the one with more words stands, then that of the earlier source, so that the
 * order of arrival decides nothing.
 */
export function decideByIdentity(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
): IdentityDecision {
  const byGuid = new Map(known.entries.filter((one) => one.feed === feed.id).map((one) => [one.guidKey, one]))
  const standing = new Map(known.articles.map((one) => [one.id, standingOf(one)]))
  const byAddress = addressBook(known)
  const articles: NewArticle[] = []
  const revisions: NewRevision[] = []
  const fresh: number[] = []
  const added = new Map<string, Standing>()

  const entries = arriving.map((entry, at): AdmittedEntry => {
    const { guidKey, rawHash, article } = entry
    const decided = (disposition: AdmittedEntry['disposition'], place: AdmittedEntry['article']): AdmittedEntry => {
      return { guidKey, urlKey: article.urlKey, rawHash, disposition, article: place }
    }
    const again = byGuid.get(guidKey)
    if (!again) fresh.push(at)
    // Retention took the article; its entry is the memory that we had it.
    if (again && again.article === null) return decided('exact_duplicate', null)

    const id = again?.article ?? byAddress.get(article.urlKey ?? '') ?? byAddress.get(article.key)
    const old = (id === undefined ? undefined : standing.get(id)) ?? added.get(article.key)
    const newcomer = { feed: feed.id, position: feed.position, ...content(article) }
    if (!old) {
      added.set(article.key, { place: { added: articles.length }, ...newcomer })
      articles.push({ article, print: entry.print, beside: null })
      return decided('unique', { added: articles.length - 1 })
    }
    const kind = compareVersions(newcomer, old, again !== undefined)
    if (kind === null) return decided('exact_duplicate', old.place)
    const stands = kind === 'updates' ? { ...article, published: Math.min(article.published, old.published) } : article
    if ('added' in old.place) {
      if (kind !== 'stays') articles[old.place.added] = { article: stands, print: entry.print, beside: null }
    } else revisions.push({ kind, of: old.place, article: stands, guidKey, print: entry.print })
    if (kind !== 'stays') {
      const now = { place: old.place, ...newcomer, published: stands.published }
      if ('added' in old.place) added.set(article.key, now)
      else standing.set(old.place.id, now)
    }
    const saysMore = kind === 'outdoes' && newcomer.wordCount > old.wordCount
    return decided(kind === 'updates' || saysMore ? 'revision' : 'exact_duplicate', old.place)
  })
  return { articles, revisions, entries, fresh }
}

function content({ contentHash, wordCount, published }: Article) {
  return { contentHash, wordCount, published }
}

function standingOf({ id, feed, position, contentHash, wordCount, published }: KnownArticle): Standing {
  return { place: { id }, feed, position, contentHash, wordCount, published }
}

/** Which article stands at an address, by its key or by an entry that pointed there. */
function addressBook(known: Known): Map<string, number> {
  const book = new Map(known.articles.map((one) => [one.key, one.id]))
  for (const { urlKey, article } of known.entries) {
    if (urlKey !== null && article !== null && !book.has(urlKey)) book.set(urlKey, article)
  }
  return book
}

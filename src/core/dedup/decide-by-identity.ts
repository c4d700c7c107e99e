import type { AdmittedEntry, Known, KnownArticle, NewArticle, NewRevision } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import { compareVersions, type Version } from './versions.ts'

/** What to write to the store for the entries of one poll. */
export interface IdentityDecision {
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
  /** Indexes of entries that are new in this feed, whether or not another feed had them: the schedule learns from these. */
  readonly fresh: readonly number[]
}

/** The polled feed; `position` is its source's position in feeds.yaml. */
export interface ArrivingFeed {
  readonly id: number
  readonly position: number
}

/** The state of an article while a poll is decided: stored before, or added by this poll. */
interface Standing extends Version {
  readonly place: { readonly id: number } | { readonly added: number }
  readonly published: number
}

/**
 * Layers 1 and 2: the same guid in the same feed, then the same address in any feed. A change by the article's own feed is
 * a revision. Of two feeds' versions at one address the one with more words is kept, then that of the earlier source, so that
 * the order of arrival does not matter.
 */
export function decideByIdentity(
  feed: ArrivingFeed,
  arriving: readonly PreparedEntry[],
  known: Known,
): IdentityDecision {
  const byGuid = new Map(known.entries.filter((one) => one.feed === feed.id).map((one) => [one.guidKey, one]))
  const existing = new Map(known.articles.map((one) => [one.id, standingOf(one)]))
  const byAddress = addressBook(known)
  const articles: NewArticle[] = []
  const revisions: NewRevision[] = []
  const fresh: number[] = []
  const added = new Map<string, Standing>()

  const entries = arriving.map((entry, at): AdmittedEntry => {
    const { guidKey, rawHash, article } = entry
    const decided = (disposition: AdmittedEntry['disposition'], place: AdmittedEntry['article']): AdmittedEntry => {
      return { guidKey, urlKey: article.urlKey, rawHash, disposition, article: place, backlog: article.backlog }
    }
    const again = byGuid.get(guidKey)
    if (!again) fresh.push(at)
    // The article was pruned; its entry remains as a tombstone.
    if (again && again.article === null) return decided('exact_duplicate', null)

    const id = again?.article ?? byAddress.get(article.urlKey ?? '') ?? byAddress.get(article.key)
    const old = (id === undefined ? undefined : existing.get(id)) ?? added.get(article.key)
    const newcomer = { feed: feed.id, position: feed.position, ...content(article) }
    if (!old) {
      added.set(article.key, { place: { added: articles.length }, ...newcomer })
      articles.push({ article, print: entry.print, beside: null })
      return decided('unique', { added: articles.length - 1 })
    }
    const kind = compareVersions(newcomer, old, again !== undefined)
    if (kind === null) return decided('exact_duplicate', old.place)
    const current = kind === 'updates' ? { ...article, published: Math.min(article.published, old.published) } : article
    if ('added' in old.place) {
      if (kind !== 'stays') articles[old.place.added] = { article: current, print: entry.print, beside: null }
    } else revisions.push({ kind, of: old.place, article: current, guidKey, print: entry.print })
    if (kind !== 'stays') {
      const now = { place: old.place, ...newcomer, published: current.published }
      if ('added' in old.place) added.set(article.key, now)
      else existing.set(old.place.id, now)
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

/** The article at an address, by its key or by an entry that points to it. */
function addressBook(known: Known): Map<string, number> {
  const book = new Map(known.articles.map((one) => [one.key, one.id]))
  for (const { urlKey, article } of known.entries) {
    if (urlKey !== null && article !== null && !book.has(urlKey)) book.set(urlKey, article)
  }
  return book
}

import type { AdmittedEntry, Known, KnownArticle, NewArticle, NewRevision } from '../domain/admission.ts'
import type { Article } from '../domain/article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'

/** What is to be written for the entries of one poll. */
export interface IdentityDecision {
  readonly articles: readonly NewArticle[]
  readonly revisions: readonly NewRevision[]
  readonly entries: readonly AdmittedEntry[]
}

/**
 * Layers 1 and 2: the same guid in the same feed, then the same address in any. Unchanged content is an exact duplicate,
 * changed content a revision; of two versions at one address the one with more words stands.
 */
export function decideByIdentity(feed: number, arriving: readonly PreparedEntry[], known: Known): IdentityDecision {
  const byGuid = new Map(known.entries.filter((one) => one.feed === feed).map((one) => [one.guidKey, one]))
  const articleById = new Map(known.articles.map((one) => [one.id, one]))
  const byAddress = addressBook(known)
  const articles: NewArticle[] = []
  const revisions: NewRevision[] = []
  const addedByKey = new Map<string, number>()

  const entries = arriving.map((entry): AdmittedEntry => {
    const { guidKey, rawHash, article } = entry
    const decided = (disposition: AdmittedEntry['disposition'], place: AdmittedEntry['article']): AdmittedEntry => {
      return { guidKey, urlKey: article.urlKey, rawHash, disposition, article: place }
    }
    const again = byGuid.get(guidKey)
    // Retention took the article; its entry is the memory that we had it.
    if (again && again.article === null) return decided('exact_duplicate', null)
    const same = again ? articleById.get(again.article!) : undefined
    const elsewhere = byAddress.get(article.urlKey ?? '') ?? byAddress.get(article.key)
    const old = same ?? elsewhere
    if (old) {
      const revised = same ? isChanged(article, old) : isRicher(article, old)
      if (revised)
        revisions.push({
          articleId: old.id,
          article: withFirstDate(article, old),
          guidKey,
          replaces: true,
          print: null,
        })
      return decided(revised ? 'revision' : 'exact_duplicate', { id: old.id })
    }
    const twin = addedByKey.get(article.key)
    if (twin !== undefined) return decided('exact_duplicate', { added: twin })
    addedByKey.set(article.key, articles.length)
    articles.push({ article, print: null })
    return decided('unique', { added: articles.length - 1 })
  })
  return { articles, revisions, entries }
}

function addressBook(known: Known): Map<string, KnownArticle> {
  const articleById = new Map(known.articles.map((one) => [one.id, one]))
  const book = new Map(known.articles.map((one) => [one.key, one]))
  for (const { urlKey, article } of known.entries) {
    const one = article === null ? undefined : articleById.get(article)
    if (urlKey !== null && one && !book.has(urlKey)) book.set(urlKey, one)
  }
  return book
}

const isChanged = (article: Article, old: KnownArticle) => article.contentHash !== old.contentHash

const isRicher = (article: Article, old: KnownArticle) => isChanged(article, old) && article.wordCount > old.wordCount

/** A correction does not make an article young again. */
function withFirstDate(article: Article, old: KnownArticle): Article {
  return article.published > old.published ? { ...article, published: old.published } : article
}

import { itemsOf } from '../core/digest/self-check.ts'
import { figureState } from '../core/digest/superseded.ts'
import type { FigureKind } from '../core/domain/figure.ts'
import { tierOf } from '../core/score/tier-of.ts'
import { figuresIn } from '../core/text/figures.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { StoredMembership } from '../io/store/stories.ts'
import { type ArticleViewer, type ShownArticle, shownArticles } from './article-pages.ts'

/** The value of a running figure that came into force, and the article that gave it first. */
export interface FigureChange {
  readonly kind: FigureKind
  readonly value: string
  readonly article: StoredArticle
}

/** How a story went, as far as its articles are visible. */
export interface StoryHistory {
  /** The first article that has a date of its own; null without articles. */
  readonly first: StoredArticle | null
  /** By time. */
  readonly figures: readonly FigureChange[]
  /** The most frequent first. */
  readonly languages: readonly string[]
  /** The same event in other languages. */
  readonly others: readonly ShownArticle[]
}

type Viewer = Pick<ArticleViewer, 'store' | 'reader' | 'imageOf'>

/** Members that are read: texts of more would take long, and by then the story is known. */
const MOST_READ = 500

/** Reads the members of a story, in their order of time, for how it went. */
export async function storyHistory(viewer: Viewer, members: readonly StoredMembership[]): Promise<StoryHistory> {
  const keys = members.slice(0, MOST_READ).map(({ article }) => article)
  const known = new Map((await viewer.store.articlesByKey(keys)).map((one) => [one.key, one]))
  const articles = keys.flatMap((key) => known.get(key) ?? [])
  return {
    first: articles.find(({ dateUncertain }) => !dateUncertain) ?? articles[0] ?? null,
    figures: await figureChanges(viewer, articles),
    languages: languagesOf(articles),
    others: await inOtherLanguages(viewer, new Set(members.map(({ article }) => article))),
  }
}

/** Figures are read as digests read them: in the headline and the description. */
async function figureChanges({ store, reader }: Viewer, articles: readonly StoredArticle[]): Promise<FigureChange[]> {
  const told = articles
    .map((article) => ({ article, figures: figuresIn(article.title, article.description, article.language) }))
    .filter(({ figures }) => figures.length > 0)
  const feeds = new Set(told.map(({ article }) => article.feed))
  const followed = await store.web.subscriptionsOfFeeds(reader, [...feeds])
  const tiers = new Map(followed.map(({ feed, source }) => [feed.id, source.tier]))
  const byKey = new Map(told.map(({ article }) => [article.key, article]))
  const { changes } = figureState(
    told.map(({ article: { key, published, feed, url }, figures }) => {
      return { key, published, tier: tierOf(tiers.get(feed) ?? null, url).tier, figures }
    }),
  )
  return changes.map(({ kind, value, article }) => ({ kind, value, article: byKey.get(article)! }))
}

function languagesOf(articles: readonly StoredArticle[]): string[] {
  const counts = new Map<string, number>()
  for (const { language } of articles) if (language !== null) counts.set(language, 1 + (counts.get(language) ?? 0))
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([language]) => language)
}

/** The digests of about a day, which know what events are told in several languages; finding that out anew would take seconds. */
const DIGESTS_READ = 3

async function inOtherLanguages(viewer: Viewer, own: ReadonlySet<string>): Promise<ShownArticle[]> {
  const { store, reader } = viewer
  const digests = await store.digestsBefore(reader, Number.MAX_SAFE_INTEGER, DIGESTS_READ)
  const events = digests
    .flatMap(({ digest }) => itemsOf(digest))
    .map(({ lead, inOtherLanguages: others = [] }) => [lead, ...others].map(({ key }) => key))
  const keys = events.filter((event) => event.length > 1 && event.some((key) => own.has(key))).flat()
  return shownArticles(
    viewer,
    [...new Set(keys)].filter((key) => !own.has(key)),
  )
}

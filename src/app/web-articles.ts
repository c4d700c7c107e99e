import { setImmediate } from 'node:timers/promises'
import type { EngagementKind } from '../core/domain/interest.ts'
import type { Tier } from '../core/domain/source.ts'
import { tierOf } from '../core/score/tier-of.ts'
import type { ArticleHead, Revision, StoredArticle } from '../io/store/articles.ts'
import type { StoredFullText } from '../io/store/full-texts.ts'
import type { ListPosition } from '../io/store/web/article-list.ts'
import type { StateChange } from '../io/store/web/read-state.ts'
import {
  type ArticleViewer,
  keysByScore,
  type ListedPage,
  type PageQuery,
  pageByTime,
  type ShownArticle,
  shownArticles,
  type WantedPage,
  wholeList,
} from './article-pages.ts'
import type { CallEngine } from './engine-calls.ts'
import { type ArticleReasons, explainArticle, namedOrigins } from './explain-story.ts'
import type { ListSnapshots } from './list-snapshots.ts'
import { withFullCounts } from './with-full-counts.ts'

/** A page of a list; `newestId` bounds what marking the list as read may touch. */
export interface ArticlePage {
  readonly items: readonly ShownArticle[]
  readonly next: ListPosition | null
  readonly newestId: number
}

/** A page of a list by importance: `next` is a place in the list that was held. */
export interface ImportancePage {
  readonly items: readonly ShownArticle[]
  readonly list: string
  readonly next: number | null
  readonly newestId: number
}

/** Articles as the server shows and changes them for one reader. Ids that the reader does not see are as if they were not there. */
export interface WebArticles {
  readonly byTime: (query: PageQuery, after: ListPosition | null, limit: number) => Promise<ArticlePage>
  /** Null when the list is not held any more. */
  readonly byImportance: (
    query: PageQuery,
    from: { readonly list: string; readonly at: number } | null,
    limit: number,
  ) => Promise<ImportancePage | null>
  readonly shown: (keys: readonly string[]) => Promise<ShownArticle[]>
  /** How much the source of each article counts, as the reader's subscriptions have it. */
  readonly tiers: (articles: readonly Pick<ArticleHead, 'feed' | 'url'>[]) => Promise<Tier[]>
  /** What is on a list, without anything about it. */
  readonly listed: (query: PageQuery, page: WantedPage) => Promise<ListedPage>
  /** Those of some articles that a list would hold. */
  readonly fitting: (query: PageQuery, keys: readonly string[]) => Promise<ReadonlySet<string>>
  /** Those of some articles that the reader sees, with their texts, in the order of the ids. */
  readonly whole: (ids: readonly number[]) => Promise<ReadArticle[]>
  readonly one: (id: number) => Promise<WholeArticle | null>
  /** Everything that the reader saved, with its texts, in the order of the list. */
  readonly saved: () => Promise<StoredArticle[]>
  /** Has the page of an article fetched. */
  readonly fetchFullText: (id: number) => Promise<(TextOfPage & { readonly isPending: boolean }) | null>
  readonly revisions: (id: number) => Promise<Revision[] | null>
  readonly why: (id: number) => Promise<ArticleReasons | null>
  /** The keys of those of some articles that the reader sees. */
  readonly keysOf: (ids: readonly number[]) => Promise<string[]>
  /** What the reader does with an article: gives it as it is then. */
  readonly change: (id: number, wanted: WantedState) => Promise<ShownArticle | null>
  /** Marks articles as read; `undo` takes exactly that back. */
  readonly markRead: (keys: readonly string[]) => Promise<Marked>
  /** Marks everything on a list that was there when `upTo` was given out. */
  readonly markList: (query: PageQuery, upTo: number) => Promise<Marked>
  readonly undo: (at: number) => Promise<number>
}

/** The full text of an article and why the last try to get it failed; null where there is none, and where none failed. */
export type TextOfPage = Pick<StoredFullText, 'fullText' | 'problem'>

/** An article with its text. */
export interface ReadArticle extends ShownArticle {
  readonly article: StoredArticle
}

/** An article with its text and the feeds that brought it. */
export interface WholeArticle extends ShownArticle, Pick<ArticleReasons, 'origins'>, TextOfPage {
  readonly article: StoredArticle
}

/** What a reader does with an article; what is absent stays as it is. */
export interface WantedState {
  readonly read?: boolean | undefined
  readonly saved?: boolean | undefined
  readonly vote?: -1 | 0 | 1 | undefined
  /** It was opened to be read, which tells what the reader likes. */
  readonly opened?: true | undefined
}

/** How many articles were marked as read, and the instant that names this act. */
export interface Marked {
  readonly articles: number
  readonly undo: number
}

/** What the articles need. */
export interface WebArticlesDeps extends ArticleViewer {
  readonly now: () => number
  readonly snapshots: ListSnapshots
  /** Learns from what the reader did with an article, and stores that they did. */
  readonly learn: (article: StoredArticle, kind: EngagementKind, at: number) => Promise<unknown>
  readonly callEngine: CallEngine
  /** Called after what the reader did is stored. */
  readonly onChange: () => void
}

/** Articles whose texts are read in one step: a few milliseconds. */
const SAVED_A_STEP = 100

export function createWebArticles(deps: WebArticlesDeps): WebArticles {
  const { store, reader, now, snapshots, learn, onChange, callEngine } = deps
  const shown = (keys: readonly string[]) => shownArticles(deps, keys)

  /** Names one act, so that it can be taken back and nothing else with it. */
  const actAt = () => store.web.takeActInstant(now())

  async function importantNow(query: PageQuery) {
    const upTo = await store.web.newestId()
    return snapshots.hold(reader, upTo, await keysByScore(store, reader, { ...query, upTo }))
  }
  async function markRead(keys: readonly string[]): Promise<Marked> {
    const undo = await actAt()
    const marked = await store.web.markRead(reader, keys, undo)
    onChange()
    return { articles: marked.length, undo }
  }
  /** What nothing is learned from. */
  async function plainChange({ read, saved, vote, opened }: WantedState): Promise<StateChange> {
    return {
      ...(read === undefined || opened ? {} : { readAt: read ? await actAt() : null }),
      ...(saved === false ? { savedAt: null } : {}),
      ...(vote === 0 ? { vote } : {}),
    }
  }
  return {
    shown,
    async tiers(articles) {
      const feeds = [...new Set(articles.map(({ feed }) => feed))]
      const followed = await store.web.subscriptionsOfFeeds(reader, feeds)
      const own = new Map(followed.map(({ feed, source }) => [feed.id, source.tier]))
      return articles.map(({ feed, url }) => tierOf(own.get(feed) ?? null, url).tier)
    },
    async byTime(query, after, limit) {
      // What comes while the page is read is not on the list: it could not be marked with it.
      const newestId = query.upTo ?? (await store.web.newestId())
      const { found, next } = await pageByTime(store, reader, { ...query, upTo: newestId }, { after, limit })
      return { items: await shown(found.map(({ key }) => key)), next, newestId }
    },
    async byImportance(query, from, limit) {
      const held = from === null ? null : snapshots.get(reader, from.list)
      if (from !== null && held === null) return null
      const list = held ?? (await importantNow(query))
      const at = from?.at ?? 0
      const keys = list.keys.slice(at, at + limit)
      const next = at + limit < list.keys.length ? at + limit : null
      return { items: await shown(keys), list: list.id, next, newestId: list.newestId }
    },
    listed: (query, page) => pageByTime(store, reader, query, page),
    fitting: (query, keys) => store.web.fittingKeys(reader, query, keys),
    async whole(ids) {
      const keys = await store.web.keysSeen(reader, ids)
      const articles = new Map((await store.articlesByKey(keys)).map((article) => [article.key, article]))
      return (await shown(keys)).flatMap((one) => {
        const article = articles.get(one.article.key)
        return article === undefined ? [] : [{ ...one, article }]
      })
    },
    async one(id) {
      const article = await store.articleById(id)
      if (article === null) return null
      const [one] = await shown([article.key])
      if (one === undefined) return null
      const [counted = article] = await withFullCounts(store, [article])
      return { ...one, article: counted, origins: await namedOrigins(store, id), ...(await textOfPage(store, id)) }
    },
    saved: () => savedArticles(deps),
    async fetchFullText(id) {
      if ((await store.articleById(id)) === null) return null
      const isDone = await callEngine({ name: 'fetchFullText', reader, article: id })
      onChange()
      return { ...(await textOfPage(store, id)), isPending: !isDone }
    },
    revisions: async (id) => ((await store.articleById(id)) === null ? null : store.revisions(id)),
    async why(id) {
      const article = await store.articleById(id)
      return article === null ? null : explainArticle(store, article, reader)
    },
    keysOf: (ids) => store.web.keysSeen(reader, ids),
    async change(id, wanted) {
      const article = await store.articleById(id)
      if (article === null) return null
      for (const kind of engagements(wanted)) await learn(article, kind, await actAt())
      await store.web.changeState(reader, article.key, await plainChange(wanted), now())
      onChange()
      return (await shown([article.key]))[0] ?? null
    },
    markRead,
    markList: async (query, upTo) =>
      markRead((await wholeList(store, reader, { ...query, upTo })).map(({ key }) => key)),
    async undo(at) {
      const articles = await store.web.unmarkRead(reader, at, now())
      onChange()
      return articles
    },
  }
}

async function textOfPage(store: ArticleViewer['store'], id: number): Promise<TextOfPage> {
  const { fullText = null, problem = null } = (await store.fullTextOf(id)) ?? {}
  return { fullText, problem }
}

/** Everything a reader saved, the latest first. */
async function savedArticles({ store, reader }: ArticleViewer): Promise<StoredArticle[]> {
  const keys = (await wholeList(store, reader, { saved: true })).map(({ key }) => key)
  const found = new Map<string, StoredArticle>()
  for (let from = 0; from < keys.length; from += SAVED_A_STEP) {
    for (const one of await store.articlesByKey(keys.slice(from, from + SAVED_A_STEP))) found.set(one.key, one)
    await setImmediate()
  }
  return keys.flatMap((key) => found.get(key) ?? [])
}

function engagements({ saved, vote, opened }: WantedState): EngagementKind[] {
  const kinds: (EngagementKind | false)[] = [opened === true && 'read', saved === true && 'saved']
  if (vote === 1) kinds.push('more')
  if (vote === -1) kinds.push('less')
  return kinds.filter((kind) => kind !== false)
}

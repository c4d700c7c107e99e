import type { z } from 'zod'
import type { ShownArticle } from '../app/article-pages.ts'
import type { ReaderWeb, WebApp } from '../app/web-app.ts'
import type { TextOfPage } from '../app/web-articles.ts'
import { safeUrl } from '../core/digest/render/safe-url.ts'
import { type SavedItem, writeStarred } from '../core/opml/write-starred.ts'
import { readingMinutes } from '../core/text/reading-minutes.ts'
import { type ApiRoute, route } from './api-route.ts'
import { htmlOf } from './article-html.ts'
import {
  type Article,
  changeState,
  exportSaved,
  fetchFullText,
  getArticle,
  listArticles,
  listRevisions,
  type MarkedList,
  markArticlesRead,
  undoMark,
  type WholeArticle,
} from './contract/articles.ts'
import { fromCursor, toCursor } from './cursor.ts'
import { iso } from './iso.ts'
import { notFound, Refusal } from './refusal.ts'

/** An article as lists show it. */
export function toArticle({ article, image, story, score, state, highlighted }: ShownArticle): Article {
  return {
    id: article.id,
    key: article.key,
    title: article.title,
    url: article.url === null ? null : safeUrl(article.url),
    feed: article.feed,
    sourceName: article.sourceName,
    publisher: article.publisher,
    author: article.author,
    tab: article.tab,
    category: article.finalCategory ?? article.rssCategory,
    language: article.language,
    publishedAt: iso(article.published),
    dateUncertain: article.dateUncertain,
    firstSeenAt: iso(article.firstSeen),
    updatedAt: article.updatedAt === null ? null : iso(article.updatedAt),
    description: article.description,
    image,
    wordCount: article.wordCount,
    readingMinutes: article.readingMinutes,
    partialContent: article.partialContent,
    revisions: article.revision,
    score,
    highlighted,
    story: story && {
      id: story.key,
      articles: story.members,
      newsrooms: story.newsrooms,
      reprints: story.reprints,
      isLead: story.lead === article.key,
    },
    state: { read: state?.readAt != null, saved: state?.savedAt != null, vote: state?.vote ?? 0 },
  }
}

/** What is known of an article's page; its pictures are shown as those of the feed's text are. */
function toFullText({ images }: WebApp, article: number, { fullText, problem }: TextOfPage) {
  return {
    fullText: fullText && {
      html: images.html(article, htmlOf(fullText.html, fullText.text)),
      text: fullText.text,
      wordCount: fullText.wordCount,
      readingMinutes: readingMinutes(fullText.wordCount),
      fetchedAt: iso(fullText.fetchedAt),
      url: fullText.url,
    },
    fullTextProblem: problem && { code: problem.problem, message: problem.message, retryAt: iso(problem.retryAt) },
  }
}

type ListQuery = z.output<NonNullable<typeof listArticles.query>>
type Filter = Pick<ListQuery, 'tab' | 'category' | 'feed' | 'language' | 'unread' | 'saved' | 'muted' | 'leads'>

/** A category is that of the feeds which the reader filed under it. */
async function filterOf(own: ReaderWeb, { category, feed, ...rest }: Filter) {
  if (category === undefined) return feed === undefined ? rest : { ...rest, feeds: [feed] }
  const ids = await own.subscriptions.feedsIn(category)
  return { ...rest, feeds: ids.filter((id) => feed === undefined || id === feed) }
}

async function list(own: ReaderWeb, query: ListQuery): Promise<z.input<NonNullable<typeof listArticles.answer>>> {
  const { sort, limit, cursor, ...filter } = query
  const wanted = await filterOf(own, filter)
  if (sort === 'newest') {
    const at = cursor === undefined ? null : (fromCursor(cursor, ['number', 'id', 'id']) as number[])
    const after = at === null ? null : { firstSeen: at[0]!, id: at[1]! }
    // Later pages keep the bound of the first: the list is as old as that.
    const page = await own.articles.byTime({ ...wanted, upTo: at?.[2] }, after, limit)
    const next = page.next && toCursor([page.next.firstSeen, page.next.id, page.newestId])
    return { items: page.items.map(toArticle), next, upTo: toCursor([page.newestId]) }
  }
  const [held, at] = cursor === undefined ? [] : fromCursor(cursor, ['string', 'number'])
  const from = held === undefined ? null : { list: held as string, at: at as number }
  const page = await own.articles.byImportance(wanted, from, limit)
  if (page === null) throw new Refusal(410, 'cursor_expired', 'This list is over an hour old; ask for the first page.')
  const next = page.next === null ? null : toCursor([page.list, page.next])
  return { items: page.items.map(toArticle), next, upTo: toCursor([page.newestId]) }
}

async function mark(own: ReaderWeb, body: z.output<NonNullable<typeof markArticlesRead.body>>): Promise<MarkedList> {
  const marked =
    'ids' in body
      ? await own.articles.markRead(await own.articles.keysOf(body.ids))
      : await own.articles.markList(await filterOf(own, body.list), fromCursor(body.upTo, ['id'])[0] as number)
  return { articles: marked.articles, undo: toCursor([marked.undo]) }
}

type SavedArticle = Awaited<ReturnType<ReaderWeb['articles']['saved']>>[number]

function toSaved({ id, url, title, body, text, author, published, sourceName }: SavedArticle): SavedItem {
  return {
    id,
    url: url === null ? null : safeUrl(url),
    title,
    html: htmlOf(body, text) || null,
    author,
    publishedAt: published,
    origin: sourceName,
  }
}

export const articleRoutes: readonly ApiRoute[] = [
  route(listArticles, ({ own, query }) => list(own, query)),
  route(exportSaved, async ({ own }) => writeStarred((await own.articles.saved()).map(toSaved))),
  route(getArticle, async ({ app, own, params }): Promise<WholeArticle> => {
    const found = await own.articles.one(params.id)
    if (found === null) throw notFound()
    const { article, origins } = found
    return {
      ...toArticle(found),
      html: app.images.html(article.id, htmlOf(article.body, article.text)),
      text: article.text,
      ...toFullText(app, article.id, found),
      categories: [...article.categories],
      media: article.media.flatMap((one) => {
        const isPicture = one.type?.startsWith('image/') ?? false
        const safe = safeUrl(one.url)
        const url = safe !== null && isPicture ? app.images.address(article.id, safe) : safe
        return url === null ? [] : [{ ...one, url }]
      }),
      origins: origins.map(({ feed, name, firstSeen, disposition }) => ({
        feed,
        name,
        firstSeenAt: iso(firstSeen),
        disposition,
      })),
    }
  }),
  route(fetchFullText, async ({ app, own, params }) => {
    const found = await own.articles.fetchFullText(params.id)
    if (found === null) throw notFound()
    return { ...toFullText(app, params.id, found), pending: found.isPending }
  }),
  route(listRevisions, async ({ app, own, params }) => {
    const revisions = await own.articles.revisions(params.id)
    if (revisions === null) throw notFound()
    const items = revisions.map(({ n, at, title, body, text }) => ({
      n,
      at: iso(at),
      title,
      html: app.images.html(params.id, htmlOf(body, text)),
      text,
    }))
    return { items, next: null }
  }),
  route(changeState, async ({ own, params, body }) => {
    const found = await own.articles.change(params.id, body)
    if (found === null) throw notFound()
    return toArticle(found).state
  }),
  route(markArticlesRead, ({ own, body }) => mark(own, body)),
  route(undoMark, async ({ own, body }) => ({
    articles: await own.articles.undo(fromCursor(body.undo, ['number'])[0] as number),
  })),
]

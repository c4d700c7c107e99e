import type { PageQuery } from '../../app/article-pages.ts'
import type { ReaderWeb } from '../../app/web-app.ts'
import type { ReadArticle } from '../../app/web-articles.ts'
import { html, markupText } from '../../core/digest/render/markup.ts'
import { safeUrl } from '../../core/digest/render/safe-url.ts'
import type { DigestItem, DigestType } from '../../core/domain/digest.ts'
import { htmlOf } from '../article-html.ts'
import type { OutFeed, OutItem } from './out-feed.ts'

/* What can be had as a feed: everything, what is saved, a tab, a search that is kept, the topics of this moment, one of them, a story,
   and the digests. */

/** As many as a feed usually has. */
const MOST_ITEMS = 50

type Content = Pick<OutFeed, 'title' | 'items'> & { readonly page: string }

/** The feed of a path such as `tabs/en_news`; null where there is none. */
export async function contentOf(own: ReaderWeb, path: string): Promise<Content | null> {
  const [kind = '', name = '', ...rest] = path.split('/')
  const make = rest.length > 0 ? undefined : Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  return make === undefined ? null : make(own, name)
}

const KINDS: Readonly<Record<string, (own: ReaderWeb, name: string) => Promise<Content | null>>> = {
  latest: async (own, name) => (name === '' ? listed(own, {}, 'Latest', '/latest') : null),
  saved: async (own, name) => (name === '' ? listed(own, { saved: true }, 'Saved', '/saved') : null),
  tabs: async (own, name) => {
    const tab = (await own.tabs.list()).find(({ id }) => id === name)
    return tab === undefined ? null : listed(own, { tab: name }, tab.name, `/latest?tab=${encodeURIComponent(name)}`)
  },
  searches: async (own, name) => {
    const search = (await own.searches.saved()).find(({ id }) => String(id) === name)
    if (search === undefined) return null
    const found = await own.searches.find(search.query, null, MOST_ITEMS)
    const items = await own.articles.whole((found?.items ?? []).map(({ article }) => article.id))
    return content(search.name, `/search?q=${encodeURIComponent(search.query)}`, items)
  },
  topics: async (own, name) => (name === '' ? allTopics(own) : ((await oneTopic(own, name)) ?? story(own, name))),
  stories: (own, name) => story(own, name),
  digests: async (own, name) => {
    if (name !== '') return null
    const stored = await own.digests.stored(Number.MAX_SAFE_INTEGER, MOST_DIGESTS)
    const items = stored.map(({ type, localDate, at, digest }) => ({
      id: `urn:copytaster:digest:${localDate}:${type}`,
      title: `${DIGEST_NAMES[type]} of ${localDate}`,
      url: `/digests/${localDate}/${type}`,
      html: markupText(
        html`<ul>${digest.topStories.map(({ lead, related }) => html`<li>${linked(lead.url, lead.title)} (${[lead.sourceName, ...related.sourceNames].join(', ')})</li>`)}</ul>`,
      ),
      author: 'Copytaster',
      published: at,
      updated: at,
      language: null,
    }))
    return { title: 'Digests', page: '/digests', items }
  },
}

const MOST_DIGESTS = 20

async function story(own: ReaderWeb, name: string): Promise<Content | null> {
  const page = /^[0-9a-f]{32}$/.test(name) ? await own.stories.one(name, 0, MOST_ITEMS) : null
  if (page === null) return null
  const items = await own.articles.whole(page.members.map(({ membership }) => membership.articleId).reverse())
  return content(page.lead?.article.title ?? 'Story', `/stories/${page.story.key}`, items)
}

/** The topics of the digest of this moment, the most important first. */
async function topicsNow(own: ReaderWeb): Promise<DigestItem[]> {
  const digest = await own.digests.current()
  if (digest === null) return []
  const all = [...digest.topStories, ...digest.noteworthy.flatMap(({ items }) => items), ...digest.alsoMentioned]
  return all.sort((a, b) => b.score - a.score).slice(0, MOST_ITEMS)
}

/** One item for each topic: its lead, and what others tell. */
async function allTopics(own: ReaderWeb): Promise<Content> {
  const items = (await topicsNow(own)).map(({ key, label, lead, others, related }) => ({
    id: `urn:copytaster:topic:${key}`,
    title: `${label}: ${lead.title}`,
    url: `/stories/${key}`,
    html: markupText(
      html`<p>${related.newsrooms} newsrooms</p><ul>${[lead, ...others].map((one) => html`<li>${linked(one.url, one.title)} (${one.sourceName})</li>`)}</ul>`,
    ),
    author: lead.sourceName,
    published: lead.published,
    updated: Math.max(lead.published, ...others.map((one) => one.published)),
    language: lead.language,
  }))
  return { title: 'Topics', page: '/', items }
}

/** The articles of a topic of this moment; one that is over goes on as the story of its lead. */
async function oneTopic(own: ReaderWeb, name: string): Promise<Content | null> {
  const topic = (await topicsNow(own)).find(({ key }) => key === name)
  if (topic === undefined) return null
  const shown = await own.articles.shown([topic.lead, ...topic.others].slice(0, MOST_ITEMS).map(({ key }) => key))
  const items = await own.articles.whole(shown.map(({ article }) => article.id))
  return content(topic.label, `/stories/${topic.key}`, items)
}

const linked = (url: string, title: string) =>
  safeUrl(url) === null ? html`${title}` : html`<a href="${url}">${title}</a>`

const DIGEST_NAMES: Readonly<Record<DigestType, string>> = {
  morning: 'Morning digest',
  midday: 'Midday digest',
  evening: 'Evening digest',
  weekly: 'Weekly digest',
}

async function listed(own: ReaderWeb, query: PageQuery, title: string, page: string): Promise<Content> {
  const { found } = await own.articles.listed(query, { after: null, limit: MOST_ITEMS })
  return content(title, page, await own.articles.whole(found.map(({ id }) => id)))
}

const content = (title: string, page: string, items: readonly ReadArticle[]): Content => ({
  title,
  page,
  items: items.map(toOutItem),
})

const toOutItem = ({ article }: ReadArticle): OutItem => ({
  id: `urn:copytaster:article:${article.key}`,
  title: article.title,
  url: article.url === null ? null : safeUrl(article.url),
  html: htmlOf(article.body, article.text),
  author: article.author ?? article.sourceName,
  published: article.published,
  updated: article.updatedAt ?? article.published,
  language: article.language,
})

import type { ShownStoryPage } from '../../app/story-pages.ts'
import type { ReaderWeb } from '../../app/web-app.ts'
import { html, markupText } from '../../core/digest/render/markup.ts'
import { safeUrl } from '../../core/digest/render/safe-url.ts'
import { counted } from '../../core/text/counted.ts'
import { iso } from '../iso.ts'
import type { Item } from './item.ts'
import { longItemId, STORIES_FROM } from './item-id.ts'
import { labelId, stateId } from './stream-id.ts'

/* Stories as items: one for each, whose id stays while the story grows, whatever article leads it. */

/** The id of the story whose first article has an id. */
export const storyItemId = (firstArticle: number): number => STORIES_FROM + firstArticle

/** The first article of the story of an id; null for the id of an article. */
export const firstArticleOf = (id: number): number | null => (id > STORIES_FROM ? id - STORIES_FROM : null)

/** Members that are listed in the text of an item. */
const MOST_MEMBERS = 50

/** The story of an item, as the reader sees it now; null when there is none any more. */
export async function storyOfItem(own: ReaderWeb, id: number): Promise<ShownStoryPage | null> {
  const first = firstArticleOf(id)
  const [article] = first === null ? [] : await own.articles.whole([first])
  const key = article?.story?.key ?? null
  return key === null ? null : own.stories.one(key, 0, MOST_MEMBERS)
}

/** A story as apps know items: its newsrooms and what each tells, the newest first. */
export function toStoryItem(id: number, label: string, page: ShownStoryPage): Item | null {
  const { story, lead, unread, members } = page
  if (lead === null) return null
  const { article } = lead
  const url = (article.url === null ? null : safeUrl(article.url)) ?? ''
  const newest = [...members].sort((a, b) => b.shown.article.published - a.shown.article.published)
  return {
    id: longItemId(id),
    crawlTimeMsec: String(story.lastAt),
    timestampUsec: String(story.lastAt * 1_000),
    published: Math.floor(story.firstAt / 1_000),
    updated: Math.floor(story.lastAt / 1_000),
    title: article.title,
    author: article.sourceName,
    canonical: [{ href: url }],
    alternate: [{ href: url, type: 'text/html' }],
    summary: { direction: 'ltr', content: markupText(storyText(page, newest)) },
    categories: [
      ...(unread === 0 ? [stateId('read')] : []),
      ...(lead.state?.savedAt == null ? [] : [stateId('starred')]),
      labelId(label),
    ],
    origin: { streamId: labelId(label), title: label, htmlUrl: url },
    enclosure: [],
  }
}

function storyText({ story, lead }: ShownStoryPage, newest: ShownStoryPage['members']) {
  const described = lead?.article.description ?? ''
  return html`${described === '' ? null : html`<p>${described}</p>`}
<p>${counted(story.members, 'article')} of ${counted(story.newsrooms, 'newsroom')}:</p>
<ul>
${newest.map(({ shown: { article } }) => html`<li><time>${iso(article.published)}</time> ${linked(article.url, article.title)} (${article.sourceName})</li>\n`)}</ul>`
}

const linked = (url: string | null, title: string) =>
  url === null || safeUrl(url) === null ? html`${title}` : html`<a href="${url}">${title}</a>`

import { setImmediate } from 'node:timers/promises'
import type { ListedPage } from '../../app/article-pages.ts'
import type { ReaderWeb } from '../../app/web-app.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import type { Form } from './form.ts'
import { type Item, toItem } from './item.ts'
import { parseItemId } from './item-id.ts'
import { refsOf, type StreamRef, TOP_STORIES } from './label-streams.ts'
import { limitedQuery, queryOf, tabOfLabel } from './list-query.ts'
import { firstArticleOf, storyOfItem, toStoryItem } from './story-item.ts'
import { parseStreamId, stateId } from './stream-id.ts'

const FEW = 20
/** Apps ask for a thousand ids at a time, some for ten thousand. */
const MOST_IDS = 10_000
const MOST_ITEMS = 1_000
/** Some apps ask in one request for everything that they learned the ids of. */
const MOST_ASKED_ITEMS = MOST_IDS
/** Items that are made without a pause for others. */
const ITEMS_AT_ONCE = 50

/** The page of a stream that a request asks for: where it goes on, and how it says so. */
async function pageOf(own: ReaderWeb, streamId: string, form: Form, most: number) {
  const stream = parseStreamId(streamId)
  const query = stream === null ? null : await queryOf(own, stream)
  if (query === null) return { found: [], next: null } satisfies ListedPage
  const wanted = Number(form.first('n') ?? FEW)
  const limit = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, most) : FEW
  const cursor = form.first('c')
  const at = cursor === null || cursor === '' ? null : (fromCursor(cursor, ['number', 'id']) as number[])
  const after = at === null ? null : { firstSeen: at[0]!, id: at[1]! }
  const oldestFirst = form.first('r') === 'o'
  return own.articles.listed(limitedQuery(query, form), { after, limit, oldestFirst })
}

/** Absent at the end: some apps ask for as long as there is one. */
const continuation = ({ next }: ListedPage) =>
  next === null ? {} : { continuation: toCursor([next.firstSeen, next.id]) }

const allItems = stateId('reading-list')

/** What a stream that no feed gives holds, within what a request leaves out; null for the stream of a feed, a tab or a state. */
async function labelPage(own: ReaderWeb, streamId: string, form: Form): Promise<readonly StreamRef[] | null> {
  const stream = parseStreamId(streamId)
  if (stream?.kind !== 'label' || (await tabOfLabel(own, stream.label)) !== null) return null
  const { unread } = limitedQuery({}, form)
  const refs = await refsOf(own, stream.label)
  return refs?.filter(({ isRead }) => unread === undefined || unread !== isRead) ?? null
}

/** `stream/items/ids`: the ids of what is on a stream, as decimal numbers. */
export async function streamIds(own: ReaderWeb, form: Form) {
  const stream = form.first('s') ?? allItems
  const refs = await labelPage(own, stream, form)
  if (refs !== null) return { items: [], itemRefs: refs.map(({ id, at }) => itemRef(id, at)) }
  const page = await pageOf(own, stream, form, MOST_IDS)
  return { items: [], itemRefs: page.found.map(({ id, firstSeen }) => itemRef(id, firstSeen)), ...continuation(page) }
}

const itemRef = (id: number, at: number) => ({
  id: String(id),
  directStreamIds: [],
  timestampUsec: String(at * 1_000),
})

/** `stream/contents`: what is on a stream, with its text. */
export async function streamContents(own: ReaderWeb, streamId: string | null, form: Form, now: number) {
  const id = streamId ?? form.first('s') ?? allItems
  const refs = await labelPage(own, id, form)
  if (refs !== null)
    return contentsOf(
      own,
      refs.map((one) => one.id),
      id,
      now,
    )
  const page = await pageOf(own, id, form, MOST_ITEMS)
  const ids = page.found.map((one) => one.id)
  return { ...(await contentsOf(own, ids, id, now)), ...continuation(page) }
}

/** `stream/items/contents`: items by their ids, in any spelling; those that the reader does not see are left out. */
export function itemContents(own: ReaderWeb, form: Form, now: number) {
  const ids = new Set(form.all('i').flatMap((text) => parseItemId(text) ?? []))
  return contentsOf(own, [...ids].slice(0, MOST_ASKED_ITEMS), allItems, now)
}

async function contentsOf(own: ReaderWeb, ids: readonly number[], id: string, now: number) {
  const names = new Map((await own.tabs.list()).map((tab) => [tab.id, tab.name]))
  const items: Item[] = []
  for (let from = 0; from < ids.length; from += ITEMS_AT_ONCE) {
    const some = ids.slice(from, from + ITEMS_AT_ONCE)
    const articles = await own.articles.whole(some.filter((one) => firstArticleOf(one) === null))
    items.push(...articles.map((one) => toItem(one, names)))
    for (const story of some.filter((one) => firstArticleOf(one) !== null)) {
      const page = await storyOfItem(own, story)
      const item = page && toStoryItem(story, labelIn(id), page)
      if (item !== null) items.push(item)
      await setImmediate()
    }
    await setImmediate()
  }
  return { direction: 'ltr', id, title: '', updated: Math.floor(now / 1_000), items }
}

/** Stories that are asked for by their ids alone stand under the first of the sections. */
function labelIn(id: string): string {
  const stream = parseStreamId(id)
  return stream?.kind === 'label' ? stream.label : TOP_STORIES
}

import type { ReaderWeb } from '../../app/web-app.ts'
import { MOST_ID } from '../contract/fields.ts'
import type { Form } from './form.ts'
import { parseItemId } from './item-id.ts'
import { labelStreams, refsOf } from './label-streams.ts'
import { instantOf, queryOf, tabOfLabel } from './list-query.ts'
import { firstArticleOf, storyOfItem } from './story-item.ts'
import { labelId, parseStreamId, stateId } from './stream-id.ts'

/** `tag/list`: what items may be marked with, and the tabs as folders. */
export async function tagList(own: ReaderWeb) {
  const folders = (await own.tabs.list()).map(({ name }) => ({ id: labelId(name), type: 'folder' }))
  const labels = (await labelStreams(own)).map((name) => ({ id: labelId(name), type: 'tag' }))
  return { tags: [{ id: stateId('starred') }, ...folders, ...labels] }
}

/** `edit-tag`: marks items as read or starred, or takes that back. Other tags are none of ours, and are let pass. */
export async function editTag(own: ReaderWeb, form: Form): Promise<void> {
  const tags = (name: string) => new Set(form.all(name).map((id) => parseStreamId(id)?.kind))
  const [added, removed] = [tags('a'), tags('r')]
  const isUnread = !added.has('read') && (removed.has('read') || added.has('unread'))
  const saved = added.has('starred') ? true : removed.has('starred') ? false : null
  const ids = new Set(form.all('i').flatMap((text) => parseItemId(text) ?? []))
  if (added.has('read')) await markItems(own, [...ids])
  for (const id of ids) {
    const story = firstArticleOf(id) === null ? null : await storyOfItem(own, id)
    const members = story?.members.map(({ membership }) => membership.articleId) ?? [id]
    if (isUnread) for (const member of members) await own.articles.change(member, { read: false })
    // Of a story the lead is saved.
    const one = story === null ? id : story.lead?.article.id
    if (saved !== null && one !== undefined) await own.articles.change(one, { saved })
  }
}

/** Marks articles, and all articles of stories, as read. */
async function markItems(own: ReaderWeb, ids: readonly number[]): Promise<void> {
  await own.articles.markRead(await own.articles.keysOf(ids.filter((id) => firstArticleOf(id) === null)))
  for (const id of ids) {
    const story = firstArticleOf(id) === null ? null : await storyOfItem(own, id)
    if (story !== null) await own.stories.markRead(story.story.key)
  }
}

/** `mark-all-as-read`: what came to a stream up to an instant, which apps give so that later items stay unread. */
export async function markAllAsRead(own: ReaderWeb, form: Form): Promise<void> {
  const stream = parseStreamId(form.first('s') ?? '')
  const query = stream === null ? null : await queryOf(own, stream)
  if (query === null) return stream?.kind === 'label' ? markLabel(own, stream.label) : undefined
  const seenUpTo = instantOf(form.first('ts'))
  await own.articles.markList({ ...query, unread: true, ...(seenUpTo === null ? {} : { seenUpTo }) }, MOST_ID)
}

/** Every story or article of a section, or of a search that is kept. */
async function markLabel(own: ReaderWeb, label: string): Promise<void> {
  const refs = (await refsOf(own, label)) ?? []
  await markItems(
    own,
    refs.map(({ id }) => id),
  )
}

const labelOf = (id: string | null): string | null => {
  const stream = parseStreamId(id ?? '')
  return stream?.kind === 'label' ? stream.label : null
}

/** `rename-tag`: a tab gets another name. */
export async function renameTag(own: ReaderWeb, form: Form): Promise<void> {
  const [label, name] = [labelOf(form.first('s')), labelOf(form.first('dest'))]
  const tab = label === null ? null : await tabOfLabel(own, label)
  if (tab !== null && name !== null) await own.tabs.change(tab, { name })
}

/** `disable-tag`: tabs are removed; their feeds stay. */
export async function disableTag(own: ReaderWeb, form: Form): Promise<void> {
  for (const id of form.all('s')) {
    const label = labelOf(id)
    const tab = label === null ? null : await tabOfLabel(own, label)
    if (tab !== null) await own.tabs.remove(tab)
  }
}

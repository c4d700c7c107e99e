import type { ReaderWeb } from '../../app/web-app.ts'
import type { ShownSubscription } from '../../app/web-subscriptions.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { addFeed, followed, nameOf, unsubscribe } from '../followed-sources.ts'
import type { Form } from './form.ts'
import { siteOf } from './item.ts'
import { feedStreamId, labelId, parseStreamId, stateId } from './stream-id.ts'

/** `subscription/list`. */
export async function subscriptionList(own: ReaderWeb) {
  const names = new Map((await own.tabs.list()).map(({ id, name }) => [id, name]))
  const subscriptions = (await followed(own)).map((one) => {
    const { source, feed } = one
    const label = source.tab === null ? null : (names.get(source.tab) ?? source.tab)
    const site = siteOf(source.url)
    return {
      id: feedStreamId(feed.id),
      title: nameOf(one),
      categories: label === null ? [] : [{ id: labelId(label), label }],
      url: source.url,
      htmlUrl: site,
      iconUrl: site === '' ? '' : `${site}favicon.ico`,
    }
  })
  return { subscriptions }
}

/** `unread-count`: by feed, by tab, and of everything. */
export async function unreadCount(own: ReaderWeb) {
  const { found } = await own.articles.listed({}, { after: null, limit: 1 })
  const newestItemTimestampUsec = String((found[0]?.firstSeen ?? 0) * 1_000)
  const feeds = (await followed(own)).map(({ feed, unread }) => ({ id: feedStreamId(feed.id), count: unread }))
  const tabs = (await own.tabs.list()).map(({ name, unread }) => ({ id: labelId(name), count: unread }))
  const all = { id: stateId('reading-list'), count: feeds.reduce((sum, { count }) => sum + count, 0) }
  const counts = [all, ...tabs, ...feeds].filter(({ count }) => count > 0)
  return { max: all.count, unreadcounts: counts.map((one) => ({ ...one, newestItemTimestampUsec })) }
}

/** The source that a stream names by its feed or by its address. */
async function sourceOf(own: ReaderWeb, streamId: string): Promise<ShownSubscription | null> {
  const stream = parseStreamId(streamId)
  const all = await followed(own)
  if (stream?.kind === 'feed') return all.find(({ feed }) => feed.id === stream.feed) ?? null
  return stream?.kind === 'address' ? (all.find(({ source }) => source.url === stream.url) ?? null) : null
}

/** The tab of a label, which is made if it is not there. */
async function tabFor(own: ReaderWeb, id: string | null): Promise<string | null> {
  const stream = parseStreamId(id ?? '')
  return stream?.kind === 'label' ? (await own.tabs.add({ name: stream.label })).id : null
}

/** `subscription/edit`: adds, removes, names or files feeds. */
export async function subscriptionEdit(own: ReaderWeb, form: Form): Promise<void> {
  const [act, titles] = [form.first('ac'), form.all('t')]
  const tab = await tabFor(own, form.first('a'))
  for (const [n, id] of form.all('s').entries()) {
    const name = titles[n] || null
    const known = await sourceOf(own, id)
    const stream = parseStreamId(id)
    if (act === 'unsubscribe') {
      if (known !== null) await unsubscribe(own, known)
    } else if (known === null) {
      if (act === 'subscribe' && stream?.kind === 'address') await addFeed(own, stream.url, name, tab)
    } else {
      const isOut = tab === null && form.all('r').length > 0
      await own.subscriptions.change(known.source.id, {
        ...(name === null ? {} : { name }),
        ...(tab !== null || isOut ? { tab } : {}),
      })
    }
  }
}

/** `subscription/quickadd`: adds the feed at an address, or the one that a site names. */
export async function quickAdd(own: ReaderWeb, form: Form) {
  const query = (form.first('quickadd') ?? '').replace(/^feed\//, '')
  const found = await own.subscriptions.discover(query).catch((error: unknown) => {
    if (error instanceof UserError) return []
    throw error
  })
  const [first] = found
  if (first === undefined) return { query, numResults: 0 }
  const known = first.subscription === null ? null : await own.subscriptions.one(first.subscription)
  const added = known ?? (await addFeed(own, first.url, null, null))
  return { query, numResults: 1, streamId: feedStreamId(added.feed.id), streamName: nameOf(added) }
}

import type { addSubscription, changeSubscription, Subscription } from '../http/contract/subscriptions.ts'
import type { addTab } from '../http/contract/tabs.ts'
import { type CallApi, send } from './api.ts'
import type { DataCache } from './data-cache.ts'
import type { Page } from './page.ts'

/* What a reader does with a feed, wherever it is shown. */

/** Lists that depend on which feeds are followed, and where they are filed. */
const DEPENDENT = ['/feeds', '/subscriptions', '/tabs', '/advice', '/packs', '/today']

/** Has everything loaded again that depends on which feeds are followed. */
export function feedsChanged(data: DataCache): void {
  for (const path of DEPENDENT) data.invalidate(path)
}

/** The name that the reader gave a feed; null where it is called by its own title or its host. */
export const ownName = ({ name, siteTitle, url }: Subscription): string | null =>
  name === siteTitle || (siteTitle === null && name === new URL(url).hostname) ? null : name

/** Where a feed is to be filed: in a tab, in none, or in one that is yet to be made. */
export type TabWish = { readonly key: string | null } | { readonly newName: string }

/** The key of the wished tab, which is made if it is new. */
export async function keyOfTab(call: CallApi, wish: TabWish): Promise<string | null> {
  if ('key' in wish) return wish.key
  const name = wish.newName.trim()
  return name === '' ? null : (await send<typeof addTab>(call, 'POST', '/tabs', { name })).key
}

/** Stops following a feed, with a way to take it back. An address that had a login cannot be given back. */
export async function removeFeed(page: Page, subscription: Subscription): Promise<boolean> {
  const { call, actions, notices, texts, data } = page
  const done = await actions.attempt(async () => {
    await call('DELETE', `/subscriptions/${subscription.id}`)
    return true
  })
  if (done === null) return false
  feedsChanged(data)
  const undo = subscription.private ? null : () => void followAgain(page, subscription)
  notices.tell(texts.peek().editFeed.removed(subscription.name), undo)
  return true
}

async function followAgain({ call, actions, notices, data }: Page, before: Subscription): Promise<void> {
  notices.dismiss()
  const { url, tab, category, tier, kind, siteTitle, fullText, position, itemLimit } = before
  await actions.attempt(async () => {
    const wanted = { url, tab, category, name: ownName(before), tier, kind, siteTitle, fullText }
    const { id } = await send<typeof addSubscription>(call, 'POST', '/subscriptions', wanted)
    await send<typeof changeSubscription>(call, 'PATCH', `/subscriptions/${id}`, { position, itemLimit })
  })
  feedsChanged(data)
}

/** Hides a feed that all readers have, or shows it again, with a way to take it back. */
export async function setHidden(page: Page, subscription: number, name: string, hidden: boolean): Promise<void> {
  const { call, actions, notices, texts, data } = page
  const path = `/subscriptions/${subscription}`
  const done = await actions.attempt(() => send<typeof changeSubscription>(call, 'PATCH', path, { hidden }))
  if (done === null) return
  feedsChanged(data)
  const t = texts.peek().editFeed
  notices.tell(hidden ? t.hiddenNow(name) : t.shownNow(name), () => void setHidden(page, subscription, name, !hidden))
}

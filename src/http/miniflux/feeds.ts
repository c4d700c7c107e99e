import type { ReaderWeb } from '../../app/web-app.ts'
import type { ShownSubscription } from '../../app/web-subscriptions.ts'
import { followed, nameOf } from '../followed-sources.ts'
import { siteOf } from '../greader/item.ts'
import { iso } from '../iso.ts'
import { categoryId, NO_CATEGORY } from './category-id.ts'

/** A tab as Miniflux has categories. */
export interface Category {
  readonly id: number
  readonly title: string
}

export const toCategory = ({ id, title }: Category) => ({ id, title, user_id: 1, hide_globally: false })

/** The tabs, and what stands for none. */
export async function categoriesOf(own: ReaderWeb): Promise<(Category & { readonly tab: string | null })[]> {
  const tabs = (await own.tabs.list()).map(({ id, name }) => ({ id: categoryId(id), title: name, tab: id }))
  return [{ ...NO_CATEGORY, tab: null }, ...tabs]
}

/** A followed feed as Miniflux gives it. */
export async function toFeeds(own: ReaderWeb) {
  const categories = new Map((await categoriesOf(own)).map((one) => [one.tab, one]))
  return (await followed(own)).map((one) => toFeed(one, categories.get(one.source.tab) ?? NO_CATEGORY))
}

function toFeed(one: ShownSubscription, category: Category) {
  const { source, feed } = one
  const isWell = feed.state === 'healthy' || feed.state === 'new'
  return {
    id: feed.id,
    user_id: 1,
    title: nameOf(one),
    site_url: siteOf(source.url),
    feed_url: source.url,
    checked_at: iso(lastPolledAt(feed)),
    etag_header: '',
    last_modified_header: '',
    parsing_error_message: isWell ? '' : feed.state,
    parsing_error_count: isWell ? 0 : 1,
    disabled: false,
    crawler: source.fullText,
    category: toCategory(category),
    icon: null,
  }
}

/** 1970 for a feed that was never asked: apps expect an instant. */
const lastPolledAt = ({ history }: ShownSubscription['feed']): number =>
  typeof history.lastPolledAt === 'number' ? history.lastPolledAt : 0

export type MinifluxFeed = ReturnType<typeof toFeed>

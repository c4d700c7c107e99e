import type { ReaderWeb } from '../app/web-app.ts'
import type { ShownSubscription } from '../app/web-subscriptions.ts'

/* What reader apps do with feeds, whichever API they speak. */

const AT_ONCE = 500

/** All sources that the reader follows. */
export async function followed(own: ReaderWeb): Promise<ShownSubscription[]> {
  const all: ShownSubscription[] = []
  for (;;) {
    const last = all.at(-1)?.source
    const page = await own.subscriptions.page(last ? { position: last.position, source: last.id } : null, AT_ONCE)
    all.push(...page)
    if (page.length < AT_ONCE) return all.filter(({ hidden }) => !hidden)
  }
}

export const nameOf = ({ source, feed }: ShownSubscription): string =>
  source.name ?? feed.title ?? new URL(source.url).hostname

/** Adds the feed at an address. */
export async function addFeed(
  own: ReaderWeb,
  url: string,
  name: string | null,
  tab: string | null,
): Promise<ShownSubscription> {
  const plain = { category: null, tier: null, kind: 'major', private: false, fullText: false, siteTitle: null } as const
  return own.subscriptions.add({ ...plain, url, name, tab })
}

/** What all readers have can be hidden, not removed. */
export async function unsubscribe(own: ReaderWeb, { source }: ShownSubscription): Promise<void> {
  if (source.shared) await own.subscriptions.change(source.id, { hidden: true })
  else await own.subscriptions.remove(source.id)
}

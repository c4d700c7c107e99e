import { UserError } from '../core/domain/user-error.ts'
import { urlKey } from '../core/text/url-key.ts'
import type { FeedOverview } from './feed-overview.ts'

/** The feed a user names: by number, by any address it has or had, or by a part of its name that only one feed has. */
export function findFeed(feeds: readonly FeedOverview[], wanted: string): FeedOverview {
  const named = feedsNamed(feeds, wanted)
  if (named.length === 1) return named[0]!
  if (named.length === 0) throw new UserError(`no feed is called "${wanted}"; \`copytaster feeds list\` shows them`)
  const choices = named.slice(0, 5).map(({ feed, name }) => `${feed.id} (${name})`)
  throw new UserError(`"${wanted}" fits ${named.length} feeds: ${choices.join(', ')}; name one by its number`)
}

/** The feeds a name may mean. */
export function feedsNamed(feeds: readonly FeedOverview[], wanted: string): readonly FeedOverview[] {
  const byNumber = feeds.find(({ feed }) => String(feed.id) === wanted)
  if (byNumber) return [byNumber]
  const key = urlKey(wanted)
  const byAddress = key === null ? [] : feedsAt(feeds, key)
  if (byAddress.length > 0) return byAddress
  return feeds.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
}

/** The feeds of an address: their source's, else that of the last poll, else a former one. Two logins there are two feeds. */
function feedsAt(feeds: readonly FeedOverview[], key: string): readonly FeedOverview[] {
  // A crawled page may also be polled under the same address: the polled feed is meant.
  const ordered = [feeds.filter(({ source }) => source.origin !== 'crawl'), feeds]
  const addresses = ({ feed, source }: FeedOverview) => [[source.url], [feed.url], feed.previousUrls]
  for (const some of ordered) {
    for (const nth of [0, 1, 2]) {
      const there = some.filter((one) => addresses(one)[nth]!.some((url) => urlKey(url) === key))
      if (there.length > 0) return there
    }
  }
  return []
}

import { openStore } from '../../src/io/store/open-store.ts'
import { anArticle } from './an-article.ts'
import { aRecord, entryOf, newArticles } from './poll-records.ts'

/* A program that admits articles, five at a time, and says so after each commit: to be run beside another, or killed.
   Arguments: the store's address, the feed it writes for, and how many polls to admit. */

export const ARTICLES_A_POLL = 5
export const STARTED_AT = Date.UTC(2026, 0, 1)

const [address, feedId, pollCount] = process.argv.slice(2)
const store = await openStore(address!)
const feed = (await store.feedById(Number(feedId)))!

for (let n = 0; n < Number(pollCount); n++) {
  const arriving = Array.from({ length: ARTICLES_A_POLL }, (_, i) =>
    anArticle({ url: `https://news.example/${n * ARTICLES_A_POLL + i}`, feed: feed.id }),
  )
  await store.admission(async (tx) => {
    const known = await tx.known({
      feed: feed.id,
      guidKeys: [],
      urlKeys: arriving.map((one) => one.urlKey!),
      articleKeys: [],
    })
    const fresh = arriving.filter((one) => !known.articles.some((old) => old.urlKey === one.urlKey))
    const repeated = known.articles.map((old) => ({
      ...entryOf(arriving.find((one) => one.urlKey === old.urlKey)!, { id: old.id }),
      disposition: 'exact_duplicate' as const,
    }))
    const admitted = newArticles(aRecord(feed, STARTED_AT + n * 1000, null), fresh)
    await tx.admit({ ...admitted, entries: [...admitted.entries, ...repeated] })
  })
  process.stdout.write(`${n}\n`)
}
await store.close()

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems, withNewGuids } from '../support/publisher/documents.ts'
import type { Step } from '../support/publisher.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'

/* Feeds that bring something new at every poll, without end. What is too much for one day is left out, and said. */

let publisher: Publisher
let desk: Desk
beforeAll(async () => {
  publisher = await startPublisher()
  desk = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
})
afterAll(async () => {
  await publisher.close()
  await desk.remove()
})

const served =
  (document: (nth: number) => string): Step =>
  (response, _request, nth) =>
    void response.writeHead(200, { 'content-type': 'application/rss+xml', etag: `"${nth}"` }).end(document(nth))

/** The same twenty items under new ids, links and words each time. */
const newItems = (nth: number, words = ''): string =>
  rss(withNewGuids(someItems(20, Date.now() - 60_000), nth)).replaceAll('What ', `${words} part ${nth} of what `)

test('new ids at every poll: the limit of a day holds, the state, an event, health and doctor say so', async () => {
  publisher.on(
    '/ids',
    served((nth) => newItems(nth)),
  )
  desk.write(`fetch: {max_articles_per_feed_per_day: 50}
tabs: {en_news: {sources: [{url: "${publisher.url('/ids')}"}]}}
`)
  for (let n = 0; n < 4; n++) await desk.run('poll', '--all')
  expect(await desk.json('articles', '--limit', '200')).toHaveLength(50)
  expect(await desk.json('feeds', 'list')).toMatchObject([
    { state: 'flooding', because: expect.stringContaining('20 entries were left out') },
  ])
  const events = (await desk.json('events')).map(({ kind }: { kind: string }) => kind)
  expect(events.filter((kind: string) => kind === 'feed.leftOut')).toHaveLength(1)
  expect((await desk.run('doctor')).stdout).toMatch(/! Feeds +.*brings more than 50 articles/)
})

test('what was left out is taken when there is room again', async () => {
  const document = rss(someItems(20, Date.now() - 60_000).map((item) => ({ ...item, guid: `late ${item.guid}` })))
  publisher.on(
    '/late',
    served(() => document),
  )
  const settings = (most: number) => `fetch: {max_articles_per_feed_per_day: ${most}}
tabs: {en_news: {sources: [{url: "${publisher.url('/late')}"}]}}
`
  const added = async (most: number) => {
    desk.write(settings(most))
    return (await desk.json('poll', '--all')).map((poll: { added: number }) => poll.added)
  }
  expect([await added(12), await added(12), await added(50), await added(50)]).toEqual([[12], [0], [8], [0]])
})

test('half a megabyte in every item: the database grows by what the settings allow', async () => {
  const long = 'A sentence of a long and idle report. '.repeat(11_000)
  publisher.on(
    '/long',
    // Other articles than those of the first test.
    served((nth) => newItems(1000 + nth, long)),
  )
  desk.write(`fetch: {max_stored_per_feed_per_day: 3MB}
tabs: {en_news: {sources: [{url: "${publisher.url('/long')}"}]}}
`)
  const added: number[] = []
  for (let n = 0; n < 3; n++)
    added.push(...(await desk.json('poll', '--all')).map((poll: { added: number }) => poll.added))
  expect(added[0]).toBeGreaterThan(0)
  expect(added.reduce((sum, one) => sum + one) * long.length).toBeLessThan(3_000_000)
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../../tests/support/databases.ts'
import { aDay, aRecord, aSource } from '../../tests/support/poll-records.ts'
import { anItem, NOW, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import { createWebFeeds } from '../app/web-feeds.ts'
import { defaultPollPolicy } from '../core/poll/poll-policy.ts'
import type { Store } from '../io/store/open-store.ts'
import type { Feed } from './contract/feeds.ts'

/* The list of feeds through the API: filters, numbers of thirty days, and what a page of thousands costs, over both databases. */

const TODAY = Math.floor(NOW / 86_400_000)

interface Page {
  readonly items: readonly Feed[]
  readonly next: string | null
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    const own = [
      ['https://cafe.example/rss', 'Café Müller'],
      ['https://violins.example/rss', 'Strings'],
      ['https://harbour.example/rss', null],
    ] as const
    await world.ann.send('POST', '/tabs', { name: 'Music' })
    for (const [url, name] of own)
      await world.ann.send('POST', '/subscriptions', { url, name, tab: name === 'Strings' ? 'Music' : null })
  })
  afterEach(() => world.close())

  const feeds = (query = '', who: 'ann' | 'bob' = 'ann') => world[who].get<Page>(`/feeds${query}`)
  const names = async (query: string) => (await feeds(query)).items.map(({ name }) => name)

  test('is searched by name and address, and limited by tab and state', async () => {
    expect(await names('?q=CAFE%20mull')).toEqual(['Café Müller'])
    expect(await names('?q=violins.example')).toEqual(['Strings'])
    expect(await names('?q=harbour')).toEqual(['harbour.example'])
    expect(await names('?tab=Music')).toEqual(['Strings'])
    expect(await names('?tab=Music&q=cafe')).toEqual([])
    expect(await names('?withoutTab=true')).toEqual(['Café Müller', 'harbour.example'])
    expect(await names('?state=new')).toHaveLength(4)
    expect(await names('?state=healthy')).toEqual([])
    world.desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
    await world.desk.app.polls.runDue(() => {})
    expect(await names('?state=new')).toEqual([])
    expect((await feeds('?q=cafe', 'bob')).items).toEqual([])
    for (const query of ['?state=odd', '?q=', '?cursor=x'])
      expect((await world.ann.send('GET', `/feeds${query}`)).statusCode).toBe(400)
  })

  test('pages go through what fits, without gap or repetition', async () => {
    const found: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: Page = await feeds(`?q=example&limit=1${next === '' ? '' : `&cursor=${next}`}`)
      found.push(...page.items.map(({ name }) => name))
      next = page.next
    }
    expect(found).toEqual(['The Shared', 'Café Müller', 'Strings', 'harbour.example'])
  })

  test('has new articles of thirty days, their sum, and whether texts are whole', async () => {
    const { store } = world.desk
    const whole = 'A sentence of a long and patient report about the harbour. '.repeat(60)
    world.desk.publish('https://violins.example/rss', [
      { ...anItem('Violin found', 'https://violins.example/1'), text: whole },
      { ...anItem('Bow mended', 'https://violins.example/2'), text: `${whole} Another end.` },
    ])
    await world.desk.app.polls.runDue(() => {})
    const feed = (await store.feeds()).find(({ url }) => url.includes('violins'))!
    const days = [
      [TODAY - 29, 3],
      [TODAY - 1, 5],
      [TODAY - 30, 9],
    ] as const
    for (const [day, newArticles] of days)
      await store.recordPolls([aRecord(feed, NOW, null, { day: aDay({ feed: feed.id, day, newArticles }) })])
    const [strings] = (await feeds('?q=strings')).items
    expect([strings!.newPerDay[0], ...strings!.newPerDay.slice(28)]).toEqual([3, 5, 2])
    expect([strings!.newPerDay.length, strings!.postsPerMonth]).toEqual([30, 10])
    expect(strings!.fullContent).toBe(true)
    expect((await feeds('?q=harbour.example')).items[0]).toMatchObject({ postsPerMonth: 0, fullContent: null })
    expect(await world.ann.get<Feed>(`/feeds/${feed.id}`)).toMatchObject({ postsPerMonth: 10, fullContent: true })
  })

  test('a page of fifty among two thousand reads what fifty need', async () => {
    const { ann } = world.readers
    const own = world.desk.store.viewOf(ann.id)
    const many = Array.from({ length: 2_000 }, (_, n) =>
      aSource(`https://f${n}.example/rss`, { name: `Feed ${n}`, position: n + 10 }),
    )
    for (let at = 0; at < many.length; at += 100) await own.addSources(many.slice(at, at + 100), NOW)
    const counted = counting(own)
    const listed = createWebFeeds({ store: counted.store, reader: ann.id, policy: defaultPollPolicy, now: () => NOW })
    for (const filter of [{}, { words: 'feed 1' }, { tab: 'en_news', state: 'new' as const }]) {
      counted.calls.length = 0
      const page = await listed.page(null, 50, filter)
      expect(page).toHaveLength(50)
      // Unread articles are counted among the newest, however many feeds there are.
      const unread = ['placesOf', 'scanByTime']
      expect(counted.calls.sort()).toEqual(['feedDays', ...unread, 'subscriptionPage', 'wholeTextShares'])
    }
  })
})

/** A store whose calls are noted by name. */
function counting(store: Store): { readonly store: Store; readonly calls: string[] } {
  const calls: string[] = []
  const noted = <T extends object>(of: T): T =>
    Object.fromEntries(
      Object.entries(of).map(([name, query]) => [
        name,
        typeof query !== 'function'
          ? query
          : (...args: unknown[]) => {
              calls.push(name)
              return query(...args)
            },
      ]),
    ) as T
  return { store: { ...noted(store), web: noted(store.web) }, calls }
}

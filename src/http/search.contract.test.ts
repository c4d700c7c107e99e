import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Hit } from './contract/search.ts'

/* Search and saved searches through the API, by two readers, over both databases. */

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

const ANNS = 'https://annsblog.example/rss'

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [
      anItem('Harbour bridge closed', 'https://shared.example/bridge'),
      anItem('Museum buys violin', 'https://shared.example/violin'),
      anItem('Violin makers meet by the harbour', 'https://shared.example/makers', 30),
    ])
    world.desk.publish(ANNS, [anItem('A violin in the kitchen', 'https://annsblog.example/soup')])
    await world.ann.send('POST', '/subscriptions', { url: ANNS, name: 'Kitchen notes' })
    await world.desk.app.polls.runDue(() => {})
    await world.desk.store.updateSearch(100)
    await world.desk.store.updateSearch(100)
  })
  afterEach(() => world.close())

  const find = (client: Client, q: string, more = '') =>
    client.get<Page<Hit>>(`/search?q=${encodeURIComponent(q)}${more}`)
  const titles = async (client: Client, q: string) =>
    (await find(client, q)).items.map(({ article }) => article.title).sort()

  test('finds what the reader sees, with the words that were looked for', async () => {
    expect(await titles(world.ann, 'violin')).toEqual([
      'A violin in the kitchen',
      'Museum buys violin',
      'Violin makers meet by the harbour',
    ])
    expect(await titles(world.bob, 'violin')).toEqual(['Museum buys violin', 'Violin makers meet by the harbour'])
    expect(await titles(world.ann, 'source:kitchen')).toEqual(['A violin in the kitchen'])
    expect(await titles(world.bob, 'source:kitchen')).toEqual([])
    expect(await titles(world.bob, 'violin -makers tab:News')).toEqual(['Museum buys violin'])
    const { items } = await find(world.bob, 'museum')
    expect(items[0]!.snippet.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Museum'])
  })

  test('is paged without gap or repetition, also while more arrives', async () => {
    const first = await find(world.ann, 'violin', '&limit=2')
    world.desk.publish(SHARED, [anItem('Violin found in attic', 'https://shared.example/attic', 1)])
    world.desk.setClock(world.desk.now() + 30 * 60_000)
    expect(await world.desk.poll()).toBe(1)
    await world.desk.store.updateSearch(100)
    const second = await find(world.ann, 'violin', `&limit=2&cursor=${first.next}`)
    const ids = [...first.items, ...second.items].map(({ article }) => article.id)
    expect([ids.length, new Set(ids).size, second.next]).toEqual([3, 3, null])
    const bobs = await world.bob.send('GET', `/search?q=violin&cursor=${first.next}`)
    expect([bobs.statusCode, bobs.json().code]).toEqual([410, 'cursor_expired'])
  })

  test.each(['"open', 'tab:nowhere x', 'colour:red', 'OR x', 'after:someday', ' '])(
    'the query %s is refused with its place',
    async (q) => {
      const answer = await world.ann.send('GET', `/search?q=${encodeURIComponent(q)}`)
      expect([answer.statusCode, answer.json().errors[0].at]).toEqual([400, 'query.q'])
    },
  )

  test('a search without a query, or with too long a page, is refused', async () => {
    expect((await world.ann.send('GET', '/search')).statusCode).toBe(400)
    expect((await world.ann.send('GET', '/search?q=x&limit=51')).statusCode).toBe(400)
    expect((await world.ann.send('GET', '/search?q=x&cursor=x')).statusCode).toBe(400)
  })

  test('a search is kept, changed and removed by its reader', async () => {
    const kept = (await world.ann.send('POST', '/saved-searches', { name: 'Violins', query: 'violin' })).json()
    expect(kept).toMatchObject({ name: 'Violins', query: 'violin', asTab: false })
    expect((await world.ann.send('POST', '/saved-searches', { name: 'Violins', query: 'violin' })).json()).toEqual(kept)
    const path = `/saved-searches/${kept.id}`
    expect((await world.bob.send('PATCH', path, { name: 'x' })).statusCode).toBe(404)
    expect((await world.bob.send('PATCH', path, {})).statusCode).toBe(404)
    expect((await world.bob.send('DELETE', path)).statusCode).toBe(404)
    expect((await world.ann.send('PATCH', path, { asTab: true, query: 'violin OR cello' })).json()).toEqual({
      ...kept,
      asTab: true,
      query: 'violin OR cello',
    })
    expect((await world.bob.get<Page<unknown>>('/saved-searches')).items).toEqual([])
    expect((await world.ann.send('DELETE', path)).statusCode).toBe(204)
    expect((await world.ann.get<Page<unknown>>('/saved-searches')).items).toEqual([])
  })

  test.each([
    ['an unclosed quote', { name: 'x', query: '"open' }],
    ['no name', { query: 'x' }],
    ['no query', { name: 'x' }],
  ])('a search with %s is not kept', async (_, body) => {
    expect((await world.ann.send('POST', '/saved-searches', body)).statusCode).toBe(400)
  })
})

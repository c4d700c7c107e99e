import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, SETTINGS, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'

/* Interests and crawls through the API, over both databases. */

interface Interests {
  readonly items: readonly {
    readonly term: string
    readonly written: string
    readonly isConfigured: boolean
    readonly moves: readonly { readonly cause: string; readonly article: { readonly title: string } | null }[]
  }[]
  readonly next: string | null
  readonly learning: { readonly articles: number; readonly leastArticles: number; readonly counts: boolean }
}

const CRAWL = JSON.parse(readFileSync(new URL('../../tests/fixtures/crawls/generic-hub.json', import.meta.url), 'utf8'))

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind, { settings: `${SETTINGS}interests: {lighthouse: 1}\n` })
    world.desk.publish(SHARED, [
      anItem('Harbour bridge closed', 'https://shared.example/bridge'),
      anItem('Museum buys violin', 'https://shared.example/violin'),
    ])
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(() => world.close())

  const interests = (query = '') => world.ann.get<Interests>(`/interests${query}`)

  test('what was learned is told with its cause, and forgotten by the term or whole', async () => {
    expect(await interests()).toMatchObject({
      items: [
        { written: 'lighthouse', isConfigured: true },
        { written: 'World', isConfigured: true },
      ],
      learning: { articles: 0, leastArticles: 30, counts: false },
    })
    const { items } = await world.ann.get<{ items: { id: number; title: string }[] }>('/articles')
    const violin = items.find(({ title }) => title.includes('violin'))!
    await world.ann.send('PATCH', `/articles/${violin.id}/state`, { vote: 1 })
    const learned = await interests()
    expect(learned.learning.articles).toBe(1)
    const own = learned.items.filter(({ isConfigured }) => !isConfigured)
    expect(own[0]!.moves).toMatchObject([{ cause: 'more', article: { title: 'Museum buys violin' } }])
    expect((await world.bob.get<Interests>('/interests')).items).toHaveLength(2)

    const [one] = own
    expect((await world.ann.send('POST', '/interests/forget', { term: one!.term })).statusCode).toBe(200)
    expect((await world.ann.send('POST', '/interests/forget', { term: one!.term })).statusCode).toBe(404)
    expect((await interests()).items).toHaveLength(learned.items.length - 1)
    expect((await world.ann.send('POST', '/interests/forget', { all: true })).json()).toMatchObject({ articles: 0 })
    expect((await interests()).items.map(({ written }) => written)).toEqual(['lighthouse', 'World'])
  })

  test('interests are paged', async () => {
    const { items } = await world.ann.get<{ items: { id: number }[] }>('/articles')
    for (const { id } of items) await world.ann.send('PATCH', `/articles/${id}/state`, { saved: true })
    const [all, first] = [await interests(), await interests('?limit=2')]
    const rest = await interests(`?limit=200&cursor=${first.next}`)
    expect([...first.items, ...rest.items].map(({ term }) => term)).toEqual(all.items.map(({ term }) => term))
  })

  test.each([
    [{}, 400],
    [{ all: false }, 400],
    [{ term: 'x', all: true }, 400],
    [{ term: 'lighthouse' }, 404],
  ])('to forget %j is refused', async (body, status) => {
    expect((await world.ann.send('POST', '/interests/forget', body)).statusCode).toBe(status)
  })

  test('an administrator sends a crawl, and its stories are articles', async () => {
    const sent = await world.admin.send('POST', '/crawl', CRAWL)
    expect([sent.statusCode, sent.json().added > 0]).toEqual([200, true])
    const { items } = await world.admin.get<{ items: unknown[] }>(`/articles?feed=${sent.json().feed}`)
    expect(items).toHaveLength(sent.json().added)
    expect((await world.admin.send('POST', '/crawl', CRAWL)).json()).toMatchObject({ added: 0 })
    expect((await world.ann.send('POST', '/crawl', CRAWL)).statusCode).toBe(403)
    expect((await world.ann.get<{ items: unknown[] }>(`/articles?feed=${sent.json().feed}`)).items).toEqual([])
  })

  test.each([
    ['nothing', undefined, '', 400],
    ['a list', [], '', 400],
    ['no pages', { start_url: 'https://a.example/' }, '', 422],
    ['an unknown tab', CRAWL, '?tab=nowhere', 422],
    ['a crawl time that is none', CRAWL, '?crawlTime=yesterday', 400],
  ])('a crawl of %s is refused', async (_, body, query, status) => {
    const answer = await world.admin.send('POST', `/crawl${query}`, body)
    expect([answer.statusCode, answer.body]).toEqual([status, expect.any(String)])
  })
})

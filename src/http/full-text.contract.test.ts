import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Fetcher } from '../io/fetch/create-fetcher.ts'

const PAGE = readFileSync(new URL('../../tests/fixtures/pages/news.html', import.meta.url))

/** Serves the same page at every address, and no robots.txt. */
function pagesEverywhere(asked: string[]): Fetcher {
  return {
    fetch: async (url) => {
      asked.push(url)
      const isPage = !url.endsWith('/robots.txt')
      return {
        kind: 'answer',
        ...{ asked: url, url, hops: [], wireBytes: 1, tookMs: 1, headers: { 'content-type': 'text/html' } },
        status: isPage ? 200 : 404,
        body: isPage ? PAGE : new Uint8Array(),
        complete: true,
        conditional: false,
      }
    },
    close: async () => {},
  }
}

interface Listed {
  readonly items: readonly { readonly id: number; readonly title: string; readonly wordCount: number }[]
}

describe.each(sampledKinds(import.meta.url))('full texts through the API on %s', (kind) => {
  let world: TwoReaders
  let asked: string[]

  beforeEach(async () => {
    asked = []
    world = await twoReaders(kind, { fetcher: pagesEverywhere(asked) })
    world.desk.publish(SHARED, [anItem('Harbour stays closed', 'https://shared.example/harbour')])
    await world.desk.poll()
  })
  afterEach(() => world.close())

  const firstOf = async (client: TwoReaders['ann']) => (await client.get<Listed>('/articles')).items[0]!

  test('a page that is asked for is there at once, for all who see the article, counted and told of', async () => {
    const { ann, bob } = world
    const { id, wordCount } = await firstOf(ann)
    expect(await ann.get(`/articles/${id}`)).toMatchObject({ fullText: null, fullTextProblem: null })
    const answer = await ann.send('PUT', `/articles/${id}/full-text`)
    expect(answer.json()).toMatchObject({ pending: false, fullTextProblem: null })
    const whole = await bob.get<{ fullText: { html: string; text: string; wordCount: number; url: string } }>(
      `/articles/${id}`,
    )
    expect(whole.fullText).toMatchObject({ url: 'https://shared.example/harbour' })
    expect(whole.fullText.text).toContain('tore away two of the four moorings')
    expect(whole.fullText.html).not.toMatch(/<script|javascript:/)
    const listed = await firstOf(bob)
    expect(listed.wordCount).toBe(whole.fullText.wordCount)
    expect(listed.wordCount).toBeGreaterThan(wordCount)
    const events = await bob.send('GET', '/events?after=0&once=true')
    expect(events.body).toContain(`"kind":"text","articles":[${id}]`)
    // What is there is not fetched again.
    const before = asked.length
    await bob.send('PUT', `/articles/${id}/full-text`)
    expect(asked.length).toBe(before)
  })

  test('a page of a private feed is fetched for its reader alone, who alone sees it, and never by itself', async () => {
    const { ann, bob, desk } = world
    const url = 'https://private.example/rss'
    const added = await ann.send('POST', '/subscriptions', { url, private: true, fullText: true })
    expect(added.json()).toMatchObject({ private: true, fullText: true })
    desk.publish(url, [anItem('A letter to Ann', 'https://private.example/letter?token=secret', 1)])
    await desk.poll()
    const { id } = (await ann.get<Listed>('/articles')).items.find(({ title }) => title === 'A letter to Ann')!
    expect(
      await desk.store.waitingPages({
        since: 0,
        now: 0,
        passing: ['gone'],
        mostFailures: 1,
        longestRetryMs: 1,
        limit: 9,
      }),
    ).toEqual([])
    expect((await bob.send('PUT', `/articles/${id}/full-text`)).statusCode).toBe(404)
    expect(asked).toEqual([])
    expect((await ann.send('PUT', `/articles/${id}/full-text`)).json()).toMatchObject({ pending: false })
    expect((await ann.get<{ fullText: unknown }>(`/articles/${id}`)).fullText).not.toBeNull()
    expect((await bob.send('GET', `/articles/${id}`)).statusCode).toBe(404)
    expect((await bob.send('GET', '/events?after=0&once=true')).body).not.toContain('"kind":"text"')
  })

  test('a subscription says whether its articles get their full text, for one reader, and takes it back', async () => {
    const { ann, bob } = world
    type Subscriptions = { readonly items: readonly { readonly id: number; readonly fullText: boolean }[] }
    const one = (await ann.get<Subscriptions>('/subscriptions')).items[0]!
    expect(one.fullText).toBe(false)
    expect((await ann.send('PATCH', `/subscriptions/${one.id}`, { fullText: true })).json()).toMatchObject({
      fullText: true,
    })
    expect((await bob.get<Subscriptions>('/subscriptions')).items[0]!.fullText).toBe(false)
    expect((await ann.send('PATCH', `/subscriptions/${one.id}`, { fullText: null })).json()).toMatchObject({
      fullText: false,
    })
  })
})

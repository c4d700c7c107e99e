import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aDigestArticle, aDigestItem, anEmptyDigest } from '../../tests/support/a-digest.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { NOW, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Story } from './contract/stories.ts'

/* How a story went, through the API, as each of two readers sees it. */

interface History {
  readonly first: { readonly article: { readonly sourceName: string }; readonly newsroom: string } | null
  readonly figures: readonly { readonly kind: string; readonly value: string; readonly sourceName: string }[]
  readonly languages: readonly string[]
  readonly others: readonly { readonly language: string | null; readonly article: { readonly title: string } }[]
}

const HOUR = 3_600_000
const OWN = 'https://annsown.example/rss'
const GERMAN = 'https://deutsch.example/rss'

const ferry = (host: string, toll: string, hours: number) => ({
  title: `Ferry Aurora sinks off Kiel in storm, ${toll}`,
  url: `https://${host}/ferry-${hours}`,
  text: `The ferry Aurora sank off Kiel in a storm on Saturday. Rescuers spoke of ${toll} after the search of the wreck in the harbour mouth.`,
  at: NOW - hours * HOUR,
})

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [ferry('shared.example', '9 dead', 3), ferry('shared.example', '14 dead', 1)])
    world.desk.publish(OWN, [ferry('annsown.example', '12 dead', 2), ferry('annsown.example', '3 dead', 5)])
    world.desk.publish(GERMAN, [
      {
        title: 'Fähre Aurora vor Kiel gesunken',
        url: 'https://deutsch.example/1',
        text: 'Die Fähre sank.',
        at: NOW - HOUR,
      },
    ])
    await world.ann.send('POST', '/subscriptions', { url: OWN, name: 'Ann own' })
    await world.ann.send('POST', '/subscriptions', { url: GERMAN })
    await world.desk.app.polls.runDue(() => {})
    await world.desk.app.stories.refine()
  })
  afterEach(() => world.close())

  async function historyFor(who: 'ann' | 'bob'): Promise<Story & History> {
    const { items } = await world[who].get<{ items: readonly Story[] }>('/stories?leastArticles=2')
    return world[who].get<Story & History>(`/stories/${items[0]!.id}`)
  }

  test('tells who was first and how figures changed, of what each reader sees', async () => {
    const anns = await historyFor('ann')
    expect(anns.first).toMatchObject({ article: { sourceName: 'Ann own' }, newsroom: 'Ann own' })
    expect(anns.figures.map(({ kind, value, sourceName }) => [kind, value, sourceName])).toEqual([
      ['dead', '3', 'Ann own'],
      ['dead', '9', 'The Shared'],
      ['dead', '12', 'Ann own'],
      ['dead', '14', 'The Shared'],
    ])
    expect(anns.languages).toEqual(['en'])
    const bobs = await historyFor('bob')
    expect(bobs.first).toMatchObject({ article: { sourceName: 'The Shared' } })
    expect(bobs.figures.map(({ value }) => value)).toEqual(['9', '14'])
  })

  test('tells the same event in another language, where a digest has found it', async () => {
    const { desk, readers } = world
    expect((await historyFor('ann')).others).toEqual([])
    const articles = await desk.store.articlePage({ limit: 10 })
    const [german, english] = [/Fähre/, /14 dead/].map((words) => articles.find(({ title }) => words.test(title))!)
    for (const reader of [readers.ann.id, readers.bob.id]) {
      const told = aDigestItem('Ferry', aDigestArticle(german!.title, 'Deutsch', { key: german!.key }), {
        inOtherLanguages: [aDigestArticle(english!.title, 'Shared', { key: english!.key })],
      })
      const digest = { ...anEmptyDigest(), topStories: [told], at: NOW }
      await desk.store.keepDigest({ reader, localDate: '2026-11-14', madeAt: NOW, digest, topics: [], shown: [] })
    }
    expect((await historyFor('ann')).others).toMatchObject([
      { language: 'de', article: { title: 'Fähre Aurora vor Kiel gesunken' } },
    ])
    expect((await historyFor('bob')).others).toEqual([])
  })
})

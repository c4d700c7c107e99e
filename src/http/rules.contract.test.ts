import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Article } from './contract/articles.ts'
import type { Rule } from './contract/rules.ts'

/* Rules through the API, by two readers, over both databases. */

interface Page<Item> {
  readonly items: readonly Item[]
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [
      anItem('Harbour bridge closed', 'https://shared.example/bridge'),
      anItem('Football: harbour team wins the cup', 'https://shared.example/cup'),
      anItem('Museum buys violin', 'https://shared.example/violin'),
    ])
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(() => world.close())

  const articles = async (client: Client, query = '') => (await client.get<Page<Article>>(`/articles${query}`)).items
  const titles = async (client: Client, query = '') => (await articles(client, query)).map(({ title }) => title).sort()
  const add = async (client: Client, body: object): Promise<Rule> => {
    const answer = await client.send('POST', '/rules', body)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json()
  }
  const ALL = ['Football: harbour team wins the cup', 'Harbour bridge closed', 'Museum buys violin']

  test('what is muted is in no list of its reader, and there again when the rule is gone', async () => {
    const rule = await add(world.ann, { kind: 'mute', query: 'football' })
    expect(await add(world.ann, { kind: 'mute', query: 'football' })).toEqual(rule)
    expect(await titles(world.ann)).toEqual(['Harbour bridge closed', 'Museum buys violin'])
    expect(await titles(world.ann, '?muted=true')).toEqual(['Football: harbour team wins the cup'])
    expect((await world.ann.get<Page<{ unread: number }>>('/tabs')).items[0]!.unread).toBe(2)
    expect(await titles(world.bob)).toEqual(ALL)
    expect((await world.ann.send('DELETE', `/rules/${rule.id}`)).statusCode).toBe(204)
    expect(await titles(world.ann)).toEqual(ALL)
  })

  test('what is muted is not in a digest of its reader', async () => {
    await add(world.ann, { kind: 'mute', query: 'football' })
    const digestOf = async (reader: 'ann' | 'bob') => {
      const request = { type: null, windowMs: 86_400_000, topics: null, tab: null }
      return JSON.stringify(await world.desk.app.forReader(world.readers[reader]).digests.preview(request))
    }
    expect(await digestOf('ann')).toContain('Museum buys violin')
    expect(await digestOf('ann')).not.toContain('Football')
    expect(await digestOf('bob')).toContain('Football')
  })

  test('a rule counts for what comes later', async () => {
    await add(world.ann, { kind: 'mute', query: 'cup OR regatta' })
    world.desk.setClock(world.desk.now() + 30 * 60_000)
    world.desk.publish(SHARED, [
      anItem('Regatta on the lake', 'https://shared.example/regatta', 1),
      anItem('Library opens', 'https://shared.example/library', 1),
    ])
    expect(await world.desk.poll()).toBe(2)
    await world.desk.app.followRules(null)
    expect(await titles(world.ann)).toEqual(['Harbour bridge closed', 'Library opens', 'Museum buys violin'])
  })

  test('what is highlighted carries a mark, for its reader', async () => {
    await add(world.ann, { kind: 'highlight', query: 'title:harbour source:shared' })
    const marked = async (client: Client) =>
      (await articles(client)).filter(({ highlighted }) => highlighted).map(({ title }) => title)
    expect((await marked(world.ann)).sort()).toEqual(['Football: harbour team wins the cup', 'Harbour bridge closed'])
    expect(await marked(world.bob)).toEqual([])
  })

  test('a changed rule begins anew', async () => {
    const { id } = await add(world.ann, { kind: 'mute', query: 'football' })
    const changed = await world.ann.send('PATCH', `/rules/${id}`, { query: 'violin' })
    expect(changed.json()).toMatchObject({ id, kind: 'mute', query: 'violin', problem: null })
    expect(await titles(world.ann)).toEqual(['Football: harbour team wins the cup', 'Harbour bridge closed'])
    await world.ann.send('PATCH', `/rules/${id}`, { kind: 'highlight' })
    expect(await titles(world.ann)).toEqual(ALL)
  })

  test('the rules of one reader are not those of another', async () => {
    const { id } = await add(world.ann, { kind: 'mute', query: 'football' })
    expect((await world.bob.send('PATCH', `/rules/${id}`, { kind: 'highlight' })).statusCode).toBe(404)
    expect((await world.bob.send('PATCH', `/rules/${id}`, {})).statusCode).toBe(404)
    expect((await world.bob.send('DELETE', `/rules/${id}`)).statusCode).toBe(404)
    expect((await world.bob.get<Page<Rule>>('/rules')).items).toEqual([])
    expect((await world.ann.get<Page<Rule>>('/rules')).items).toHaveLength(1)
  })

  test('the rules of a reader who is removed go with them', async () => {
    await add(world.ann, { kind: 'mute', query: 'harbour' })
    await world.desk.app.readers.remove('ann')
    expect(await world.desk.store.web.rules(null)).toEqual([])
    expect(await titles(world.bob)).toEqual(ALL)
  })

  test('a dry run tells what would be touched, and touches nothing', async () => {
    await world.desk.store.updateSearch(100)
    await world.desk.store.updateSearch(100)
    const run = (await world.ann.send('POST', '/rules/dry-run', { query: 'harbour' })).json()
    expect(run).toMatchObject({ days: 7, articles: 2 })
    expect(run.examples.map(({ title }: Article) => title).sort()).toEqual([
      'Football: harbour team wins the cup',
      'Harbour bridge closed',
    ])
    expect(await titles(world.ann)).toEqual(ALL)
  })

  test('a rule whose tab is gone says so', async () => {
    await world.ann.send('POST', '/tabs', { name: 'Mine' })
    await add(world.ann, { kind: 'mute', query: 'violin tab:Mine' })
    await world.ann.send('DELETE', '/tabs/Mine')
    const [rule] = (await world.ann.get<Page<Rule>>('/rules')).items
    expect(rule!.problem).toContain('Mine')
    await world.desk.app.followRules(null)
    expect(await titles(world.ann)).toEqual(ALL)
  })

  test.each([
    ['POST', '/rules', { kind: 'mute', query: '"open' }],
    ['POST', '/rules', { kind: 'hide', query: 'x' }],
    ['POST', '/rules', { kind: 'mute' }],
    ['POST', '/rules/dry-run', { query: 'tab:nowhere' }],
    ['POST', '/rules/dry-run', undefined],
  ] as const)('%s %s with %j is refused', async (method, path, body) => {
    expect((await world.ann.send(method, path, body)).statusCode).toBe(400)
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 3, 12)
const WORDS =
  'The harbour bridge was closed to all traffic on Tuesday after inspectors found a crack in one of its 84 steel hangers, the port authority said. Ferries were doubled, and hauliers were told to take the northern tunnel until the hanger has been replaced, which should take nine days.'

let desk: Desk
beforeEach(async () => {
  desk = await anApp({ now: NOW })
})
afterEach(() => desk.close())

/** Three papers on one bridge and one on something else, published so many days ago. */
async function bridge(daysAgo: number) {
  const at = NOW - daysAgo * DAY
  const items = [
    ['https://a.example/rss', 'Harbour bridge closed after cracked hanger is found', WORDS],
    ['https://b.example/rss', 'Cracked hanger found: harbour bridge closed to traffic', WORDS],
    ['https://c.example/rss', 'Harbour bridge closed: cracked hanger found by inspectors', WORDS],
    ['https://d.example/rss', 'Rare orchid flowers in the botanical garden', 'It last did so a generation ago.'],
  ] as const
  for (const [feed, title, text] of items) {
    desk.publish(feed, [{ title, text, url: `${new URL(feed).origin}/story`, at }])
  }
  desk.setClock(at + HOUR)
  await desk.poll()
  desk.setClock(NOW)
  const articles = await desk.store.articlePage({ limit: 10 })
  return (host: string) => String(articles.find(({ url }) => url!.includes(`//${host}.`))!.id)
}

/** Which articles stand in one story, by the number of each. */
async function company(wanted: string): Promise<string[]> {
  const { story } = await desk.app.articles.why(wanted)
  const { members } = await desk.app.stories.why(story!.key)
  expect(story!.members, 'the count of a story is that of its members').toBe(members.length)
  return members.map(({ article }) => String(article.id)).sort()
}

describe('a story corrected by hand', () => {
  test('loses an article that does not belong, and gets it back when somebody says so', async () => {
    const of = await bridge(1)
    expect(await company(of('a'))).toEqual([of('a'), of('b'), of('c')].sort())
    expect(await desk.app.stories.split(of('b'))).toMatchObject({ from: 2 })
    expect(await company(of('a'))).toEqual([of('a'), of('c')].sort())
    expect(await company(of('b'))).toEqual([of('b')])
    await desk.app.stories.refine()
    expect(await company(of('b'))).toEqual([of('b')])
    desk.setClock(NOW + 1)
    await desk.app.stories.join(of('b'), of('a'))
    expect(await company(of('b'))).toContain(of('a'))
  })

  test('keeps a name of its own when it is taken out of the story named after it', async () => {
    const of = await bridge(1)
    await desk.app.stories.split(of('a'))
    const { membership, story } = await desk.app.articles.why(of('a'))
    expect(story).toMatchObject({ key: membership!.story, members: 1 })
    expect(story!.key).toMatch(/^[0-9a-f]{32}$/)
    expect((await desk.app.stories.why(story!.key)).members).toHaveLength(1)
    const rest = (await desk.app.articles.why(of('b'))).story!
    expect(rest.key).not.toBe(story!.key)
    expect((await desk.app.stories.why(rest.key)).story.members).toBe(2)
  })

  test('names the link that ties each member in, and says when it was made by hand', async () => {
    const of = await bridge(1)
    const { members } = await desk.app.stories.why((await desk.app.articles.why(of('a'))).story!.key)
    for (const { links } of members) {
      const [link] = links.filter(({ holds }) => holds)
      expect(link!.value).toBeGreaterThanOrEqual(link!.threshold)
      expect(link!.to!.title).toMatch(/bridge/)
    }
    await desk.app.stories.join(of('d'), of('c'))
    const { links } = await desk.app.articles.why(of('d'))
    expect(links.filter(({ holds }) => holds).map(({ measure }) => measure)).toContain('hand')
  })

  test('becomes one with the whole story of an article it is joined with, even one that is not alike at all', async () => {
    const of = await bridge(1)
    await desk.app.stories.join(of('d'), of('c'))
    expect(await company(of('d'))).toEqual([of('a'), of('b'), of('c'), of('d')].sort())
    expect((await desk.app.articles.why(of('d'))).membership!.cause).toBe('hand')
  })

  test.each([
    ['a', 'c'],
    ['c', 'a'],
  ])('is whole again when %s, joined with %s, ends what a split said about the others too', async (one, other) => {
    const of = await bridge(1)
    await desk.app.stories.split(of('a'))
    expect(await company(of('a'))).toEqual([of('a')])
    desk.setClock(desk.now() + 1)
    await desk.app.stories.join(of(one), of(other))
    expect(await company(of('a'))).toEqual([of('a'), of('b'), of('c')].sort())
  })

  test('is refused when its articles are frozen, instead of saying yes and doing nothing', async () => {
    const of = await bridge(8)
    await desk.app.stories.refine()
    await expect(desk.app.stories.split(of('b'))).rejects.toThrow('stories that old stay as they are')
    await expect(desk.app.stories.join(of('d'), of('c'))).rejects.toThrow('stories that old stay as they are')
    expect(await desk.store.storyConstraints()).toEqual([])
  })

  test('is not made of one article', async () => {
    const of = await bridge(1)
    await expect(desk.app.stories.join(of('d'), of('d'))).rejects.toThrow('is one article: name two')
    await expect(desk.app.stories.split(of('d'))).rejects.toThrow('is alone in its story')
  })
})

describe('why', () => {
  test('an article says who gave it, what it is like, with value and threshold, and its place in its story', async () => {
    const of = await bridge(1)
    const { origins, matches, membership, story } = await desk.app.articles.why(of('c'))
    expect(origins).toMatchObject([{ name: 'c.example' }])
    const titles = matches.filter(({ layer }) => layer === 'title')
    expect(titles.length).toBeGreaterThan(0)
    for (const { value, threshold, other } of titles) {
      expect(value).toBeGreaterThanOrEqual(threshold)
      expect(other!.title).toMatch(/bridge/)
    }
    expect([membership!.story, story!.members]).toEqual([story!.key, 3])
  })

  test.each([
    ['an address', 'https://d.example/story', 'article'],
    ['a part of the name of a feed', 'd.exam', 'feed'],
  ])('finds what %s means', async (_fact, wanted, kind) => {
    await bridge(1)
    expect(await desk.app.kindOf(wanted)).toBe(kind)
  })

  test('finds a story by the beginning of its name', async () => {
    const of = await bridge(1)
    const { key } = (await desk.app.articles.why(of('a'))).story!
    expect(await desk.app.kindOf(key)).toBe('story')
    expect((await desk.app.stories.why(key.slice(0, 12))).story.key).toBe(key)
  })

  test('says where to look for what it cannot find, and asks when a number is two things', async () => {
    await bridge(1)
    await expect(desk.app.kindOf('nowhere')).rejects.toThrow('no article, story or feed is called "nowhere"')
    await expect(desk.app.kindOf('1')).rejects.toThrow('"1" is an article and a feed')
  })
})

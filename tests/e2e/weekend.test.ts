import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Digest, DigestItem } from '../../src/core/domain/digest.ts'
import { weekendItems, weekendTruths, withWeekend } from '../support/weekend.ts'
import { pairsOf, pairWithoutChain, type StoryPair } from '../support/why-chain.ts'

/*
 * An invented weekend of 23 outlets in six languages, polled over real HTTP while its entries appear at their times. What
 * leads each digest, and which state of each running figure is shown, is known (tests/fixtures/weekend/README.md).
 */

const files = new Map<string, string>()
const digests = new Map<string, Digest>()
let unexplained: StoryPair | null = ['not', 'looked at']

beforeAll(async () => {
  await withWeekend(null, async ({ app, folder }) => {
    const stories = await app.stories.list({ limit: 1_000, leastMembers: 2, since: null })
    const explained = await Promise.all(stories.map(({ key }) => app.stories.why(key)))
    const members = explained.map((story) => story.members.map(({ article }) => String(article.id)))
    unexplained = await pairWithoutChain(pairsOf(members), app.articles.why)
    for (const name of readdirSync(folder)) files.set(name, readFileSync(join(folder, name), 'utf8'))
  })
  for (const [name, text] of files)
    if (name.endsWith('.json')) digests.set(name.replace(/\.json$/, ''), JSON.parse(text))
}, 240_000)

const idByUrl = new Map(weekendItems.map(({ url, id }) => [url, id]))
const truths = new Map(weekendTruths.map((truth) => [truth.id, truth]))
const truthOf = ({ lead }: Pick<DigestItem, 'lead'>) => truths.get(idByUrl.get(lead.url) ?? '')
const topOf = (name: string) => digests.get(name)!.topStories
const itemsOf = (name: string) => {
  const { topStories, noteworthy, alsoMentioned } = digests.get(name)!
  return [...topStories, ...noteworthy.flatMap(({ items }) => items), ...alsoMentioned]
}

test('ten digests are made at their hours', () => {
  expect([...digests.keys()].sort()).toEqual([
    ...['2026-05-08', '2026-05-09'].flatMap((day) => [`${day}-evening`, `${day}-midday`, `${day}-morning`]),
    '2026-05-09-weekly',
    ...['evening', 'midday', 'morning'].map((type) => `2026-05-10-${type}`),
  ])
})

test('why names a chain of links between any two articles of a story', () => expect(unexplained).toBeNull())

describe('top stories', () => {
  test.each([
    ['2026-05-08-evening', ['ferry-cuyo', 'brandauer-bid', 'carstens-verdict', 'chile-rate']],
    ['2026-05-09-morning', ['ferry-cuyo', 'hualien-quake', 'gredos-fire']],
    ['2026-05-09-midday', ['ferry-cuyo', 'beppu-legionella']],
    ['2026-05-09-evening', ['ferry-cuyo', 'brandauer-bid', 'montalvo-death']],
    ['2026-05-10-morning', ['iceland-vote', 'atlantic-final', 'ferry-cuyo', 'tsukikage-landing']],
    ['2026-05-10-evening', ['iceland-vote', 'ferry-cuyo', 'tsukikage-landing']],
  ])('of %s tell %j', (name, events) => {
    expect(topOf(name).map((item) => truthOf(item)?.event)).toEqual(expect.arrayContaining(events))
  })

  test.each([
    ['2026-05-08-evening', 'ferry-cuyo', 'en', 'dead=14'],
    ['2026-05-09-morning', 'ferry-cuyo', 'en', 'dead=17'],
    ['2026-05-09-morning', 'hualien-quake', 'zh', 'mag=5.9'],
    ['2026-05-09-morning', 'gredos-fire', 'de', 'evacuated=3400'],
    ['2026-05-09-midday', 'ferry-cuyo', 'en', 'dead=15'],
    ['2026-05-09-midday', 'beppu-legionella', 'ja', 'cases=18'],
    ['2026-05-09-evening', 'ferry-cuyo', 'en', 'dead=15'],
    ['2026-05-09-evening', 'brandauer-bid', 'de', 'bid=46.50'],
    ['2026-05-08-evening', 'chile-rate', 'en', 'rate=4.25'],
    ['2026-05-10-morning', 'ferry-cuyo', 'en', 'dead=16'],
    ['2026-05-10-morning', 'iceland-vote', 'en', 'vorhugur=23'],
    ['2026-05-10-morning', 'tsukikage-landing', 'en', 'contact=restored'],
    ['2026-05-10-morning', 'atlantic-final', 'en', 'score=2-1'],
    ['2026-05-10-evening', 'iceland-vote', 'en', 'vorhugur=22'],
    ['2026-05-10-evening', 'ferry-cuyo', 'en', 'dead=19'],
    ['2026-05-10-evening', 'tsukikage-landing', 'en', 'contact=restored'],
  ])('of %s: %s in %s has the state %s', (name, event, language, state) => {
    const item = topOf(name).find((one) => truthOf(one)?.event === event && one.lead.language === language)
    expect(truthOf(item!)?.state).toBe(state)
  })

  test('are never led by a live page, an opinion or a reprint', () => {
    const kinds = [...digests.keys()].flatMap((name) => topOf(name).map((item) => truthOf(item)?.kind))
    expect(kinds.filter((kind) => ['live', 'opinion', 'reprint'].includes(kind ?? ''))).toEqual([])
  })

  test('of a digest filled by rank are led by different sources, unless several newsrooms tell a story', () => {
    for (const { byRank, topStories } of digests.values()) {
      const lone = topStories.filter(({ related }) => related.newsrooms < 2).map(({ lead }) => lead.sourceName)
      if (byRank) expect(new Set(lone).size).toBe(lone.length)
    }
  })
})

test('an event told in several languages is one item, with the others beside it', () => {
  const [ferry] = topOf('2026-05-08-evening').filter((item) => truthOf(item)?.event === 'ferry-cuyo')
  expect(ferry!.inOtherLanguages!.map(({ language }) => language).sort()).toEqual(['de', 'es', 'zh'])
  expect(files.get('2026-05-08-evening.md')).toContain('The same event: ')
  for (const name of digests.keys()) {
    const joined = itemsOf(name).flatMap((item) =>
      (item.inOtherLanguages ?? []).map((lead) => [item, { lead }] as const),
    )
    for (const [item, other] of joined) expect(truthOf(other)?.event).toBe(truthOf(item)?.event)
  }
})

test('a toll that was corrected is said at the head of the next digest', () => {
  expect(digests.get('2026-05-09-midday')!.corrections).toMatchObject([
    { what: 'figure', figure: 'dead', was: '17', now: '15', article: { sourceName: 'Meridian News Agency' } },
  ])
  expect([...digests.values()].flatMap(({ corrections = [] }) => corrections)).toHaveLength(1)
})

test('the evening recapitulates what midday showed', () => {
  const midday = topOf('2026-05-08-midday').map(({ key }) => key)
  const evening = itemsOf('2026-05-08-evening').map(({ key }) => key)
  expect(evening).toEqual(expect.arrayContaining(midday.slice(0, 1)))
})

test('whatever is called new is told in words', () => {
  const news = [...digests.keys()].flatMap((name) => {
    const { topStories, noteworthy } = digests.get(name)!
    return [...topStories, ...noteworthy.flatMap(({ items }) => items)].flatMap((item) => item.news ?? [])
  })
  expect(news.length).toBeGreaterThan(5)
  expect(news.filter(({ sentence }) => sentence === null)).toEqual([])
})

/** Those whose contents are known, and the weekly one. */
const SAMPLES = [
  '2026-05-08-evening',
  '2026-05-09-morning',
  '2026-05-09-weekly',
  '2026-05-09-midday',
  '2026-05-09-evening',
  '2026-05-10-morning',
  '2026-05-10-evening',
]

test.each(SAMPLES)('the guide shows the digest %s as it is made', async (name) => {
  await expect(files.get(`${name}.md`)).toMatchFileSnapshot(`../../docs/guide/weekend/${name}.md`)
})

test('headlines that a feed decoded wrongly are shown repaired', () => {
  for (const [name, text] of files) if (name.endsWith('.md')) expect(text).not.toMatch(/Ã[\u0080-\u00bf]/)
})

test('a weekend with nineteen dead is not called quiet', () => {
  for (const [name, text] of files) if (name.endsWith('.md')) expect(text).not.toMatch(/quiet day/i)
})

test('every sentence of a summary stands in the article it is taken from', () => {
  const texts = new Map(
    weekendItems.map((item) => [item.url, `${item.title}\n${item.body ?? ''}`.replace(/\s+/g, ' ')]),
  )
  for (const name of digests.keys()) {
    for (const { summary, lead, others } of itemsOf(name)) {
      const urls = new Map([lead, ...others].map(({ key, url }) => [key, url]))
      for (const { text, article } of summary) {
        const source = texts.get(urls.get(article) ?? '')
        if (source !== undefined) expect(source).toContain(text.replace(/…$/, '').replace(/\s+/g, ' '))
      }
    }
  }
})

import { describe, expect, test } from 'vitest'
import { aDigestInput, aWindowArticle, aWindowStory, SEVEN } from '../../../tests/support/a-digest-input.ts'
import type { ShownStory } from '../domain/digest.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { digestMemory } from './digest-memory.ts'

const HOUR_MS = 3_600_000
const told = (key: string, language: string, title: string, hours: number, score: number): WindowArticle =>
  aWindowArticle(key, {
    language,
    title,
    published: SEVEN - hours * HOUR_MS,
    firstSeen: SEVEN - hours * HOUR_MS,
    score,
  })

const english = told('en', 'en', 'Ferry toll now 17 dead', 9, 80)
const german = told('de', 'de', 'Fährunglück: 19 Tote', 2, 60)
const spanish = told('es', 'es', 'Naufragio: 14 muertos', 12, 55)
const chinese = told('zh', 'zh', '渡輪翻覆', 3, 50)

/** All of them tell one event. */
const anEvent = (articles: readonly WindowArticle[], with_: Partial<DigestInput> = {}): DigestInput =>
  aDigestInput(articles, {
    events: new Map(articles.map(({ story }) => [story, 'event'])),
    newsroomsOfEvents: new Map([['event', 3]]),
    stories: articles.map(({ story }) => aWindowStory(story, { newsrooms: 2 })),
    ...with_,
  })

const shown = ({ story, key, firstSeen }: WindowArticle): ShownStory => ({
  story,
  rank: 1,
  articles: 1,
  newest: key,
  newestSeenAt: firstSeen,
  at: SEVEN - HOUR_MS,
})

describe('an event told in several languages', () => {
  test('is one item at the highest score, led by its current state; lines with an older state are left out', () => {
    const [item, ...others] = buildDigest(anEvent([english, german, spanish, chinese])).topStories
    expect(others).toEqual([])
    expect(item).toMatchObject({ lead: { key: 'de' }, score: 80, leadScore: 60 })
    expect(item!.inOtherLanguages!.map(({ key }) => key)).toEqual(['zh'])
  })

  test('has the newsrooms of the event, each counted once', () => {
    expect(buildDigest(anEvent([english, german])).topStories[0]!.related.newsrooms).toBe(3)
  })

  test('is told again when it grew in another language, and says so', () => {
    const previous = { at: SEVEN - HOUR_MS, stories: [shown(english)] }
    const [item] = buildDigest(anEvent([english, german], { previous })).topStories
    expect(item).toMatchObject({ lead: { key: 'de' }, score: 80, news: { newArticles: 1, since: SEVEN - HOUR_MS } })
  })

  test('is not told again when it grew in none', () => {
    const previous = { at: SEVEN - HOUR_MS, stories: [shown(english), shown(german)] }
    expect(buildDigest(anEvent([english, german], { previous })).topStories).toEqual([])
  })

  test('is remembered whole, whatever was listed', () => {
    const input = anEvent([english, german, spanish])
    const stories = digestMemory(buildDigest(input), input).map(({ story }) => story)
    expect(stories.sort()).toEqual(['story-de', 'story-en', 'story-es'])
  })
})

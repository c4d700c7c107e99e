import { describe, expect, test } from 'vitest'
import { clusterTopics } from './cluster-topics.ts'
import type { TopicArticle } from './topic-article.ts'
import { uniqueLabels } from './unique-labels.ts'

/* Labels are judged on our own words: a window of several topics, so that the statistics have something to tell apart. */

interface Story {
  readonly language: string
  readonly sourceName?: string
  readonly articles: readonly (readonly [title: string, text: string])[]
}

const harbour: Story = {
  language: 'en',
  articles: [
    [
      'Ferries wait as storm batters Norway',
      'A storm held back ferries along the coast of Norway on Monday. Every ferry of the northern line stayed in harbour while the storm lasted.',
    ],
    [
      'Storm keeps Norwegian ferries in harbour',
      'Passengers slept on ferries in the harbour. In Norway the storm is the third since autumn, and ferries will wait another day.',
    ],
    [
      'Three days of storm: what the ferries of Norway lost',
      'The line counts its losses after the storm. Its ferries carry most of what the islands of Norway eat.',
    ],
  ],
}
const mayor: Story = {
  language: 'en',
  sourceName: 'Millbrook Courier',
  articles: [
    [
      'Mayor Ada Bright opens language school - Millbrook Courier',
      'The school teaches sign language to bus drivers, said Ada Bright, who opened it. The Millbrook Courier was there.',
    ],
    [
      'Bright: every driver should learn sign language',
      'Speaking at the new school, Ada Bright asked the drivers to know sign language before the summer. Millbrook Courier readers agree.',
    ],
  ],
}
const chips: Story = {
  language: 'zh',
  sourceName: '山海日報',
  articles: [
    [
      '【快訊】昱峰半導體台南廠停電 產線停擺｜山海日報',
      '昱峰半導體台南廠今天清晨停電，產線停擺三小時，公司表示損失仍在估算。',
    ],
    ['昱峰半導體停電 產線明日恢復', '昱峰半導體指出，台南廠的產線明日可以恢復，停電原因仍待調查。'],
    ['台南停電波及昱峰半導體 專家看產線韌性', '專家認為，這次停電暴露昱峰半導體產線的弱點，台南的供電需要檢討。'],
  ],
}
const vote: Story = {
  language: 'zh',
  articles: [
    ['渡輪票價調漲 離島居民抗議', '渡輪票價下月調漲，離島居民到碼頭抗議。'],
    ['離島居民反對渡輪票價調漲', '居民說渡輪是離島唯一的路，票價調漲難以接受。'],
  ],
}
const rail: Story = {
  language: 'ja',
  articles: [
    ['青葉新幹線、架線点検で始発から運休', '青葉新幹線は架線点検のため始発から運休した。再開は午後の見通し。'],
    ['青葉新幹線が運休　架線点検に遅れ', '架線点検の遅れで青葉新幹線の運休が続いた。福岡駅には長い列ができた。'],
  ],
}
const lens: Story = {
  language: 'ja',
  articles: [
    ['ノルディアレンズ、望遠鏡の新工場を仙台に', 'ノルディアレンズは望遠鏡の新工場を仙台に建てる。'],
    ['仙台に望遠鏡の新工場　ノルディアレンズ', '望遠鏡を作るノルディアレンズが仙台の新工場を公開した。'],
  ],
}

function windowOf(all: Readonly<Record<string, Story>>) {
  const articles: TopicArticle[] = []
  const stories = Object.entries(all).map(([id, { language, sourceName = 'Some Source', articles: texts }]) => {
    const members = texts.map(([title, text], at) => {
      const key = `${id}${at}`
      articles.push({ key, title, text, language, sourceName, published: at, score: 50, tier: 'T3' })
      return key
    })
    return { id, members }
  })
  const { topics } = clusterTopics(articles, { method: { kind: 'stories' }, stories, before: null })
  return new Map(topics.map(({ key, label }) => [key, label]))
}

const labels = windowOf({ harbour, mayor, chips, vote, rail, lens })

describe('labels', () => {
  test.each([
    ['entity first, then terms as people write them', 'harbour', 'Norway: ferries, storm, harbour'],
    [
      'a person by the whole name, neighbours together, no source',
      'mayor',
      'Ada Bright: sign language, school, drivers',
    ],
    ['Chinese in whole words, not pairs of characters', 'chips', '台南：昱峰半導體、停電、產線'],
    ['Chinese without a name', 'vote', '渡輪票價調漲、離島居民、抗議'],
    ['Japanese in whole words', 'rail', '青葉新幹線、架線点検、運休'],
    ['Japanese with a name in katakana', 'lens', 'ノルディアレンズ：新工場、望遠鏡、仙台'],
  ])('%s', (_fact, key, expected) => expect(labels.get(key)).toBe(expected))

  test('say no term twice and none that the entity holds', () => {
    for (const label of labels.values()) {
      const parts = label.split(/[:：、,]\s?/u)
      for (const [at, part] of parts.entries()) {
        expect(parts.some((other, place) => place !== at && other.toLowerCase().includes(part.toLowerCase()))).toBe(
          false,
        )
      }
    }
  })

  test('never name the source or the trade', () => {
    for (const label of labels.values()) expect(label).not.toMatch(/Courier|Millbrook|山海|日報|快訊|表示|today/iu)
  })
})

describe('uniqueLabels', () => {
  const parts = { entity: 'Norway', terms: ['storm', 'ferries', 'coast', 'islands'], unspaced: false, title: 'A storm' }

  test('a later topic takes on terms until it differs, then its headline, then a number', () => {
    expect(uniqueLabels([parts, parts, parts, parts])).toEqual([
      'Norway: storm, ferries, coast',
      'Norway: storm, ferries, coast, islands',
      'A storm',
      'A storm (2)',
    ])
  })

  test.each([
    ['no entity', { ...parts, entity: null }, 'Storm, ferries, coast'],
    ['no terms', { ...parts, terms: [] }, 'Norway'],
    ['neither', { ...parts, entity: null, terms: [] }, 'A storm'],
    ['Chinese commas', { ...parts, entity: '花蓮', terms: ['地震', '公路'], unspaced: true }, '花蓮：地震、公路'],
    [
      'a long headline, cut at a word',
      { ...parts, entity: null, terms: [], title: `${'long '.repeat(13)}word` },
      `${'long '.repeat(11)}long…`,
    ],
  ])('%s', (_fact, given, expected) => expect(uniqueLabels([given])).toEqual([expected]))
})

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
      'Ada Bright: sign language, school, driver',
    ],
    ['Chinese in whole words, not pairs of characters', 'chips', '台南：昱峰半導體、停電、產線'],
    ['Chinese without a name', 'vote', '渡輪票價調漲、離島居民'],
    ['Japanese in whole words', 'rail', '青葉新幹線、架線点検、運休'],
    ['Japanese with a name in katakana', 'lens', 'ノルディアレンズ：望遠鏡の新工場、仙台'],
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

describe('the label of a single article', () => {
  const alone = (language: string, title: string, text = '') =>
    windowOf({ one: { language, articles: [[title, text]] }, chips, harbour, rail }).get('one')

  test.each([
    [
      'no verb and no adverb',
      'en',
      'European stocks close higher as bid talk lifts machinery makers',
      'European stocks, bid talk, machinery makers',
    ],
    [
      'no verb that is a noun elsewhere',
      'en',
      'Wildfire forces 1,200 from villages in Spain',
      'Spain: Wildfire, villages',
    ],
    ['a currency is no entity', 'en', 'Markets shrug as the Dollar slips to a low', 'Markets, Dollar'],
    ['a bank in general is no entity', 'en', 'Why the Bank holds its rate again', 'Bank, rate'],
    [
      'a nationality goes with its noun',
      'en',
      'Danish rival weighs counterbid for pump maker',
      'Danish rival, counterbid, pump maker',
    ],
    [
      'a headline in capitals is not shouted',
      'en',
      'CHURCH BELLS WAKE TOWN AS FLAMES CLOSE IN',
      'Church bells, town, flames',
    ],
    ['German: no preposition, no weekday', 'de', 'Ab Montag streikt die GDL im Güterverkehr', 'GDL: Güterverkehr'],
    ['German: no article', 'de', 'Die GDL ruft zum Streik bei der Seebahn auf', 'GDL: Streik, Seebahn'],
    [
      'German: nouns keep their capitals',
      'de',
      'Kapitän der Unglücksfähre in Haft – 17 Tote vor Palawan',
      'Kapitän der Unglücksfähre, Haft, Palawan',
    ],
    [
      'German: nothing that is counted',
      'de',
      'Landgericht verhängt neun Monate Haft wegen Untreue',
      'Landgericht, Haft, Untreue',
    ],
    ['Spanish: no verb', 'es', 'La reforma de las pensiones que nadie quiere leer', 'Reforma de las pensiones'],
    [
      'French: with its preposition',
      'fr',
      'Zidane égale le record d’invincibilité avec son équipe',
      'Zidane, record d’invincibilité, équipe',
    ],
    [
      'Russian: the clause as it is, for its nouns are inflected',
      'ru',
      'В суперлиге начинаются новогодние каникулы: игроки отдыхают',
      'В суперлиге начинаются новогодние каникулы',
    ],
    [
      'Chinese: a clause, no word cut in two',
      'zh',
      '花蓮百年老餅舖瓦片全落 老闆娘：人平安就好',
      '花蓮百年老餅舖瓦片全落',
    ],
    [
      'Japanese: joined by its particle',
      'ja',
      '成田方面の在来線で信号トラブル、一部運休',
      '成田方面の在来線で信号トラブル',
    ],
    [
      'a short headline of one phrase is the label',
      'en',
      'The man who measures silence',
      'The man who measures silence',
    ],
  ])('%s', (_fact, language, title, expected) => expect(alone(language, title)).toBe(expected))
})

test('no Chinese word is cut in two: 对接 is one word, though segmenters may take 对 for a particle', () => {
  const docking: Story = {
    language: 'zh',
    articles: [
      ['神舟飞船对接空间站 三名航天员进驻', '神舟飞船今晨对接空间站，三名航天员进驻核心舱。'],
      ['飞船成功对接空间站', '飞船成功对接空间站，航天员将停留六个月。'],
    ],
  }
  expect(windowOf({ docking, chips, vote }).get('docking')).toMatch(/对接空间站/u)
})

describe('uniqueLabels', () => {
  const parts = {
    entity: 'Norway',
    terms: ['storm', 'ferries', 'coast', 'islands'],
    shown: 3,
    unspaced: false,
    title: 'A storm',
  }

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

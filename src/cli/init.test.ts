import { expect, test } from 'vitest'
import { askForAnswers } from './init.ts'

const given = { config: null, tab: 'en_news', tabName: null, urls: [], timezone: 'Europe/London', force: false }

/** A person who types these lines, and what they were asked and told. */
async function dialogue(...typed: string[]) {
  const log: string[] = []
  const lines = [...typed]
  const answers = await askForAnswers(
    given,
    async (question) => {
      log.push(question)
      return lines.shift() ?? ''
    },
    (words) => void log.push(words),
  )
  return { answers, log, left: lines }
}

test('asks for feeds first, then for the name of their tab and the time zone', async () => {
  const { answers, log } = await dialogue('https://a.example/rss', '', 'World News', 'Asia/Taipei')
  expect(answers).toMatchObject({
    urls: ['https://a.example/rss'],
    tab: 'world_news',
    tabName: 'World News',
    timezone: 'Asia/Taipei',
  })
  expect(log).toEqual([
    'Address of a feed (empty to go on): ',
    'Address of another feed (empty to go on): ',
    'Name of the tab that shows them [News]: ',
    'Your time zone [Europe/London]: ',
  ])
})

test('empty answers give a file to fill in', async () => {
  const { answers } = await dialogue()
  expect(answers).toMatchObject({ urls: [], tab: 'news', tabName: 'News', timezone: 'Europe/London' })
})

test.each([
  ['a.example/rss', 'https://a.example/rss'],
  ['feed:a.example/rss', 'https://a.example/rss'],
  ['localhost:8080/rss', 'https://localhost:8080/rss'],
])('an address is taken as `feeds add` takes it: %s', async (typed, url) => {
  expect((await dialogue(typed)).answers.urls).toEqual([url])
})

test('a bad answer is asked for again, and the others are kept', async () => {
  const { answers, log, left } = await dialogue(
    'a.example/rss',
    'not an address',
    'http://a.example/rss',
    'b.example/rss',
    '',
    'https://c.example/rss',
    'Notizie',
    'Mars/Olympus',
    'Europe/Rome',
  )
  expect(answers).toMatchObject({
    urls: ['https://a.example/rss', 'https://b.example/rss'],
    tab: 'notizie',
    timezone: 'Europe/Rome',
  })
  expect(left).toEqual([])
  expect(log.filter((line) => !line.endsWith(': '))).toEqual([
    '"not an address" is not the address of a feed, such as https://news.example.org/rss',
    'http://a.example/rss is in the list already',
    '"https://c.example/rss" is an address; the name is what the tab is called on the page, such as News',
    '"Mars/Olympus" is not the name of a time zone, such as Asia/Taipei',
  ])
})

test.each([
  ['中文新聞', 'zh_news'],
  ['日本のニュース', 'ja_news'],
  ['Économie & Finances', 'economie_finances'],
  ['***', 'news'],
])('the tab called %s gets the key %s', async (name, key) => {
  const { answers } = await dialogue('', name)
  expect([answers.tab, answers.tabName]).toEqual([key, name])
})

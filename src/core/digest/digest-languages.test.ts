import { expect, test } from 'vitest'
import { aDigestInput, aWindowArticle } from '../../../tests/support/a-digest-input.ts'
import { buildDigest } from './build-digest.ts'
import type { DigestInput } from './digest-input.ts'
import { itemsOf } from './self-check.ts'

const harbour = aWindowArticle('harbour', {
  language: 'en',
  score: 80,
  title: 'Harbour closed by storm',
  sourceName: 'Post',
})
const hafen = aWindowArticle('hafen', { language: 'de', score: 75, title: 'Sturm schließt Hafen', sourceName: 'Bote' })
const glacier = aWindowArticle('glacier', {
  language: 'en-GB',
  score: 72,
  title: 'Glacier lake bursts',
  sourceName: 'Wire',
})
const violine = aWindowArticle('violine', {
  language: 'de',
  score: 71,
  title: 'Violine verkauft',
  sourceName: 'Kurier',
})
const unknown = aWindowArticle('unknown', { language: null, score: 70, title: 'Zzz', sourceName: 'Odd' })
const articles = [harbour, hafen, glacier, violine, unknown]
/** The first two tell one event. */
const events = new Map([harbour, hafen].map(({ story }) => [story, 'storm']))

const leads = (with_: Partial<DigestInput>) =>
  itemsOf(buildDigest(aDigestInput(articles, { events, ...with_ }))).map(({ lead }) => lead.key)

test.each<[string, Partial<DigestInput>, string[]]>([
  ['all languages are shown when none is named', {}, ['harbour', 'glacier', 'violine', 'unknown']],
  [
    'an event is told in the reader’s own language',
    { languages: ['de', 'en'] },
    ['hafen', 'glacier', 'violine', 'unknown'],
  ],
  ['what is told in other languages alone is left out', { languages: ['de'] }, ['hafen', 'violine', 'unknown']],
  [
    'what is followed is not',
    { languages: ['de'], followed: new Set([glacier.story]) },
    ['hafen', 'glacier', 'violine', 'unknown'],
  ],
  ['a language that nobody writes leaves what nobody can tell', { languages: ['fr'] }, ['unknown']],
])('%s', (_fact, with_, expected) => expect(leads(with_)).toEqual(expected))

test('the tabs hold all of theirs', () => {
  const tabs = [{ id: 'en', name: 'English', language: 'en', limit: 5, categories: [] }]
  const inTab = articles.map((one) => ({ ...one, tab: one.language?.startsWith('en') ? 'en' : null }))
  const digest = buildDigest(aDigestInput(inTab, { events, tabs, languages: ['de'] }))
  expect(digest.tabs[0]!.items.map(({ article }) => article.key)).toEqual(['harbour', 'glacier'])
})

test('the event keeps its place: the score is that of its best article', () => {
  const [first] = itemsOf(buildDigest(aDigestInput(articles, { events, languages: ['de'] })))
  expect(first).toMatchObject({ score: 80, lead: { key: 'hafen' }, inOtherLanguages: [{ key: 'harbour' }] })
})

import { expect, test } from 'vitest'
import { noticeOf } from '../parts/edition-head.tsx'
import { otherNotRead } from '../parts/edition-report.tsx'
import { moved } from '../parts/language-list.tsx'
import { patched } from '../use-settings.ts'
import type { KeptDigest } from './digest.tsx'
import { byDay } from './digests.tsx'

const head = (date: string, type: 'morning' | 'evening') => {
  return { type, date, at: `${date}T07:00:00.000Z`, path: `/digests/${date}/${type}`, headlines: [] }
}

test('digests are listed under their days, the newest first', () => {
  const heads = [head('2026-11-15', 'evening'), head('2026-11-15', 'morning'), head('2026-11-14', 'evening')]
  expect(byDay(heads)).toEqual([
    ['2026-11-15', heads.slice(0, 2)],
    ['2026-11-14', heads.slice(2)],
  ])
})

const feed = (name: string) => ({ name, url: `https://${name}/rss`, because: 'no answer' })

const digest = (change: object): KeptDigest['digest'] =>
  ({
    version: 2,
    topStories: [],
    noteworthy: [],
    alsoMentioned: [],
    tabs: [],
    byRank: false,
    isQuiet: false,
    notRead: [],
    health: { polled: 3, unhealthy: [], dead: [] },
    ...change,
  }) as unknown as KeptDigest['digest']

const news = { topStories: [{}] }

test.each([
  ['nothing was polled', { health: { polled: 0 } }, 'nothingPolled'],
  ['nothing was published', {}, 'nothing'],
  ['tabs without items count as nothing', { tabs: [{ items: [] }] }, 'nothing'],
  ['a tab with an item is news', { tabs: [{ items: [{}] }] }, null],
  ['a quiet day', { ...news, isQuiet: true }, 'quiet'],
  ['a quiet day of version 1', { ...news, version: 1, byRank: true }, 'byRank'],
  ['a usual day', news, null],
])('%s: %j has the notice %s', (_fact, change, notice) => expect(noticeOf(digest(change))).toBe(notice))

test('feeds that the health report names are not named twice', () => {
  const health = { polled: 3, unhealthy: [feed('a.example')], dead: [feed('b.example')] }
  const notRead = [feed('a.example'), feed('b.example'), feed('c.example')]
  expect(otherNotRead(digest({ health, notRead }))).toEqual([feed('c.example')])
})

test('a language changes places with the one before it', () => {
  expect(moved(['en', 'de', 'ja'], 2)).toEqual(['en', 'ja', 'de'])
})

test('a change of one hour leaves the others', () => {
  const settings = {
    language: null,
    theme: 'system',
    markOnScroll: true,
    openOriginal: false,
    zone: null,
    languages: [],
    digestMail: true,
    digestHours: { morning: null, midday: 'off', evening: null, weekly: null },
  } as const
  const changed = patched({ ...settings, languages: [] }, { theme: 'dark', digestHours: { morning: '06:30' } })
  expect(changed).toEqual({ ...settings, theme: 'dark', digestHours: { ...settings.digestHours, morning: '06:30' } })
})

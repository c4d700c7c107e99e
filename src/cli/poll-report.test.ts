import { expect, test } from 'vitest'
import type { PollReport } from '../app/poll-report.ts'
import type { FeedCandidate } from '../core/poll/discover-feeds.ts'
import { pollLine } from './poll-report.ts'

const lineWith = (...candidates: FeedCandidate[]): string =>
  pollLine(
    {
      source: { name: 'Post' },
      feed: { url: 'https://a.example/news' },
      outcome: { kind: 'failed', message: 'a web page came in place of a feed' },
      candidates,
      leaseLost: false,
    } as unknown as PollReport,
    500,
  )
const at = (path: string, found: FeedCandidate['found']) => ({ url: `https://a.example${path}`, title: null, found })

test('a page in place of a feed: the feed that it names is proposed', () => {
  expect(lineWith(at('/posts.atom', 'link'), at('/feed', 'path'))).toContain(
    'the page names https://a.example/posts.atom — `copytaster feeds add` it',
  )
})

test('a guessed address is not called one that the page names', () => {
  const line = lineWith(at('/feed', 'path'), at('/rss', 'path'))
  expect(line).not.toContain('https://a.example/feed')
  expect(line).toContain('it names no feed: `copytaster feeds discover https://a.example/news` looks for one')
})

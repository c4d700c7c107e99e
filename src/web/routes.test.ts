import { expect, test } from 'vitest'
import { matchRoute, ROUTES } from './routes.ts'

test.each([
  ['/', '/', {}],
  ['/articles/17', '/articles/:id', { id: '17' }],
  ['/digests/2026-11-16/evening', '/digests/:date/:type', { date: '2026-11-16', type: 'evening' }],
  ['/articles/..%2Fme', '/articles/:id', { id: '..%2Fme' }],
])('%s is shown by %s', (path, pattern, params) => {
  const found = matchRoute(path)
  expect([found.route.pattern, found.params, found.isFound]).toEqual([pattern, params, true])
})

test.each(['/nothing', '/articles', '/articles/1/2', '/articles/', '//'])('%s is found nowhere', (path) => {
  expect(matchRoute(path).isFound).toBe(false)
})

test('a parameter can never lead the API elsewhere', () => {
  for (const evil of ['../me', 'a/b', 'a?b=c', 'a#b', '%', '%2e%2e%2f']) {
    const { route, params } = matchRoute(`/articles/${encodeURIComponent(evil)}`)
    for (const need of route.needs(params, new URLSearchParams())) expect(need.split('/').length).toBeLessThanOrEqual(3)
  }
})

test('every pattern is there once', () => {
  const patterns = ROUTES.map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
})

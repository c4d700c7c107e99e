import { expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'

test.each([
  ['/', '/', {}],
  ['/articles/:id', '/articles/17', { id: '17' }],
  ['/digests/:date/:type', '/digests/2026-11-16/evening', { date: '2026-11-16', type: 'evening' }],
  ['/articles/:id', '/articles/a%2Fb', { id: 'a/b' }],
  ['/articles/:id', '/articles/', null],
  ['/articles/:id', '/articles/%E0%A4%A', null],
  ['/articles/:id', '/articles', null],
  ['/articles/:id', '/articles/1/why', null],
  ['/articles/:id/why', '/articles/1/how', null],
])('%s and %s', (pattern, path, params) => {
  expect(matchPattern(pattern, path)).toEqual(params)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tierOf } from '../core/score/tier-of.ts'
import { registrableDomain } from '../core/text/registrable-domain.ts'
import { memoizeByOrigin } from './memoize-by-origin.ts'

const PIECES = [
  'http:',
  'https:',
  'ftp:',
  'HTTPS:',
  '//',
  '/',
  '\\',
  '@',
  ':',
  '?',
  '#',
  ' ',
  '.',
  'a',
  'reuters.com',
  'co.uk',
  'gov.tw',
  '80',
  'user',
  '[::1]',
]

const urls = fc.array(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join('')),
  { maxLength: 30 },
)

test('the tier and the registrable domain of an address are those of its origin', () => {
  fc.assert(
    fc.property(urls, (list) => {
      const tier = memoizeByOrigin((url) => tierOf(null, url))
      const domain = memoizeByOrigin(registrableDomain)
      for (const url of list) {
        expect(tier(url)).toEqual(tierOf(null, url))
        expect(domain(url)).toBe(registrableDomain(url))
      }
    }),
    { numRuns: 400 },
  )
})

test('is computed once for each origin', () => {
  const computed: string[] = []
  const memo = memoizeByOrigin((url) => computed.push(url))
  for (const path of ['/1', '/2?x=/3', '']) memo(`https://a.example${path}`)
  memo('http://a.example/1')
  expect(computed).toEqual(['https://a.example/1', 'http://a.example/1'])
})

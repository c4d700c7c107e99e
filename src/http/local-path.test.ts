import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localPath } from './local-path.ts'

test.each(['/', '/digests', '/digests/2026-11-15/morning', '/search?q=a%20b&at=https://x.example/', '/a#b'])(
  '%s is an address of this server',
  (path) => expect(localPath(path)).toBe(path),
)

test.each([
  null,
  undefined,
  '',
  'digests',
  'https://x.example/',
  'javascript:alert(1)',
  '//x.example',
  '///x.example',
  '/\\x.example',
  '\\\\x.example',
  '/\t/x.example',
  '/%09/x.example',
  '/%2509/x.example',
  '/%2f/x.example',
  '/%2F%2Fx.example',
  '/%5cx.example',
  '/%255cx.example',
  '/./%2fx.example',
  '/.//x.example',
  '/%0d%0aset-cookie:a=b',
  '/%c2%85/x.example',
  '/%zz',
  '/%',
  ' /x',
  `/${'x'.repeat(3_000)}`,
])('%j is not', (path) => expect(localPath(path)).toBeNull())

test('whatever is let through leads nowhere else, however it is decoded', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5c',
    '%09',
    '%252f',
    '%25',
    '\t',
    'x.example',
    '.',
    '..',
    '?',
    '#',
    '@',
    ':',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      let path = localPath(`/${pieces.join('')}`)
      for (let i = 0; path !== null && i < 4; i++) {
        expect(new URL(path, 'http://own.example').host).toBe('own.example')
        path = decodeURIComponent(path)
      }
    }),
    { numRuns: 2_000 },
  )
})

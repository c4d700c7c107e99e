import { expect, test } from 'vitest'
import { shownAddress, storeAddress } from './address.ts'

test.each([
  ['a file', 'sqlite:copytaster.db', { kind: 'sqlite', path: 'copytaster.db', synchronous: 'normal' }],
  [
    'a file kept safe from power cuts',
    'sqlite:/a/b.db?synchronous=full',
    { kind: 'sqlite', path: '/a/b.db', synchronous: 'full' },
  ],
  ['a server', 'postgres://me@db.example/news', { kind: 'postgres', url: 'postgres://me@db.example/news' }],
])('storeAddress reads %s', (_fact, text, expected) => expect(storeAddress(text)).toEqual(expected))

test('storeAddress refuses what it does not know', () => {
  expect(() => storeAddress('mysql://root:pw@db.example/news')).toThrow('database must be sqlite:FILE or postgres://…')
})

test.each([
  ['postgres://me:secret@db.example/news'],
  ['postgres://db.example/news?user=me&password=secret'],
  ['mysql://root:secret@db example/news'],
])('shownAddress never shows a password: %s', (text) => expect(shownAddress(text)).not.toContain('secret'))

import { expect, test } from 'vitest'
import { shownAddress, storeAddress } from './address.ts'

test.each([
  ['a file', 'sqlite:copytaster.db', { kind: 'sqlite', path: 'copytaster.db', synchronous: 'normal' }],
  [
    'a file kept safe from power cuts',
    'sqlite:/a/b.db?synchronous=full',
    { kind: 'sqlite', path: '/a/b.db', synchronous: 'full' },
  ],
  [
    'a server',
    'postgres://me@db.example/news',
    { kind: 'postgres', url: 'postgres://me@db.example/news', named: true },
  ],
  [
    'a pooler',
    'postgres://me@db.example/news?statements=unnamed',
    { kind: 'postgres', url: 'postgres://me@db.example/news', named: false },
  ],
  [
    'a setting among others',
    'postgres://db.example/news?user=me&statements=unnamed&ssl=true',
    { kind: 'postgres', url: 'postgres://db.example/news?user=me&ssl=true', named: false },
  ],
  [
    'a mode of TLS that the driver takes for verify-full',
    'postgres://db.example/news?sslmode=require&sslrootcert=root.crt',
    { kind: 'postgres', url: 'postgres://db.example/news?sslmode=verify-full&sslrootcert=root.crt', named: true },
  ],
])('storeAddress reads %s', (_fact, text, expected) => expect(storeAddress(text)).toEqual(expected))

test('storeAddress refuses what it does not know', () => {
  expect(() => storeAddress('mysql://root:pw@db.example/news')).toThrow('database must be sqlite:FILE or postgres://…')
})

test('storeAddress refuses a setting that it does not know', () => {
  expect(() => storeAddress('postgres://db.example/news?statements=off')).toThrow('must be named or unnamed, got "off"')
})

test.each([
  ['postgres://me:secret@db.example/news'],
  ['postgres://db.example/news?user=me&password=secret'],
  ['mysql://root:secret@db example/news'],
])('shownAddress never shows a password: %s', (text) => expect(shownAddress(text)).not.toContain('secret'))

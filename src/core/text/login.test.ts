import { describe, expect, test } from 'vitest'
import {
  carriesPassword,
  hasCutPassword,
  hideLogins,
  sharesLogin,
  splitLogin,
  withLogin,
  withLoginOf,
  withoutLogin,
} from './login.ts'

test.each([
  ['a name and password', 'https://ann:pw@a.example/feed', 'https://a.example/feed', 'ann:pw'],
  ['a name alone', 'https://token@a.example/feed', 'https://a.example/feed', 'token'],
  ['a password alone', 'https://:pw@a.example/feed', 'https://a.example/feed', ':pw'],
  ['signs that are encoded', 'https://ann:p%2Fw%3A@a.example/', 'https://a.example/', 'ann:p%2Fw%3A'],
  ['an @ in the password', 'https://ann:p@w@a.example/', 'https://a.example/', 'ann:p%40w'],
  ['no login', 'https://a.example/@ann', 'https://a.example/@ann', null],
  ['no address', 'ann:pw@a.example', 'ann:pw@a.example', null],
])('splitLogin parts %s', (_fact, address, url, login) => {
  expect(splitLogin(address)).toEqual({ url, login })
  if (login !== null) expect(splitLogin(withLogin(url, login))).toEqual({ url, login })
})

test('withoutLogin leaves an address without login as it was written', () => {
  expect(withoutLogin('https://A.example')).toBe('https://A.example')
})

test.each([
  ['another path', 'https://a.example/old', 'https://a.example/new', true],
  ['another host', 'https://a.example/', 'https://b.example/', false],
  ['another port', 'https://a.example/', 'https://a.example:8443/', false],
  ['no encryption', 'https://a.example/', 'http://a.example/', false],
  ['no address', 'https://a.example/', 'a.example', false],
])('sharesLogin: %s', (_fact, address, other, shared) => expect(sharesLogin(address, other)).toBe(shared))

describe('hasCutPassword', () => {
  test.each(['https://ann:p/w@a.example/', 'postgres://me:p#w@db/news', 'https://ann:?w@a.example/', 'x://a:9b/c@d'])(
    'is true for %s',
    (address) => expect(hasCutPassword(address)).toBe(true),
  )
  test.each([
    'https://a.example:8080/@ann.rss',
    'https://a.example/@ann',
    'https://ann:pw@a.example/x@y',
    'https://a.example/a:b/c@d',
    'postgres://me@db:5432/news?options=a@b',
    'sqlite:copytaster.db',
  ])('is false for %s', (address) => expect(hasCutPassword(address)).toBe(false))
})

describe('hideLogins', () => {
  test.each([
    ['"https://ann:s3cret@a.example/feed" is no feed', '"https://…@a.example/feed" is no feed'],
    ['https://ann:s3cret@a.example, https://bob:s3cret@b.example', 'https://…@a.example, https://…@b.example'],
    ['got "https://ann:s3/cret@a.example/"', 'got "https://…@a.example/"'],
    ['postgres://db/news?user=a&password=s3cret&x=1', 'postgres://db/news?user=a&password=…&x=1'],
    ['https://ann:s3@cret@a.example', 'https://…@a.example'],
  ])('%s', (text, expected) => expect(hideLogins(text)).toBe(expected))

  test.each([
    'https://a.example:8080/@ann.rss',
    'see https://a.example/ or mail ann@a.example',
    'https://a.example/x: written by ann@a.example',
    'no address: ann@a.example',
  ])('leaves %s', (text) => expect(hideLogins(text)).toBe(text))
})

describe('carriesPassword', () => {
  test.each([
    'postgres://me:pw@db/news',
    'postgres://db/news?password=pw',
    'https://token@a.example/',
    'https://ann:p/w@a.example/',
  ])('is true for %s', (text) => expect(carriesPassword(text)).toBe(true))
  test.each(['postgres://me@db/news', 'https://a.example/@ann', 'sqlite:a@b.db'])('is false for %s', (text) =>
    expect(carriesPassword(text)).toBe(false),
  )
})

test('withLoginOf takes a login to the same host only', () => {
  expect(withLoginOf('https://ann:pw@a.example/', 'https://a.example/rss')).toBe('https://ann:pw@a.example/rss')
  expect(withLoginOf('https://ann:pw@a.example/', 'https://b.example/rss')).toBe('https://b.example/rss')
})

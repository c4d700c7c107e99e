import { expect, test } from 'vitest'
import { withTypedLogin } from './typed-login.ts'

test.each([
  ['is put back', 'https://ann:pw@a.example/', 'https://a.example/feed', 'https://ann:pw@a.example/feed'],
  [
    'is put back without a scheme',
    ' ann:p%40w@a.example ',
    'https://a.example/feed',
    'https://ann:p%40w@a.example/feed',
  ],
  ['is not told to another host', 'https://ann:pw@a.example/', 'https://b.example/feed', 'https://b.example/feed'],
  ['need not be there', 'a.example', 'https://a.example/feed', 'https://a.example/feed'],
  ['of what is no address is none', 'http://[', 'https://a.example/feed', 'https://a.example/feed'],
])('a login %s', (_fact, typed, found, expected) => expect(withTypedLogin(found, typed)).toBe(expected))

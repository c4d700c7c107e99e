import { expect, test } from 'vitest'
import { sourceKey } from './source-key.ts'

test.each([
  ['http and https are one', 'http://a.example/rss', 'https://www.a.example/rss/', true],
  ['a new password is no new source', 'https://ann:old@a.example/rss', 'https://ann:new@a.example/rss', true],
  ['another name is another source', 'https://ann:pw@a.example/rss', 'https://bob:pw@a.example/rss', false],
  ['with and without a login are two', 'https://ann:pw@a.example/rss', 'https://a.example/rss', false],
])('sourceKey: %s', (_fact, one, other, same) => expect(sourceKey(one) === sourceKey(other)).toBe(same))
